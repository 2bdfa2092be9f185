import type { OrderView } from '@foyer/contract'
import { formatLongDate, formatTime, knownZone, zoneName } from '@foyer/domain'
import { venueText } from '../../shared/venue-text.ts'

interface EventLinesProps {
  order: OrderView
  locale: string
}

/** When and where, in the venue's zone. */
export function EventLines({ order: { order, session, event }, locale }: EventLinesProps) {
  const zone = knownZone(event.timeZone)
  return (
    <>
      <p className="text-text">{formatLongDate(order.selectedDate, locale)}</p>
      <p>
        <span className="text-text">{formatTime(session.startTime, zone, locale)}</span>
        {`, ${zoneName(session.startTime, zone, locale)}`}
      </p>
      <p>{venueText(event)}</p>
    </>
  )
}
