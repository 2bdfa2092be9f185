import type { Schedule } from '@foyer/contract'
import { zonedIso } from '@foyer/domain'
import { describe, expect, test } from 'vitest'
import { expandSchedule } from './recurrence.ts'

const SEASON: Schedule = {
  rule: 'FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU',
  from: '2027-04-01',
  to: '2027-04-30',
  exceptDates: [],
  extraDates: [],
  times: { first: '10:00', last: '18:00', everyMinutes: 30 },
  durationMinutes: 30,
  name: '',
  capacity: 20,
  types: [{ ticketTypeId: 'adult', capacity: null }],
  variations: [],
}

function expanded(change: Partial<Schedule>, timeZone = 'Europe/Berlin') {
  const result = expandSchedule({ ...SEASON, ...change }, timeZone)
  if (!result.ok) throw new Error(result.refusal.message)
  const { sessions, ...rest } = result.value
  return {
    ...rest,
    sessions,
    starts: sessions.map(({ startsAt }) => zonedIso(startsAt.toISOString(), timeZone).slice(0, 16)),
  }
}

const problemOf = (change: Partial<Schedule>) => {
  const result = expandSchedule({ ...SEASON, ...change }, 'Europe/Berlin')
  return result.ok ? 'ok' : result.refusal.message
}

describe('a season', () => {
  test('has every start of every day of the rule, the last one included', () => {
    const { starts } = expanded({})
    // April 2027 has four Mondays, on which it is closed.
    expect(starts).toHaveLength(26 * 17)
    expect(starts[0]).toBe('2027-04-01T10:00')
    expect(starts.at(-1)).toBe('2027-04-30T18:00')
    expect(starts.some((start) => start.startsWith('2027-04-05'))).toBe(false)
  })

  test('leaves out exceptions and adds extra days, each day once', () => {
    const { starts } = expanded({
      exceptDates: ['2027-04-02'],
      extraDates: ['2027-04-05', '2027-04-06', '2027-04-02'],
    })
    const days = new Set(starts.map((start) => start.slice(0, 10)))
    expect(days.has('2027-04-02')).toBe(false)
    expect(days.has('2027-04-05')).toBe(true)
    expect(starts).toHaveLength(26 * 17)
  })

  test('ends with the rule if that ends before the last day', () => {
    expect(expanded({ rule: 'FREQ=DAILY;COUNT=3' }).starts).toHaveLength(3 * 17)
    expect(expanded({ rule: 'RRULE:FREQ=DAILY;UNTIL=20270403' }).starts).toHaveLength(3 * 17)
    expect(expanded({ rule: 'FREQ=DAILY;UNTIL=20270403T235959Z' }).starts).toHaveLength(3 * 17)
  })

  test('may be on the first Saturday of each month', () => {
    const { starts } = expanded({
      rule: 'FREQ=MONTHLY;BYDAY=1SA',
      to: '2027-06-30',
      times: { at: ['20:00', '14:00', '20:00'] },
    })
    expect(starts).toEqual([
      '2027-04-03T14:00',
      '2027-04-03T20:00',
      '2027-05-01T14:00',
      '2027-05-01T20:00',
      '2027-06-05T14:00',
      '2027-06-05T20:00',
    ])
  })
})

describe('the clocks of the venue', () => {
  const nights = {
    rule: 'FREQ=DAILY',
    times: { at: ['01:30', '02:30', '03:30', '10:00'] },
  } as const

  test('a session at 10:00 is at 10:00 before and after they change', () => {
    const { starts } = expanded({
      rule: 'FREQ=DAILY',
      times: { at: ['10:00'] },
      from: '2027-03-27',
    })
    expect(new Set(starts.map((start) => start.slice(11)))).toEqual(new Set(['10:00']))
  })

  test('a time that they skip is an hour later, and is one with a session at that time', () => {
    const { starts, movedByClocks } = expanded({
      rule: nights.rule,
      times: { at: [...nights.times.at] },
      from: '2027-03-28',
      to: '2027-03-28',
    })
    expect(starts).toEqual(['2027-03-28T01:30', '2027-03-28T03:30', '2027-03-28T10:00'])
    expect(movedByClocks.map((at) => at.toISOString())).toEqual(['2027-03-28T01:30:00.000Z'])
  })

  test('a time that occurs twice is the first of the two', () => {
    const { sessions, movedByClocks } = expanded({
      rule: nights.rule,
      times: { at: ['02:30'] },
      from: '2027-10-31',
      to: '2027-10-31',
    })
    expect(sessions.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2027-10-31T00:30:00.000Z',
    ])
    expect(movedByClocks).toEqual([])
  })

  test('a night goes on after midnight, also in the night in which they change', () => {
    const { starts } = expanded({
      rule: 'FREQ=DAILY',
      times: { first: '22:00', last: '04:00', everyMinutes: 120 },
      from: '2027-03-27',
      to: '2027-03-27',
    })
    expect(starts).toEqual([
      '2027-03-27T22:00',
      '2027-03-28T00:00',
      '2027-03-28T03:00',
      '2027-03-28T04:00',
    ])
  })
})

test('the last variation that matches weekday and time decides capacity and prices', () => {
  const { sessions, patterns } = expanded({
    from: '2027-04-02',
    to: '2027-04-03',
    times: { at: ['10:00', '18:00'] },
    types: [{ ticketTypeId: 'adult', capacity: null, priceMinor: 1000 }],
    variations: [
      { weekdays: [6], capacity: 40, prices: [{ ticketTypeId: 'adult', priceMinor: 1500 }] },
      { weekdays: [], from: '17:00', prices: [{ ticketTypeId: 'adult', priceMinor: 2000 }] },
    ],
  })
  const of = (index: number) => {
    const pattern = patterns[sessions[index]?.pattern ?? -1]
    return [pattern?.capacity, pattern?.types[0]?.priceMinor]
  }
  expect([of(0), of(1), of(2), of(3)]).toEqual([
    [20, 1000],
    [20, 2000],
    [40, 1500],
    [40, 2000],
  ])
})

describe('a rule is refused with a reason', () => {
  test.each([
    ['hello', /FREQ/],
    ['FREQ=HOURLY', /FREQ=DAILY/],
    ['FREQ=DAILY;BYHOUR=3', /rule of days/],
    ['FREQ=DAILY;INTERVAL=0', /interval/],
    ['FREQ=WEEKLY;BYDAY=XX', /./],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;COUNT=2', /./],
    [`FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 41 }, (_, day) => day + 1)}`, /list/],
    ['FREQ=DAILY\nDTSTART:20200101', /rule like/],
  ])('%s', (rule, reason) => {
    expect(problemOf({ rule })).toMatch(reason)
  })

  test('more than ten thousand dates, a span of more than five years, an end before its beginning', () => {
    const all = { rule: 'FREQ=DAILY', to: '2029-04-01' }
    expect(problemOf(all)).toMatch(/12444 dates; at most 10000/)
    expect(problemOf({ to: '2033-01-01' })).toMatch(/five years/)
    expect(problemOf({ to: '2027-03-01' })).toMatch(/before the first day/)
  })
})
