import type { EventView } from '@foyer/contract'
import {
  type DateStatus,
  formatLongDate,
  formatShortDate,
  knownZone,
  localDateOf,
  statusLabel,
  zoneTitle,
} from '@foyer/domain'
import { AvailabilityMark, buttonStyle, EmptyState, Notice } from '@foyer/ui'
import { Link } from '../../../routing/link.tsx'
import { paths, SIMILAR_ID } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { nextPaint } from '../../../shared/browser/next-paint.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { onlyDayOf } from '../engine/facts.ts'
import { EventPage } from '../event-page/event-page.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import type { StepProblem } from '../layout/step-notice.tsx'
import { LiveNews } from '../live/live-news.tsx'
import { CalendarBoundary, CalendarError } from './calendar-boundary.tsx'
import { type CalendarLayout, useCalendarLayout } from './calendar-layout.ts'
import { monthOf } from './calendar-model.ts'
import { CalendarSkeleton } from './calendar-skeleton.tsx'
import { DayByHand } from './day-by-hand.tsx'
import { LayoutSwitch } from './layout-switch.tsx'
import { OneDate, OneDateLead } from './one-date.tsx'
import { PriceCalendar } from './price-calendar.tsx'
import { useForgetHolds, useReleaseOnReturn } from './release-holds.ts'

/**
 * The event's own page. With several days it is step 1: the day, by price and availability.
 * Choosing a day continues. With one day it leads straight to the tickets.
 */
export function DateStep() {
  const { event, flow, search, facts, calendar, goOn } = useEventFlow()
  const { locale } = useApp().tenant
  const releasedCount = useReleaseOnReturn(event.id, search.cartId)
  const forgetHolds = useForgetHolds(event.id)

  const { types, addons } = search
  const choose = async (date: string) => {
    // The browser shows the press before the next step renders, which takes a tenth of a second on
    // slow phones.
    await nextPaint()
    forgetHolds()
    goOn({ date, types, addons })
  }
  const isOpen = facts.choices.date === 'ok'
  const onlyDate = facts.skipped.has('date')
    ? (onlyDayOf(calendar.data) ?? dayOf(event))
    : undefined
  // A chosen day that sells out stays chosen, so that the buyer sees it and its price.
  const isShown = isOpen || facts.choices.date === 'date_sold_out'
  const chosen = isShown && !onlyDate ? search.date : undefined
  const days = Object.entries(calendar.data?.dates ?? {})
  const [layout, chooseLayout] = useCalendarLayout(event)
  const hasMonths = new Set(days.map(([date]) => monthOf(date))).size > 1
  const isSoldOut = days.length > 0 && days.every(([, { status }]) => status === 'sold_out')
  const chosenTypes = facts.choices.tickets === 'ok' ? types : undefined
  const hasChosen = Boolean(chosen ?? chosenTypes)
  const toTickets = onlyDate ? { label: 'Get Tickets', onPress: () => choose(onlyDate) } : undefined
  const toChosen = chosen
    ? {
        label: `Continue with ${formatShortDate(chosen, locale)}`,
        onPress: () => choose(chosen),
        disabledReason: isOpen ? undefined : 'This day is sold out',
      }
    : undefined
  // Of an order that changes, the buyer knows the event.
  const Layout = flow.mode === 'purchase' ? EventPage : StepLayout
  return (
    <Layout
      heading={onlyDate ? formatLongDate(onlyDate, locale) : 'Select a Date'}
      lead={onlyDate && <OneDateLead />}
      hasChosen={hasChosen}
      draft={{ ...search, date: chosen, types: chosenTypes }}
      aside={hasMonths && <LayoutSwitch layout={layout} onChoose={chooseLayout} />}
      problem={isSoldOut ? allSoldOut(onlyDate && formatLongDate(onlyDate, locale)) : undefined}
      action={isSoldOut ? undefined : (toChosen ?? toTickets)}
    >
      {releasedCount > 0 && (
        <Notice
          announce="status"
          className="mb-6"
          title="The tickets you were holding are back on sale"
        >
          Your choice is kept, and you can hold them again.
        </Notice>
      )}
      {toTickets ? (
        <OneDate status={days[0]?.[1].status ?? event.status} />
      ) : (
        <Calendar layout={layout} chosen={chosen} onChoose={choose} />
      )}
      <LiveNews noun="days" offers={days.map((day) => offerOf(day, locale))} />
    </Layout>
  )
}

/** The day of the event's next session at the venue. */
const dayOf = ({ date, venue_timezone }: EventView): string | undefined =>
  date ? localDateOf(new Date(date), knownZone(venue_timezone)) : undefined

const SEE_OTHERS = (
  <Link {...paths.eventList()} className={buttonStyle()}>
    See other events
  </Link>
)

const allSoldOut = (onlyDay: string | undefined): StepProblem => ({
  title: `${onlyDay ?? 'Every day'} is sold out`,
  text: 'Tickets come back when someone’s hold ends without a purchase: look in again.',
  actions: (
    <>
      {/* On a wide screen the card beside the page has it. */}
      <a href={`#${SIMILAR_ID}`} className={buttonStyle('quiet', 'md', 'lg:hidden')}>
        See similar events
      </a>
      {SEE_OTHERS}
    </>
  ),
  briefActions: SEE_OTHERS,
})

/** The spoken text of a day when its availability changes. */
const offerOf = ([date, { status }]: [string, { status: DateStatus }], locale: string) => ({
  id: date,
  name: formatShortDate(date, locale),
  words: statusLabel(status).toLowerCase(),
  level: status,
})

interface CalendarProps {
  layout: CalendarLayout
  chosen: string | undefined
  onChoose: (date: string) => void
}

function Calendar({ layout, chosen, onChoose }: CalendarProps) {
  const { calendar } = useEventFlow()
  const retry = () => void calendar.refetch()
  const wayOn = <DayByHand onChoose={onChoose} />
  if (calendar.isPending) return <CalendarSkeleton />
  if (!calendar.data) {
    return (
      <CalendarError
        error={calendar.error}
        onRetry={retry}
        isRetrying={calendar.isFetching}
        wayOn={wayOn}
      />
    )
  }
  if (Object.keys(calendar.data.dates).length === 0) return <NoSessions layout={layout} />
  return (
    <CalendarBoundary onRetry={retry} wayOn={wayOn}>
      <Legend />
      <PriceCalendar calendar={calendar.data} layout={layout} chosen={chosen} onChoose={onChoose} />
    </CalendarBoundary>
  )
}

/** Without a day on sale there is no range, which the continuous calendar needs. */
function NoSessions({ layout }: { layout: CalendarLayout }) {
  const { calendarStartDate, calendarEndDate } = useEventFlow().event
  const lacksRange = layout === 'continuous' && !(calendarStartDate && calendarEndDate)
  return (
    <EmptyState
      level={3}
      title="No Sessions Available"
      actions={
        <Link {...paths.eventList()} className={buttonStyle()}>
          Back to Events
        </Link>
      }
    >
      There is nothing on sale for this event at the moment.
      {lacksRange && (
        <span className="mt-2 block text-sm">
          Please specify start and end dates to view the continuous calendar.
        </span>
      )}
    </EmptyState>
  )
}

/** Explains the marks, the prices and the time zone of the days. */
function Legend() {
  const { event } = useEventFlow()
  const { locale } = useApp().tenant
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <AvailabilityMark level="available">
        <span className="text-muted">{statusLabel('available')}</span>
      </AvailabilityMark>
      <AvailabilityMark level="few">
        <span className="text-muted">{statusLabel('selling_fast')}</span>
      </AvailabilityMark>
      <AvailabilityMark level="soldOut">{statusLabel('sold_out')}</AvailabilityMark>
      <span>Lowest price, incl. fees. {zoneTitle(event.venue_timezone, locale)}.</span>
    </div>
  )
}
