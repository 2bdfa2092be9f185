import type { CalendarView, EventView } from '@foyer/contract'
import { formatInstantDate, formatPrice, formatShortDate, zoneName } from '@foyer/domain'
import { CalendarDays, Clock, MapPin } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { useApp } from '../../../app-context.tsx'
import { Poster } from '../../shell/poster.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'

/** The event in full where the day is chosen; its name and poster alone once one is on the way. */
export function EventHeader({ className }: { className: string }) {
  const { step } = useEventFlow()
  return (
    <header className={className}>{step === 'date' ? <FullHeader /> : <CompactHeader />}</header>
  )
}

function FullHeader() {
  const { event, calendar } = useEventFlow()
  const { locale } = useApp().tenant
  return (
    <div className="flex items-start gap-4 sm:gap-6">
      <div className="w-22 shrink-0 sm:w-32 lg:hidden">
        <Poster event={event} format="poster" priority isCarried className="rounded-md" />
      </div>
      <div className="min-w-0">
        <h1 className="font-display text-title font-bold lg:text-display">{event.name}</h1>
        <ul className="mt-3 flex flex-col gap-x-6 gap-y-1.5 text-sm text-muted lg:mt-5 lg:flex-row lg:flex-wrap lg:items-baseline">
          <Fact icon={MapPin}>{placeOf(event)}</Fact>
          <Fact icon={CalendarDays}>{datesOf(event, calendar.data, locale)}</Fact>
          <Fact icon={Clock}>
            {zoneName(event.date ?? SOME_INSTANT, event.venue_timezone, locale)}
          </Fact>
          {event.fromAllInMinor !== null && (
            <li>
              From{' '}
              <span className="figures font-display text-lg leading-none font-bold text-text">
                {formatPrice(event.fromAllInMinor, event.currency, locale)}
              </span>{' '}
              incl. fees
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}

// A zone's name needs an instant; an event without sessions has none of its own.
const SOME_INSTANT = '2026-01-01T00:00:00Z'

function CompactHeader() {
  const { event, search } = useEventFlow()
  return (
    <div className="flex items-center gap-4">
      <div className="size-14 shrink-0 lg:hidden">
        <Poster event={event} format="thumb" date={search.date} isCarried className="rounded-md" />
      </div>
      <div className="min-w-0">
        <p className="font-display text-lg leading-tight font-bold">{event.name}</p>
        <p className="text-sm text-muted">{event.venue_name || placeOf(event)}</p>
      </div>
    </div>
  )
}

function Fact({ icon: Icon, children }: { icon: typeof Clock; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className="mt-0.75 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

const placeOf = (event: EventView): string =>
  [event.venue_name, event.venue_city, event.venue_state].filter(Boolean).join(', ') ||
  event.location ||
  'Location TBD'

/** First to last day on sale, or the one there is. */
function datesOf(event: EventView, calendar: CalendarView | undefined, locale: string): string {
  const days = Object.keys(calendar?.dates ?? {}).sort()
  const first = days[0] ?? event.calendarStartDate
  const last = days.at(-1) ?? event.calendarEndDate
  if (!first)
    return event.date ? formatInstantDate(event.date, event.venue_timezone, locale) : 'Date TBD'
  const start = formatShortDate(first, locale)
  return last && last !== first ? `${start} to ${formatShortDate(last, locale)}` : start
}
