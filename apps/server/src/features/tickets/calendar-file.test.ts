import { describe, expect, test } from 'vitest'
import { anOrder } from '../../../test/support/an-order.ts'
import { calendarFile } from './calendar-file.ts'

const fileOf = (plan: Parameters<typeof anOrder>[0] = {}) =>
  calendarFile({
    order: anOrder(plan),
    url: 'https://tickets.example/order-tickets/1',
    host: 'tickets.example',
    locale: 'en-US',
    sequence: 2,
    changedAt: new Date('2026-06-01T08:00:00Z'),
  })
const linesOf = (file: string) => file.replace(/\r\n /g, '').split('\r\n')

/** The offsets in the zone definition of the file, such as '-0700'. */
const offsetsOf = (lines: string[]) =>
  new Set(lines.filter((line) => line.startsWith('TZOFFSETTO')).map((line) => line.split(':')[1]))

describe('a calendar file', () => {
  test('names the event, its venue, a reminder and the entry that it replaces', () => {
    const lines = linesOf(fileOf({ tickets: 2 }))
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        'UID:0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a00@tickets.example',
        'SEQUENCE:2',
        'SUMMARY:Harbor Lights',
        'STATUS:CONFIRMED',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT2H',
      ]),
    )
    const find = (name: string) => lines.find((line) => line.startsWith(name)) ?? ''
    expect(find('LOCATION')).toContain('The Great Pier Hall')
    expect(find('DESCRIPTION:Doors')).toContain(
      'DESCRIPTION:Doors open at 6:15 PM\\nOrder 0E2F0A00\\, 2 tickets',
    )
    expect(find('DTSTAMP')).toBe('DTSTAMP:20260601T080000Z')
  })

  test.each([
    ['2026-07-04T02:00:00Z', 'America/Los_Angeles', '20260703T190000', ['-0700', '-0800']],
    ['2026-12-05T03:00:00Z', 'America/Los_Angeles', '20261204T190000', ['-0700', '-0800']],
    // The night when the clocks go back, before and after the change.
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '20261025T023000', ['+0100', '+0200']],
    ['2026-10-25T10:00:00Z', 'Europe/Berlin', '20261025T110000', ['+0100', '+0200']],
    ['2026-12-05T13:30:00Z', 'Asia/Kolkata', '20261205T190000', ['+0530']],
  ])('shows %s in %s as %s on the venue’s clock', (startTime, timeZone, clock, offsets) => {
    const session = { startTime, endTime: startTime }
    const lines = linesOf(fileOf({ session, event: { timeZone } }))
    expect(lines).toContain(`DTSTART;TZID=${timeZone}:${clock}`)
    expect(lines).toContain(`TZID:${timeZone}`)
    for (const offset of offsets) expect(offsetsOf(lines)).toContain(offset)
  })

  test('ends on the venue’s clock too, also after midnight', () => {
    const lines = linesOf(fileOf({ session: { endTime: '2026-07-04T08:15:00Z' } }))
    expect(lines).toContain('DTEND;TZID=America/Los_Angeles:20260704T011500')
  })

  test('has an entry for each session that the order has valid tickets for', () => {
    const lastSession = {
      id: '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0b00',
      startTime: '2026-07-05T02:00:00.000Z',
      endTime: '2026-07-05T04:30:00.000Z',
      date: '2026-07-04',
    }
    const lines = linesOf(fileOf({ tickets: 3, lastSession }))
    const valuesOf = (name: string) => lines.filter((line) => line.startsWith(name))
    expect(valuesOf('DTSTART;')).toEqual([
      'DTSTART;TZID=America/Los_Angeles:20260703T190000',
      'DTSTART;TZID=America/Los_Angeles:20260704T190000',
    ])
    expect(new Set(valuesOf('UID:')).size).toBe(2)
    const [first, second] = valuesOf('DESCRIPTION:Doors')
    expect(first).toContain(', 2 tickets')
    expect(second).toContain(', 1 ticket')
    expect(valuesOf('SEQUENCE:')).toEqual(['SEQUENCE:2', 'SEQUENCE:2'])
  })

  test('escapes characters that would end a value, and folds at 75 bytes without cutting a letter', () => {
    const name = `Rock; Pop, \\ and ${'Frühlingsfest 🎪 '.repeat(8)}`
    const file = fileOf({ event: { name } })
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
    const summary = linesOf(file).find((line) => line.startsWith('SUMMARY'))
    expect(summary).toMatch(/^SUMMARY:Rock\\; Pop\\, \\\\ and (Frühlingsfest 🎪 ?)+$/)
  })
})
