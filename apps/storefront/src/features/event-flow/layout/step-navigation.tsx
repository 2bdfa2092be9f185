import { StepIndicator } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { EVENT_FLOW, stepBefore, visibleSteps } from '../engine/flow.ts'
import { linkTo } from '../engine/links.ts'

/** Back, and where one is. Steps that are done lead back to themselves with every choice kept. */
export function StepNavigation() {
  const { event, facts, search, step } = useEventFlow()
  const steps = visibleSteps(EVENT_FLOW, facts)
  const before = stepBefore(EVENT_FLOW, step, facts)
  const linkOf = (id: string) =>
    linkTo(steps.find((one) => one.id === id)?.id ?? 'date', event.id, search)
  return (
    <div className="flex items-center gap-x-6 border-b border-edge pb-3">
      <Link
        {...(before ? linkTo(before.id, event.id, search) : { to: EVENT_FLOW.leaveTo })}
        className="-ms-2 inline-flex min-h-target items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted transition-colors hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {before ? before.label : 'All events'}
      </Link>
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
