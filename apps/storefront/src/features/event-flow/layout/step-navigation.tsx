import { StepIndicator } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { EVENT_FLOW, type StepId, stepBefore, visibleSteps } from '../engine/flow.ts'
import { linkTo } from '../engine/links.ts'

/** Back, and where one is. Steps that are done lead back to themselves with every choice kept. */
export function StepNavigation() {
  const { event, facts, search, step } = useEventFlow()
  const steps = visibleSteps(EVENT_FLOW, facts)
  const before = stepBefore(EVENT_FLOW, step, facts)
  const linkOf = (id: string) =>
    linkTo(steps.find((one) => one.id === id)?.id ?? 'date', event.id, search)
  return (
    <div className="mt-5 flex items-center gap-x-6 border-b border-edge pb-3 md:mt-8">
      <Link
        {...(before ? linkTo(before.id, event.id, search) : paths.eventList())}
        className="-ms-2 inline-flex min-h-target items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted transition-colors hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {before ? backLabel[before.id] : 'All events'}
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
        className="ms-auto max-md:flex-1"
      />
    </div>
  )
}

const backLabel: Record<StepId, string> = {
  date: 'Date',
  tickets: 'Tickets',
  time: 'Time',
  review: 'Review',
  checkout: 'Checkout',
}
