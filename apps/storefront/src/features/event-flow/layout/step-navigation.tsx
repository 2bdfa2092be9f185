import { StepIndicator } from '@foyer/ui'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { BackLink } from '../../../shared/page/back-link.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { stepBefore, visibleSteps } from '../engine/flow.ts'

/** Back, and where one is. Steps that are done lead back to themselves with every choice kept. */
export function StepNavigation() {
  const { flow, facts, linkTo, search, step } = useEventFlow()
  const steps = visibleSteps(flow, facts)
  const before = stepBefore(flow, step, facts)
  // Out of a change one leaves to the order that was to be changed.
  const leave =
    flow.mode !== 'purchase' && search.orderId
      ? paths.manageOrder(search.orderId)
      : { to: flow.leaveTo }
  const linkOf = (id: string) => linkTo(steps.find((one) => one.id === id)?.id ?? 'date', search)
  return (
    <div className="flex items-center gap-x-6 border-b border-edge pb-3">
      <BackLink {...(before ? linkTo(before.id, search) : leave)}>
        {before ? before.label : flow.mode === 'purchase' ? 'All events' : 'Your order'}
      </BackLink>
      <StepIndicator
        label="Steps"
        steps={steps.map(({ id, label }) => ({ id, label }))}
        currentId={step}
        renderLink={({ id }, content) => (
          // On a phone a step is a thin bar: the link around it is made a thumb high.
          <Link {...linkOf(id)} className="block max-md:-my-5 max-md:py-5">
            {content}
          </Link>
        )}
        className="ms-auto min-w-0 max-md:flex-1"
      />
    </div>
  )
}
