import { parseSelection, totalQuantity } from '@foyer/domain'
import { cx, StepIndicator, type TicketCardStage } from '@foyer/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { useQuote } from '../../../data/use-quote.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import { nameOf, venueOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'
import { BackLink } from '../../../shared/page/back-link.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { countedAs, countedSteps, stepBefore } from '../engine/flow.ts'
import { EventHead } from '../event-page/event-head.tsx'
import { FlowCard } from './flow-card.tsx'
import { ActionBar, ActionButton, type StepAction } from './step-action.tsx'
import { StepNotice, type StepProblem } from './step-notice.tsx'

// Few visitors change an order. Without the card, its action remains.
const ChangeCard = lazy(async () => ({
  default: await import('./change-card.tsx').then(
    (module) => module.ChangeCard,
    () =>
      ({ action }: { action: ReactNode }) =>
        action,
  ),
}))

export interface StepLayoutProps {
  heading: string
  /** One line below the heading: the chosen day, the zone. */
  lead?: ReactNode
  /** Beside the heading on wide screens: a legend. */
  aside?: ReactNode
  /** The step's own problem; replaces the reason why a stale link leads here. */
  problem?: StepProblem | undefined
  /** What the summary prices: the URL's choices with this step's changes applied. */
  draft: FlowSearch
  action?: StepAction | undefined
  /** What a step without an action waits for; the phone's bar says it beside the total. */
  waitsFor?: string
  /** In the phone's bar, in place of the fees. */
  barNote?: string | undefined
  /** Above them, what is bought. */
  barHead?: ReactNode
  /** Shown above the lines if the summary is the subject of the step. */
  cardTitle?: string
  cardStage?: TicketCardStage
  children: ReactNode
}

/**
 * One decision per screen, with the growing ticket card beside it, or above the phone's bar. The event's
 * own page has its own layout (`EventPage`).
 */
export function StepLayout({
  heading,
  lead,
  aside,
  problem,
  draft,
  action,
  waitsFor,
  barNote,
  barHead,
  cardTitle,
  cardStage = 'choosing',
  children,
}: StepLayoutProps) {
  const { event, flow } = useEventFlow()
  const isPurchase = flow.mode === 'purchase'
  const quote = useQuote(event.id, isPurchase ? draft : {})
  const hasTickets = totalQuantity(parseSelection(draft.types)) > 0
  const button = action && (
    <>
      {action.hint && <p className="mb-2 text-sm">{action.hint}</p>}
      <ActionButton action={action} size="lg" />
    </>
  )
  return (
    <div className="mx-auto max-w-page px-4 pt-1 sm:px-6 lg:pt-4">
      <EventHead event={event} step={heading} />
      {/* As high as the card at its highest, so that the footer stays when the card's button goes. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:min-h-176 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-16">
        <div className="min-w-0">
          <StepNavigation />
          <CompactHeader />
          <StepHeading lead={lead} aside={aside}>
            {heading}
          </StepHeading>
          <div className="mt-6 flex flex-col gap-6">
            <StepNotice own={problem} />
            <div>{children}</div>
            {action?.hint && <p className="text-sm lg:hidden">{action.hint}</p>}
          </div>
        </div>
        <aside className={cx('lg:sticky lg:top-6', !hasTickets && 'max-lg:hidden')}>
          {isPurchase ? (
            <FlowCard
              draft={draft}
              quote={quote}
              action={button}
              title={cardTitle}
              stage={cardStage}
            />
          ) : (
            <Suspense>
              <ChangeCard action={button} />
            </Suspense>
          )}
        </aside>
      </div>
      {(action || waitsFor) && (
        <ActionBar
          quote={isPurchase ? quote : null}
          action={action}
          waitsFor={waitsFor}
          head={barHead}
          note={barNote}
        />
      )}
    </div>
  )
}

interface StepHeadingProps {
  lead: ReactNode
  aside: ReactNode
  children: string
}

/** The page's main heading, so that a screen reader announces it when the step opens. */
function StepHeading({ lead, aside, children }: StepHeadingProps) {
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:mt-8">
      <div>
        <h1 className="font-display text-title font-bold">{children}</h1>
        {lead && <p className="mt-2 text-muted">{lead}</p>}
      </div>
      {aside}
    </div>
  )
}

/** The name and the poster of the event, where no card beside the step says them. */
function CompactHeader() {
  const { event, search, session } = useEventFlow()
  return (
    <header className="mt-5 flex items-center gap-4 lg:hidden">
      <div className="size-14 shrink-0">
        <Poster event={event} format="thumb" date={search.date} isCarried className="rounded-md" />
      </div>
      <div className="min-w-0">
        <p className="font-display text-lg leading-tight font-bold">{nameOf(event)}</p>
        <p className="text-sm text-muted">{venueOf(event, session)}</p>
      </div>
    </header>
  )
}

/**
 * Back and the current position. Completed steps are links that keep every choice. `hasSteps` is false
 * where nothing can be bought, so that no way to a purchase is counted.
 */
export function StepNavigation({ hasSteps = true }: { hasSteps?: boolean }) {
  const { flow, facts, linkTo, search, step } = useEventFlow()
  const steps = countedSteps(flow, step, facts)
  const current = countedAs(flow, step)
  const linkOf = (id: string) => linkTo(steps.find((one) => one.id === id)?.id ?? 'date', search)
  return (
    <div className="flex min-h-target items-center gap-x-6 border-b border-edge pb-3">
      <Back />
      {hasSteps && steps.some(({ id }) => id === current) && (
        <StepIndicator
          label="Steps"
          steps={steps.map(({ id, label }) => ({ id, label }))}
          currentId={current}
          mayGrow={facts.undecided.size > 0}
          renderLink={({ id }, content) => (
            // On a phone a step is a thin bar: the link around it has the height of a thumb.
            <Link {...linkOf(id)} className="block max-md:-my-5 max-md:py-5">
              {content}
            </Link>
          )}
          className="ms-auto min-w-0 max-md:flex-1"
        />
      )}
    </div>
  )
}

/** To the step before. From the first one to the event's page, and from there out of the flow. */
function Back() {
  const { flow, facts, linkTo, search, step } = useEventFlow()
  const before = stepBefore(flow, step, facts)
  if (before) return <BackLink {...linkTo(before.id, search)}>{before.label}</BackLink>
  if (flow.mode !== 'purchase' && search.orderId) {
    return <BackLink {...paths.manageOrder(search.orderId)}>Your order</BackLink>
  }
  // The page of an event with one date is no step, and leads to the tickets.
  if (flow.mode === 'purchase' && step !== 'date') {
    return <BackLink {...linkTo('date', search)}>Event</BackLink>
  }
  return <BackLink to={flow.leaveTo}>All events</BackLink>
}
