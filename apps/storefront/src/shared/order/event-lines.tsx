import type { OrderView } from '@foyer/contract'
import {
  commonRoom,
  doorsLine,
  formatLongDate,
  formatTime,
  isCalendarDate,
  knownZone,
  placeLine,
  zoneName,
} from '@foyer/domain'
import { venueText } from '../event/venue-text.ts'

interface EventLinesProps {
  order: OrderView
  /** For one of its tickets, which may have another date than the order. */
  ticket?: OrderView['tickets'][number]
  locale: string
}

/*
 * The date and time of an order. A browser may have stored an order in an older shape: if a value
 * is not a date, a text is shown and the page does not fail.
 */

const isInstant = (value: string): boolean => !Number.isNaN(Date.parse(value))

/** 'Friday, December 4, 2026', or 'Date TBD'. */
export const dateText = (date: string, locale: string): string =>
  isCalendarDate(date) ? formatLongDate(date, locale) : 'Date TBD'

/** '7:00 PM' in the venue's zone, or 'Time TBD'. */
export const timeText = (startTime: string, timeZone: string, locale: string): string =>
  isInstant(startTime) ? formatTime(startTime, knownZone(timeZone), locale) : 'Time TBD'

/** Date, time and venue, in the venue's zone. */
export function EventLines({ order, ticket, locale }: EventLinesProps) {
  const { event } = order
  const startTime = ticket?.session.startTime ?? order.session.startTime
  const date = ticket?.session.date ?? order.order.selectedDate
  const zone = knownZone(event.timeZone)
  const room = ticket
    ? ticket.session.room
    : commonRoom(order.tickets.map(({ session }) => session))
  const doors = isInstant(startTime) ? doorsLine(event, startTime, locale) : null
  return (
    <>
      <p className="text-text">{dateText(date, locale)}</p>
      <p>
        <span className="text-text">{timeText(startTime, zone, locale)}</span>
        {isInstant(startTime) && `, ${zoneName(startTime, zone, locale)}`}
      </p>
      {doors && <p>{doors}</p>}
      <p>{placeLine(venueText(event), room)}</p>
    </>
  )
}
