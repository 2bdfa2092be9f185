import { parseSelection, totalQuantity } from '@foyer/domain'
import { cx, type StubStage } from '@foyer/ui'
import type { ReactNode } from 'react'
import { useQuote } from '../../../data/use-quote.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { EventHead } from '../event-page/event-head.tsx'
import { ChangeStub } from './change-stub.tsx'
import { EventHeader } from './event-header.tsx'
import { FlowStub } from './flow-stub.tsx'
import { ActionBar, ActionButton, type StepAction } from './step-action.tsx'
import { StepNavigation } from './step-navigation.tsx'
import { StepNotice, type StepProblem } from './step-notice.tsx'

interface StepLayoutProps {
  heading: string
  /** One line under the heading: the day chosen, the zone. */
  lead?: ReactNode
  /** Beside the heading where there is room: a legend. */
  aside?: ReactNode
  /** What stands in the way here, said instead of why a stale link leads here. */
  problem?: StepProblem | undefined
  /** What the summary prices: the URL's choices, with what this step changes laid over. */
  draft: FlowSearch
  action?: StepAction | undefined
  /** Stands where the summary will, as long as there is nothing to sum up. */
  beside?: ReactNode
  /** Shown above the lines where the summary is what the step is about. */
  stubTitle?: string
  stubStage?: StubStage
  children: ReactNode
}

/** One decision a screen: it stands left with the growing stub beside it, or above the phone's bar. */
export function StepLayout({
  heading,
  lead,
  aside,
  problem,
  draft,
  action,
  beside,
  stubTitle,
  stubStage = 'choosing',
  children,
}: StepLayoutProps) {
  const { event, flow, step } = useEventFlow()
  const isPurchase = flow.mode === 'purchase'
  const quote = useQuote(event.id, isPurchase ? draft : {})
  const hasTickets = totalQuantity(parseSelection(draft.types)) > 0
  const button = action && <ActionButton action={action} size="lg" />
  return (
    <div className="mx-auto max-w-page px-4 pt-1 sm:px-6 lg:pt-4">
      <EventHead event={event} step={step === 'date' ? undefined : heading} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-stub)] xl:gap-x-16">
        <div className="min-w-0">
          <StepNavigation />
          <EventHeader className="mt-5 lg:mt-8" />
          <StepHeading lead={lead} aside={aside}>
            {heading}
          </StepHeading>
          <div className="mt-6 flex flex-col gap-6">
            <StepNotice own={problem} />
            <div>{children}</div>
          </div>
        </div>
        <aside
          className={cx('lg:sticky lg:top-6', !hasTickets && step !== 'date' && 'max-lg:hidden')}
        >
          {isPurchase ? (
            beside || (
              <FlowStub
                draft={draft}
                quote={quote}
                action={button}
                title={stubTitle}
                stage={stubStage}
              />
            )
          ) : (
            <ChangeStub action={button} />
          )}
        </aside>
      </div>
      {action && <ActionBar quote={isPurchase ? quote : null} action={action} />}
    </div>
  )
}

interface StepHeadingProps {
  lead: ReactNode
  aside: ReactNode
  children: string
}

/**
 * The page's main heading once one is on the way, so that it is what a screen reader hears as the
 * step opens; on the date step that is the event's name, and this comes second.
 */
function StepHeading({ lead, aside, children }: StepHeadingProps) {
  const { step } = useEventFlow()
  const Heading = step === 'date' ? 'h2' : 'h1'
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:mt-8">
      <div>
        <Heading className="font-display text-title font-bold">{children}</Heading>
        {lead && <p className="mt-2 text-muted">{lead}</p>}
      </div>
      {aside}
    </div>
  )
}
