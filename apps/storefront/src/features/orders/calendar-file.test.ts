import { describe, expect, it } from 'vitest'
import { type CalendarEntry, calendarFile, calendarHref } from './calendar-file.ts'

const entry: CalendarEntry = {
  uid: 'order-1@tickets.example',
  title: 'Harbor Lights',
  location: 'Pier 9, San Francisco, CA',
  description: 'Order ABCD1234\n2 tickets',
  url: 'https://tickets.example/order-tickets/1',
  startsAt: '2026-12-05T03:00:00.000Z',
  endsAt: '2026-12-05T05:30:00.000Z',
  timeZone: 'America/Los_Angeles',
  stampedAt: '2026-12-01T20:05:00.000Z',
}
const linesOf = (file: string) => file.replace(/\r\n /g, '').split('\r\n')

describe('calendarFile', () => {
  it('puts the event at the wall clock of the venue, offset included', () => {
    const lines = linesOf(calendarFile(entry))
    expect(lines).toContain('DTSTART;TZID=America/Los_Angeles:20261204T190000')
    expect(lines).toContain('DTEND;TZID=America/Los_Angeles:20261204T213000')
    expect(lines).toContain('TZOFFSETTO:-0800')
    expect(lines).toContain('DTSTAMP:20261201T200500Z')
  })

  it.each([
    ['2026-07-04T02:00:00Z', 'America/Los_Angeles', '-0700', '20260703T190000'],
    ['2026-12-05T13:30:00Z', 'Asia/Kolkata', '+0530', '20261205T190000'],
    ['2026-12-05T19:00:00Z', 'Europe/London', '+0000', '20261205T190000'],
    ['2026-12-05T19:00:00Z', 'UTC', '+0000', '20261205T190000'],
  ])('knows the offset of %s in %s', (startsAt, timeZone, offset, wall) => {
    const lines = linesOf(calendarFile({ ...entry, startsAt, timeZone }))
    expect(lines).toContain(`TZOFFSETTO:${offset}`)
    expect(lines).toContain(`DTSTART;TZID=${timeZone}:${wall}`)
  })

  it('escapes what would end a value', () => {
    const lines = linesOf(calendarFile({ ...entry, title: 'Rock; Pop, \\ and\nmore' }))
    expect(lines).toContain('SUMMARY:Rock\\; Pop\\, \\\\ and\\nmore')
    expect(lines).toContain('DESCRIPTION:Order ABCD1234\\n2 tickets')
    expect(lines).toContain('LOCATION:Pier 9\\, San Francisco\\, CA')
  })

  it('folds long lines at 75 bytes without cutting a character', () => {
    const title = 'Frühlingsfest 🎪 '.repeat(12)
    const file = calendarFile({ ...entry, title })
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    }
    expect(linesOf(file)).toContain(`SUMMARY:${title}`)
  })

  it('ends every line as the standard asks, and travels in a link', () => {
    expect(calendarFile(entry)).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/)
    expect(decodeURIComponent(calendarHref(entry))).toContain('\r\nBEGIN:VEVENT\r\n')
  })
})
