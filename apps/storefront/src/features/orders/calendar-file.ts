/** What a calendar entry says; instants are UTC ISO strings, `timeZone` is the venue's. */
export interface CalendarEntry {
  /** Stays the same when the file is made again, so that calendars update instead of doubling. */
  uid: string
  title: string
  location: string
  description: string
  url: string
  startsAt: string
  endsAt: string
  timeZone: string
  /** When the order was made. */
  stampedAt: string
}

/**
 * An iCalendar file (RFC 5545) of one event. Times are wall clock times of the venue's zone, which
 * the file describes itself with the one offset that holds that day: readers that know the zone by
 * name use their own rules, all others need no table.
 */
export function calendarFile(entry: CalendarEntry): string {
  const { timeZone, startsAt } = entry
  const offset = offsetAt(startsAt, timeZone)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foyer//Tickets//EN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${compact(entry.stampedAt)}Z`,
    `DTSTART;TZID=${timeZone}:${wallClock(startsAt, timeZone)}`,
    `DTEND;TZID=${timeZone}:${wallClock(entry.endsAt, timeZone)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.location)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `URL:${entry.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** The file as an address that a link can download; nothing is fetched. */
export const calendarHref = (entry: CalendarEntry): string =>
  `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(entry))}`

/** '2026-12-05T03:00:00.000Z' -> '20261205T030000'. */
const compact = (iso: string): string => iso.slice(0, 19).replace(/[-:]/g, '')

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')

/** Lines of at most 75 bytes of UTF-8, continued after a line break and a space. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const parts: string[] = []
  let part = ''
  let room = 75
  for (const character of line) {
    const size = encoder.encode(character).length
    if (size > room) {
      parts.push(part)
      part = ''
      room = 74
    }
    part += character
    room -= size
  }
  return [...parts, part].join('\r\n ')
}

function wallClock(instant: string, timeZone: string): string {
  const moved = new Date(Date.parse(instant) + offsetMinutes(instant, timeZone) * 60_000)
  return compact(moved.toISOString())
}

/** '-0800'. */
function offsetAt(instant: string, timeZone: string): string {
  const minutes = offsetMinutes(instant, timeZone)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}${two(size % 60)}`
}

/** Minutes the zone is ahead of UTC at an instant, read from 'GMT-08:00'. */
function offsetMinutes(instant: string, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -size : size
}
