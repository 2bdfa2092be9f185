import { type ChangePolicy, DEFAULT_POLICY } from '@foyer/domain'
import { describe, expect, it } from 'vitest'
import { calendar, calendarDay } from '../../../../test/day.ts'
import { anEvent, someFacts } from '../../../../test/fixtures.ts'
import {
  ageText,
  doorsText,
  lengthText,
  minutesText,
  refundsText,
  startsText,
  whenText,
} from './facts-text.ts'

const US = 'en-US'
/** ICU writes a narrow space before AM and PM. */
const plain = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll('\u202f', ' ')) as T

describe('the days of an event', () => {
  const dates = (...days: string[]) =>
    calendar(Object.fromEntries(days.map((day) => [day, calendarDay()])))

  it.each([
    [['2026-12-05'], 'Sat, Dec 5, 2026'],
    [['2026-12-05', '2026-12-06'], 'Dec 5 and Dec 6, 2026'],
    [['2026-11-24', '2026-12-01', '2027-01-03'], 'Nov 24 – Jan 3, 2027'],
    [['2026-03-01', '2026-06-01', '2027-03-01'], 'Mar 1, 2026 – Mar 1, 2027'],
  ])('%j are %s', (days, text) => {
    expect(whenText(anEvent(), dates(...days), US).line).toBe(text)
  })

  it('without a calendar they are those that the event knows itself', () => {
    const run = anEvent({ calendarStartDate: '2026-12-09', calendarEndDate: '2026-12-12' })
    expect(whenText(run, undefined, US).line).toBe('Dec 9 – Dec 12, 2026')
    // The next session is at 20:00 in Los Angeles.
    expect(whenText(anEvent(), undefined, US).line).toBe('Wed, Dec 9, 2026')
    expect(whenText(anEvent({ date: null }), dates(), US).line).toBe('Date TBD')
  })

  it('a note names the next day with tickets if the first day is sold out', () => {
    const first = calendarDay({ status: 'sold_out' })
    const from = (later: Parameters<typeof calendarDay>[0]) =>
      whenText(anEvent(), calendar({ '2026-11-26': first, '2026-11-27': calendarDay(later) }), US)
        .note
    expect(from({})).toBe('Next with tickets: Fri, Nov 27, 2026')
    expect(from({ status: 'sold_out' })).toBeUndefined()
    expect(whenText(anEvent(), dates('2026-11-26'), US).note).toBeUndefined()
  })
})

describe('the start times', () => {
  it.each([
    [[], null],
    [['19:30'], 'Starts at 7:30 PM'],
    [['14:30', '19:30'], '2:30 PM or 7:30 PM'],
    [['10:00', '10:30', '11:00', '20:00'], '10:00 AM to 8:00 PM'],
  ])('%j are %s', (times, text) => {
    expect(plain(startsText(times, US))).toBe(text)
  })
})

it.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [140, '2 h 20 min'],
])('%i minutes are %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})

describe('the length', () => {
  it.each([
    [null, null],
    [{ shortest: 140, longest: 140 }, '2 h 20 min'],
    [{ shortest: 45, longest: 90 }, '45 min to 1 h 30 min'],
  ])('%j is %s', (durationMinutes, text) => {
    expect(lengthText(someFacts({ durationMinutes }))).toBe(text)
  })
})

describe('the doors', () => {
  it.each([
    [null, ['19:30'], null],
    [0, ['19:30'], { line: 'Open at the start' }],
    [45, ['19:30'], { line: '6:45 PM', note: '45 min before the start' }],
    [30, ['00:15'], { line: '11:45 PM', note: '30 min before the start' }],
    [45, ['14:30', '19:30'], { line: '45 min before the start' }],
    [45, [], { line: '45 min before the start' }],
  ])('%s minutes before %j are %j', (doorsMinutes, startTimes, text) => {
    expect(plain(doorsText(someFacts({ doorsMinutes, startTimes }), US))).toEqual(text)
  })
})

describe('the age', () => {
  it.each([
    [null, null, null],
    [null, 'Bring an adult.', { line: 'Bring an adult.' }],
    [0, null, { line: 'All ages' }],
    [16, 'With an ID.', { line: '16 and over', note: 'With an ID.' }],
  ])('%s with the note %s is %j', (minimumAge, ageNote, text) => {
    expect(ageText(someFacts({ minimumAge, ageNote }))).toEqual(text)
  })
})

describe('the refunds', () => {
  const DAY = 24 * 60
  const policy = (cancel: Partial<ChangePolicy['cancel']>, canReschedule = true): ChangePolicy => ({
    ...DEFAULT_POLICY,
    reschedule: { ...DEFAULT_POLICY.reschedule, isAllowed: canReschedule },
    cancel: { ...DEFAULT_POLICY.cancel, isAllowed: true, ...cancel },
  })

  it.each<[string, ChangePolicy, object]>([
    ['the default', DEFAULT_POLICY, { line: 'No refunds', note: 'The date can be changed' }],
    ['nothing', policy({ isAllowed: false }, false), { line: 'No refunds' }],
    ['the whole price', policy({}, false), { line: 'Full refund until the start' }],
    [
      'the whole price, then a half',
      policy(
        {
          untilMinutes: DAY,
          shares: [
            { untilMinutes: 14 * DAY, ratePpm: 1_000_000 },
            { untilMinutes: 2 * DAY, ratePpm: 500_000 },
          ],
        },
        false,
      ),
      { line: 'Full refund until 14 days before' },
    ],
    [
      'a half until the rule itself ends',
      policy({ untilMinutes: DAY, shares: [{ untilMinutes: 60, ratePpm: 500_000 }] }, false),
      { line: '50% back until 1 day before' },
    ],
    [
      'hours',
      policy({ shares: [{ untilMinutes: 120, ratePpm: 1_000_000 }] }, false),
      { line: 'Full refund until 2 h before' },
    ],
    ['no share', policy({ shares: [] }, false), { line: 'No refunds' }],
  ])('%s is said in a few words', (_, rules, text) => {
    expect(refundsText(rules, US, anEvent({ sessionCount: 2 }))).toEqual(text)
  })

  it('of an event with one session promise no other date', () => {
    expect(refundsText(DEFAULT_POLICY, US, anEvent({ sessionCount: 1 }))).toEqual({
      line: 'No refunds',
    })
  })

  it('of an event that was called off are what its ticket holders get, whatever its policy says', () => {
    const off = anEvent({ status: 'called_off', sessionCount: 0 })
    for (const rules of [DEFAULT_POLICY, policy({}, false)]) {
      expect(refundsText(rules, US, off)).toEqual({ line: 'Money back', note: 'Or another date' })
    }
  })
})
