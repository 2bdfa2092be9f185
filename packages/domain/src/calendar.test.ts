import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  formatDay,
  formatInstantDate,
  formatLongDate,
  formatMonth,
  formatShortDate,
  formatTime,
  isCalendarDate,
  localDateOf,
  weekdayOf,
} from './calendar.ts'
import { knownZone, zoneName, zoneTitle } from './time-zones.ts'
import { instantOf, zonedIso } from './wall-clock.ts'

describe('the instant of a wall clock', () => {
  test.each([
    ['winter', '2026-01-15', 19 * 60, 'America/New_York', '2026-01-16T00:00:00.000Z'],
    ['summer', '2026-07-15', 19 * 60, 'America/New_York', '2026-07-15T23:00:00.000Z'],
    [
      'just before the clocks go forward',
      '2026-03-08',
      90,
      'America/New_York',
      '2026-03-08T06:30:00Z',
    ],
    ['just after they went forward', '2026-03-08', 180, 'America/New_York', '2026-03-08T07:00:00Z'],
    ['midnight of that day', '2026-03-08', 0, 'America/New_York', '2026-03-08T05:00:00Z'],
    ['after the clocks went back', '2026-11-01', 120, 'America/New_York', '2026-11-01T07:00:00Z'],
    ['a half-hour zone', '2026-06-01', 600, 'Asia/Kolkata', '2026-06-01T04:30:00Z'],
    ['far east of Greenwich', '2026-06-01', 60, 'Pacific/Kiritimati', '2026-05-31T11:00:00Z'],
    ['UTC', '2026-06-01', 60, 'UTC', '2026-06-01T01:00:00Z'],
  ])('%s', (_, date, minutes, zone, instant) => {
    expect(instantOf(date, minutes, zone)).toEqual(new Date(instant))
  })

  test.each([
    ['America/New_York', '2026-03-08', '2026-03-08T07:30:00Z', '3:30 AM'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T01:30:00Z', '3:30 AM'],
  ])('a time in the hour that %s skips is moved on by an hour', (zone, date, instant, shown) => {
    const moved = instantOf(date, 150, zone)
    expect(moved).toEqual(new Date(instant))
    expect(formatTime(moved.toISOString(), zone)).toMatch(new RegExp(shown.replace(' ', '\\s')))
  })

  test.each([
    ['America/New_York', '2026-11-01', 90, '2026-11-01T05:30:00Z'],
    ['Europe/Berlin', '2026-10-25', 150, '2026-10-25T00:30:00Z'],
  ])(
    'a time in the hour that %s repeats is the first of the two',
    (zone, date, minutes, instant) => {
      expect(instantOf(date, minutes, zone)).toEqual(new Date(instant))
    },
  )

  test('is read back as the same date and time, every day of the year', () => {
    const zones = ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Sydney']
    const time = new Map(
      zones.map((timeZone) => [
        timeZone,
        new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
      ]),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 2 * 365 }),
        // Outside of the hours in which one of these zones changes its clocks.
        fc.integer({ min: 4 * 60, max: 24 * 60 - 1 }),
        (zone, day, minutes) => {
          const date = addDays('2026-01-01', day)
          const instant = instantOf(date, minutes, zone)
          const shown = [Math.floor(minutes / 60), minutes % 60]
          expect(localDateOf(instant, zone)).toBe(date)
          expect(time.get(zone)?.format(instant)).toBe(
            shown.map((part) => String(part).padStart(2, '0')).join(':'),
          )
        },
      ),
    )
  })
})

describe('the date of an instant', () => {
  test('is the date at the venue, not in UTC or on this machine', () => {
    const late = new Date('2026-11-22T07:30:00Z')
    expect(localDateOf(late, 'America/Los_Angeles')).toBe('2026-11-21')
    expect(localDateOf(late, 'America/New_York')).toBe('2026-11-22')
    expect(localDateOf(new Date('2026-11-21T20:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-22')
  })
})

describe('calendar dates', () => {
  test.each(['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'])('%s exists', (date) => {
    expect(isCalendarDate(date)).toBe(true)
  })

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
    // PostgreSQL has no year 0 either.
    '0000-01-01',
    '',
  ])('%j does not', (date) => {
    expect(isCalendarDate(date)).toBe(false)
  })

  test('days are added over months, leap days and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('2026-01-01', 0)).toBe('2026-01-01')
  })

  test('the week starts on Sunday', () => {
    expect(weekdayOf('2026-11-22')).toBe(0)
    expect(weekdayOf('2026-11-21')).toBe(6)
  })
})

describe('dates and times as text', () => {
  test('are shown as at the venue', () => {
    expect(formatLongDate('2026-11-21')).toBe('Saturday, November 21, 2026')
    expect(formatShortDate('2026-11-21')).toBe('Nov 21, 2026')
    expect(formatDay('2026-11-21')).toBe('Nov 21')
    expect(formatDay('2026-11-21', 'en-US', { weekday: 'short' })).toBe('Sat, Nov 21')
    expect(formatMonth('2026-11-21')).toBe('November 2026')
    const instant = '2026-11-22T03:42:00Z'
    expect(formatTime(instant, 'America/Los_Angeles')).toMatch(/^7:42\sPM$/)
    expect(formatInstantDate(instant, 'America/Los_Angeles')).toBe('Nov 21, 2026')
    expect(zoneName(instant, 'America/Los_Angeles')).toBe('Pacific Standard Time')
    expect(zoneName('2026-07-22T03:42:00Z', 'America/Los_Angeles')).toBe('Pacific Daylight Time')
    expect(zoneTitle('America/Los_Angeles')).toBe('Pacific Time')
  })

  test('follow the locale', () => {
    expect(formatLongDate('2026-11-21', 'de-DE')).toBe('Samstag, 21. November 2026')
    expect(formatTime('2026-11-22T15:42:00Z', 'Europe/Berlin', 'de-DE')).toBe('16:42')
  })
})

test('a zone that is missing or unknown becomes the fallback, and only then', () => {
  expect(knownZone('Europe/Berlin')).toBe('Europe/Berlin')
  expect(knownZone('Mars/Olympus')).toBe('America/Los_Angeles')
  expect(knownZone('')).toBe('America/Los_Angeles')
  expect(knownZone(null)).toBe('America/Los_Angeles')
  expect(knownZone(undefined)).toBe('America/Los_Angeles')
})

test.each([
  ['2026-11-22T00:30:00.000Z', 'America/New_York', '2026-11-21T19:30:00-05:00'],
  ['2026-07-01T12:00:00.000Z', 'Asia/Kolkata', '2026-07-01T17:30:00+05:30'],
  ['2026-07-01T12:00:00.000Z', 'UTC', '2026-07-01T12:00:00+00:00'],
])('%s in %s is written %s', (instant, zone, text) => {
  expect(zonedIso(instant, zone)).toBe(text)
})
