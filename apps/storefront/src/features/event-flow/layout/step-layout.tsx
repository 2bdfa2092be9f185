import { parseSelection, totalQuantity } from '@foyer/domain'
import { cx, RollingNumber, StickyBar, StickyBarSummary, type StubStage } from '@foyer/ui'
import type { ReactNode } from 'react'
import type { FlowSearch } from '../../../search.ts'
import { EventHead } from '../../shell/event-head.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'
import { useQuote } from '../engine/use-quote.ts'
import { EventHeader } from './event-header.tsx'
import { FlowNotice } from './flow-notice.tsx'
import { FlowStub } from './flow-stub.tsx'
import { StepNavigation } from './step-navigation.tsx'

interface StepLayoutProps {
  heading: string
  /** One line under the heading: the day chosen, the zone. */
  lead?: ReactNode
  /** What the summary prices: the URL's choices, with what this step changes laid over. */
  draft: FlowSearch
  /** The step's one primary action, in the stub on a desktop and in the bar on a phone. */
  action?: ReactNode
  /** Shown above the lines where the summary is what the step is about. */
  stubTitle?: string
  stubStage?: StubStage
  children: ReactNode
}

/** One decision a screen: it stands left with the growing stub beside it, or above the phone's bar. */
export function StepLayout({
  heading,
  lead,
  draft,
  action,
  stubTitle,
  stubStage = 'choosing',
  children,
}: StepLayoutProps) {
  const { event, step } = useEventFlow()
  const quote = useQuote(event.id, draft)
  const hasTickets = totalQuantity(parseSelection(draft.types)) > 0
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6 lg:pt-8">
      <EventHead event={event} step={step === 'date' ? undefined : heading} />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-stub)] xl:gap-x-16">
        <div className="min-w-0">
          <EventHeader />
          <StepNavigation />
          <StepHeading lead={lead}>{heading}</StepHeading>
          <FlowNotice className="mt-5" />
          <div className="mt-6">{children}</div>
        </div>
        <aside
          className={cx('lg:sticky lg:top-6', (!hasTickets || step === 'date') && 'max-lg:hidden')}
        >
          <FlowStub
            draft={draft}
            quote={quote}
            action={action}
            title={stubTitle}
            stage={stubStage}
          />
        </aside>
      </div>
      {action && <ActionBar quote={quote} action={action} />}
    </div>
  )
}

interface StepHeadingProps {
  lead: ReactNode
  children: string
}

/**
 * The page's main heading once one is on the way, so that it is what a screen reader hears as the
 * step opens; on the date step that is the event's name, and this comes second.
 */
function StepHeading({ lead, children }: StepHeadingProps) {
  const { step } = useEventFlow()
  const Heading = step === 'date' ? 'h2' : 'h1'
  return (
    <>
      <Heading className="mt-6 font-display text-title font-bold lg:mt-8">{children}</Heading>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
    </>
  )
}

interface ActionBarProps {
  quote: ReturnType<typeof useQuote>
  action: ReactNode
}

function ActionBar({ quote, action }: ActionBarProps) {
  const money = useMoney()
  const priced = quote.priced
  const total = priced?.quote.totalMinor ?? 0
  const prefix = priced && !priced.isFinal ? 'From ' : ''
  return (
    <StickyBar
      label="Total"
      summary={
        <StickyBarSummary
          total={<RollingNumber value={total} text={`${prefix}${money.price(total)}`} />}
          note={
            priced
              ? noteOf(priced.quote.ticketCount, money.price(priced.quote.feeMinor))
              : 'No tickets yet'
          }
        />
      }
      action={action}
    />
  )
}

const noteOf = (tickets: number, fees: string) =>
  `${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}, incl. ${fees} fees`
