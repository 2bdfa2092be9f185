import type { CalendarView } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import {
  buildMonths,
  describeDay,
  firstDayIn,
  isOpen,
  tabStopOf,
  weekdayNames,
} from './calendar-model.ts'

type Dates = CalendarView['dates']
const day = (status: Dates[string]['status'] = 'available', allInMinor = 3498) => ({
  id: '88888888-8888-4888-8888-888888888888:2026-11-21',
  minPrice: 29.99,
  allInMinor,
  status,
})

describe('buildMonths', () => {
  it('has no months if there are no sessions', () => {
    expect(buildMonths({}, 'en-US')).toEqual([])
  })

  it('starts weeks on Sunday and pads both ends', () => {
    const [november] = buildMonths({ '2026-11-01': day(), '2026-11-30': day() }, 'en-US')
    expect(november?.label).toBe('November 2026')
    expect(november?.weeks).toHaveLength(5)
    expect(november?.weeks[0]?.[0]?.date).toBe('2026-11-01')
    expect(november?.weeks[4]?.map((cell) => cell?.dayOfMonth ?? null)).toEqual([
      29,
      30,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('begins weeks as the locale does', () => {
    const [november] = buildMonths({ '2026-11-01': day(), '2026-11-30': day() }, 'de-DE')
    expect(november?.weeks).toHaveLength(6)
    expect(november?.weeks[0]?.map((cell) => cell?.dayOfMonth ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      1,
    ])
    expect(weekdayNames('de-DE').map(({ long }) => long)).toEqual([
      'Montag',
      'Dienstag',
      'Mittwoch',
      'Donnerstag',
      'Freitag',
      'Samstag',
      'Sonntag',
    ])
    expect(weekdayNames('en-US')[0]).toEqual({ short: 'Sun', long: 'Sunday' })
  })

  it('leaves out the weeks before the first session and after the last, and blanks their days', () => {
    const [november] = buildMonths({ '2026-11-18': day(), '2026-11-20': day() }, 'en-US')
    expect(november?.weeks.map((week) => week.map((cell) => cell?.dayOfMonth ?? null))).toEqual([
      [null, null, null, 18, 19, 20, null],
    ])
  })

  it('blanks the days outside the run in its first month as in its last', () => {
    const months = buildMonths({ '2026-11-25': day(), '2026-12-02': day() }, 'en-US')
    const shown = months.map(({ weeks }) => weeks.flat().filter((cell) => cell !== null))
    expect(shown.map((days) => [days[0]?.date, days.at(-1)?.date])).toEqual([
      ['2026-11-25', '2026-11-30'],
      ['2026-12-01', '2026-12-02'],
    ])
  })

  it('a month without a day that can be chosen says why, and that sales will start before all else', () => {
    const wordsOf = (...statuses: Dates[string]['status'][]) =>
      buildMonths(
        Object.fromEntries(statuses.map((status, i) => [`2026-11-0${i + 1}`, day(status)])),
        'en-US',
      )[0]?.shutWords
    expect(wordsOf('sold_out', 'sold_out')).toBe('Sold Out')
    expect(wordsOf('sold_out', 'not_yet')).toBe('Soon')
    expect(wordsOf('sold_out', 'closed')).toBe('Closed')
  })

  it('has no gaps between the first and the last session, also across the end of a year', () => {
    const months = buildMonths({ '2026-11-30': day(), '2027-02-01': day() }, 'en-US')
    expect(months.map(({ id, hasSessions }) => [id, hasSessions])).toEqual([
      ['2026-11', true],
      ['2026-12', false],
      ['2027-01', false],
      ['2027-02', true],
    ])
  })

  it.each([
    ['2026-02', '28', 4],
    ['2028-02', '29', 5],
    ['2026-08', '31', 6],
  ])('%s has %s days in %i weeks', (month, last, weeks) => {
    const [built] = buildMonths({ [`${month}-01`]: day(), [`${month}-${last}`]: day() }, 'en-US')
    expect(built?.weeks).toHaveLength(weeks)
    expect(built?.weeks.flat().filter(Boolean)).toHaveLength(Number(last))
  })

  it('takes the lowest price of a month from days that can be chosen', () => {
    const [month] = buildMonths(
      { '2026-11-20': day('sold_out', 1000), '2026-11-21': day('selling_fast', 4000) },
      'en-US',
    )
    expect(month?.fromMinor).toBe(4000)
  })

  it('shows free days', () => {
    const [month] = buildMonths({ '2026-11-21': day('available', 0) }, 'en-US')
    expect(month?.fromMinor).toBe(0)
  })

  it('refuses an invalid range', () => {
    expect(() => buildMonths({ 'not a day': day() }, 'en-US')).toThrow(RangeError)
    expect(() => buildMonths({ '2026-11-21': day(), '2126-11-21': day() }, 'en-US')).toThrow(
      RangeError,
    )
  })

  it('builds a year of days', () => {
    const months = buildMonths({ '2026-11-21': day(), '2027-11-20': day() }, 'en-US')
    expect(months).toHaveLength(13)
    expect(months.flatMap(({ weeks }) => weeks.flat()).filter(Boolean)).toHaveLength(365)
  })
})

describe('what a day says', () => {
  const cell = { date: '2026-11-21', dayOfMonth: 21, fromMinor: 3498 }

  it('names weekday, price with fees and availability', () => {
    expect(describeDay({ ...cell, status: 'selling_fast' }, '$34.98', 'en-US')).toBe(
      'Saturday, November 21, 2026, from $34.98 incl. fees, selling fast',
    )
    expect(describeDay({ ...cell, status: 'available' }, '$34.98', 'en-US')).toContain(
      ', available',
    )
  })

  it('says that a day costs nothing', () => {
    expect(describeDay({ ...cell, fromMinor: 0, status: 'available' }, 'Free', 'en-US')).toBe(
      'Saturday, November 21, 2026, free, available',
    )
  })

  it('says sold out and no price', () => {
    expect(describeDay({ ...cell, status: 'sold_out' }, '$34.98', 'en-US')).toBe(
      'Saturday, November 21, 2026, sold out',
    )
  })

  it('opens only days that can be bought', () => {
    expect(isOpen({ ...cell, status: 'selling_fast' })).toBe(true)
    expect(isOpen({ ...cell, status: 'sold_out' })).toBe(false)
    expect(isOpen({ ...cell, status: 'none' })).toBe(false)
  })
})

describe('tabStopOf', () => {
  const dates = { '2026-11-21': day('sold_out'), '2026-11-22': day() }

  it('is the chosen day, else the first open one', () => {
    expect(tabStopOf(dates, '2026-11-21')).toBe('2026-11-21')
    expect(tabStopOf(dates, '2020-01-01')).toBe('2026-11-22')
    expect(tabStopOf({ '2026-11-21': day('sold_out') }, undefined)).toBe('2026-11-21')
    expect(tabStopOf({}, undefined)).toBeUndefined()
  })
})

describe('firstDayIn', () => {
  const dates = {
    '2026-11-21': day('sold_out'),
    '2026-11-22': day(),
    '2026-12-24': day('sold_out'),
    '2026-12-05': day('sold_out'),
  }

  it('is the first open day of a month, else the first that has sessions', () => {
    expect(firstDayIn('2026-11', dates)).toBe('2026-11-22')
    expect(firstDayIn('2026-12', dates)).toBe('2026-12-05')
    expect(firstDayIn('2027-01', dates)).toBeUndefined()
  })
})
