import type { OrderView } from '@foyer/contract'
import { formatLongDate, formatTime, knownZone, zoneName } from '@foyer/domain'
import { venueText } from '../event/venue-text.ts'

interface EventLinesProps {
  order: OrderView
  /** For one of its tickets, which may have another date than the order. */
  ticket?: OrderView['tickets'][number]
  locale: string
}

/** Date, time and venue, in the venue's zone. */
export function EventLines({ order, ticket, locale }: EventLinesProps) {
  const { event } = order
  const startTime = ticket?.session.startTime ?? order.session.startTime
  const date = ticket?.session.date ?? order.order.selectedDate
  const zone = knownZone(event.timeZone)
  return (
    <>
      <p className="text-text">{formatLongDate(date, locale)}</p>
      <p>
        <span className="text-text">{formatTime(startTime, zone, locale)}</span>
        {`, ${zoneName(startTime, zone, locale)}`}
      </p>
      <p>{venueText(event)}</p>
    </>
  )
}
