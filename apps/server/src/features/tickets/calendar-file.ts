import { TZDate } from '@date-fns/tz'
import type { OrderView } from '@foyer/contract'
import { doorsLine, knownZone, placeLine } from '@foyer/domain'
import { ICalAlarmType, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { visitsOf } from './calendar-visits.ts'

export interface CalendarEntry {
  order: OrderView
  /** The URL where the tickets are shown. */
  url: string
  /** The host that the entry's id belongs to. */
  host: string
  /** The language of the doors' time. */
  locale: string
  /** Higher after each change, so that a calendar accepts the newer file for the same entry. */
  sequence: number
  changedAt: Date
}

const REMIND_SECONDS = 2 * 60 * 60

/**
 * An iCalendar file (RFC 5545) of one order: an entry for each session that it has or had valid tickets
 * for. Entries without a valid ticket are cancelled; if none has one, the whole file cancels. Times are
 * wall-clock times in the venue's zone. The zone's rules are included; a reader that knows the zone by
 * name may use its own.
 */
export function calendarFile({
  order,
  url,
  host,
  locale,
  sequence,
  changedAt,
}: CalendarEntry): string {
  const { order: head, event } = order
  const zone = knownZone(event.timeZone)
  const inZone = (instant: string) => new TZDate(instant, zone)
  const visits = visitsOf(order)
  const isOver = visits.every(({ tickets }) => tickets === 0)
  const calendar = new ICalCalendar({
    prodId: { company: 'Foyer', product: 'Tickets', language: 'EN' },
    method: isOver ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    // The zone applies to the event only: a zone of the whole file would also apply to its
    // timestamps, which are UTC.
    timezone: { name: null, generator: rulesOf },
  })
  for (const [index, { session, tickets }] of visits.entries()) {
    const entry = calendar.createEvent({
      id: `${head.id}${index === 0 ? '' : `-${index + 1}`}@${host}`,
      sequence,
      stamp: changedAt,
      created: new TZDate(head.createdAt, 'UTC'),
      lastModified: changedAt,
      timezone: zone,
      start: inZone(session.startTime),
      end: inZone(session.endTime),
      summary: event.name,
      location: { title: placeLine(event.venueName, session.room), address: event.venueAddress },
      description: [
        doorsLine(event, session.startTime, locale),
        `Order ${head.orderNumber}, ${tickets === 1 ? '1 ticket' : `${tickets || 'no'} tickets`}`,
        ...event.importantInformation,
        url,
      ]
        .filter((line) => line !== null)
        .join('\n'),
      url,
      status: tickets === 0 ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
    if (tickets === 0) continue
    entry.createAlarm({
      type: ICalAlarmType.display,
      trigger: REMIND_SECONDS,
      description: event.name,
    })
  }
  return `${calendar.toString()}\r\n`
}

/**
 * Returns a zone's rules as the file's VTIMEZONE; null if none are known, so that readers use its
 * name.
 */
function rulesOf(zone: string): string | null {
  const [rules] = tzlib_get_ical_block(zone)
  return rules || null
}
