import { SALE_STATUSES, statusLabel } from '@foyer/domain'
import { AvailabilityMark, type ButtonSize, buttonStyle, cx, Surface } from '@foyer/ui'
import { type ReactNode, Suspense } from 'react'
import { useAccess } from '../../../data/access.ts'
import type { KnownEvent } from '../../../data/queries.ts'
import { useQuote } from '../../../data/use-quote.ts'
import { lazyScreen } from '../../../routing/lazy-screen.ts'
import { SIMILAR_ID } from '../../../routing/paths.ts'
import { CategoryBadge, EventPrice } from '../../../shared/event/event-facts.tsx'
import { nameOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'
import { Still } from '../../../shared/page/still.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { FlowCard } from '../layout/flow-card.tsx'
import { NextDays } from '../layout/other-days.tsx'
import { ActionBar, ActionButton, PriceBar } from '../layout/step-action.tsx'
import { type StepLayoutProps, StepNavigation } from '../layout/step-layout.tsx'
import { StepNotice } from '../layout/step-notice.tsx'
import { EventHead } from './event-head.tsx'
import { ShareButton } from './share-button.tsx'
import { StatusPanel, statusWords } from './status-panel.tsx'

const SalePanel = lazyScreen(async () => (await import('../sale/sale-panel.tsx')).SalePanel)
const EventSections = lazyScreen(async () => (await import('./event-sections.tsx')).EventSections)

interface EventPageProps
  extends Pick<StepLayoutProps, 'heading' | 'lead' | 'aside' | 'problem' | 'draft' | 'action'> {
  /** Whether a day or tickets are chosen, on the way back. */
  hasChosen: boolean
  /** The calendar, or the only day. */
  children: ReactNode
}

/**
 * The event's own page: its picture, facts and story, and then the days under `heading`. Without an
 * `action` a link leads to the days. Price and the way to the
 * tickets are always in reach: in the bar on a phone, in a card beside the page on a desktop.
 */
export function EventPage({
  heading,
  lead,
  aside,
  problem,
  draft,
  action,
  hasChosen,
  children,
}: EventPageProps) {
  const { event } = useEventFlow()
  const quote = useQuote(event.id, draft)
  const { isDeadEnd } = SALE_STATUSES[event.status]
  const isOpen = useIsOpen(event)
  const shown = isOpen ? action : undefined
  const wayOn = shown ? (
    <ActionButton action={shown} size="lg" />
  ) : (
    !isDeadEnd && isOpen && <ToDays size="lg" />
  )
  return (
    <div className="mx-auto max-w-page px-4 pt-1 sm:px-6 lg:pt-4">
      <EventHead event={event} />
      <StepNavigation hasSteps={!isDeadEnd} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-16">
        <div className="min-w-0">
          <StepNotice own={problem} className="my-4 lg:mt-0 lg:mb-6" />
          <div className="-mx-4 -mt-px sm:-mx-6 lg:mx-0">
            <Poster
              event={event}
              format="thumb"
              formatFromSm="wide"
              sizes="(width >= 64rem) 45rem, 100vw"
              priority
              isCarried
              className="lg:rounded-lg"
            />
          </div>
          <EventTitle />
          <StatusPanel event={event} />
          {event.sale && (
            <Suspense>
              <SalePanel event={event} sale={event.sale} />
            </Suspense>
          )}
          <Sections />
          {/* The panel above says all there is to say of an event that is not to come. */}
          {!statusWords(event.status) && (
            <section
              id={DAYS_ID}
              aria-labelledby={`${DAYS_ID}-name`}
              className="mt-12 scroll-mt-4 lg:mt-14"
            >
              <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
                <div>
                  <h2 id={`${DAYS_ID}-name`} className="font-display text-title font-bold">
                    {heading}
                  </h2>
                  {lead && <p className="mt-2 text-muted">{lead}</p>}
                </div>
                {aside}
              </div>
              {children}
            </section>
          )}
        </div>
        <aside className={cx('lg:sticky lg:top-6', !hasChosen && 'max-lg:hidden')}>
          {hasChosen ? (
            <FlowCard draft={draft} quote={quote} action={wayOn} stage="choosing" />
          ) : (
            <BuyCard action={wayOn} />
          )}
        </aside>
      </div>
      {shown && <ActionBar quote={quote} action={shown} />}
      {!shown && !isDeadEnd && isOpen && <PriceBar action={<ToDays />} />}
    </div>
  )
}

/**
 * Whether the buyer can choose tickets now: the event has a price, and is on sale, or an access code was
 * entered and sales are not paused.
 */
function useIsOpen({ id, sale, status }: KnownEvent): boolean {
  const access = useAccess(id)
  if (status === 'unpriced') return false
  if (!sale || sale.state === 'on_sale') return true
  return access !== undefined && sale.state !== 'paused'
}

/** Id of the days, for links to them. */
const DAYS_ID = 'dates'

/** Leads to the days below. A plain link: the browser scrolls, and the focus follows. */
const ToDays = ({ size }: { size?: ButtonSize }) => (
  <a href={`#${DAYS_ID}`} className={buttonStyle('primary', size)}>
    Choose a date
  </a>
)

/** Price and way on, beside the page. */
function BuyCard({ action }: { action: ReactNode }) {
  const { event } = useEventFlow()
  return (
    <Surface className="grid gap-4 light:inset-ring light:inset-ring-edge">
      <EventPrice event={event} className="text-base" />
      {event.status === 'selling_fast' && (
        <AvailabilityMark level="few">{statusLabel(event.status)}</AvailabilityMark>
      )}
      {action}
      {SALE_STATUSES[event.status].isDeadEnd && (
        <a href={`#${SIMILAR_ID}`} className={buttonStyle('quiet', 'lg')}>
          See similar events
        </a>
      )}
      <NextDays />
    </Surface>
  )
}

function EventTitle() {
  const { event } = useEventFlow()
  const name = nameOf(event)
  return (
    <header className="mt-5 lg:mt-7">
      <div className="flex min-h-target items-center justify-between gap-4">
        <CategoryBadge event={event} />
        <ShareButton event={event} />
      </div>
      <h1 className={cx('mt-2 font-display font-bold', sizeOf(name))}>{name}</h1>
    </header>
  )
}

/** A long name in the largest size would fill the window. */
function sizeOf(name: string): string {
  const { length } = name
  // A single long word would break at any letter.
  if (/\S{20}/.test(name)) return 'text-lg sm:text-title'
  if (length <= 34) return 'text-title lg:text-display'
  return length <= 60 ? 'text-title' : 'text-lg sm:text-title'
}

/** Facts and story; from a list the page opens before they are there. */
function Sections() {
  const { event, calendar } = useEventFlow()
  const { facts, changePolicy, previewPath } = event
  if (!facts || changePolicy === undefined || previewPath === undefined)
    return <div className="min-h-96" />
  return (
    <Still id={`about-${event.id}`}>
      <EventSections
        event={{ ...event, facts, changePolicy, previewPath }}
        calendar={calendar.data}
      />
    </Still>
  )
}
