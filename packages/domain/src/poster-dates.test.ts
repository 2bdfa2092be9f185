import { describe, expect, it } from 'vitest'
import { posterDateLines, posterDates } from './poster-dates.ts'

const TODAY = '2026-11-20'
const lines = (days: string, today = TODAY, lastDay: string | null = null, locale = 'en-US') =>
  posterDateLines(posterDates(days, today, lastDay), locale, TODAY)

describe('the dates on a poster', () => {
  it.each<[string, string, string[]]>([
    ['one day with its weekday', '{[2026-11-22,2026-11-23)}', ['Sunday', 'Nov 22']],
    [
      'a day of the coming months without its year',
      '{[2027-02-01,2027-02-02)}',
      ['Monday', 'Feb 1'],
    ],
    ['a day far ahead with its year', '{[2028-02-01,2028-02-02)}', ['Tuesday', 'Feb 1, 2028']],
    ['three nights', '{[2026-12-04,2026-12-07)}', ['Dec 4 – 6']],
    ['a run as a run', '{[2026-11-28,2027-01-04)}', ['Nov 28 – Jan 3']],
    ['a run under way by its end', '{[2026-11-20,2027-01-04)}', ['Until Jan 3']],
    [
      'a run with days off as a run',
      '{[2026-11-28,2026-12-01),[2026-12-03,2026-12-07)}',
      ['Nov 28 – Dec 6'],
    ],
    [
      'a few days one by one',
      '{[2026-11-22,2026-11-23),[2026-11-28,2026-11-29)}',
      ['Nov 22 · Nov 28'],
    ],
    [
      'a weekly series by its weekday',
      '{[2026-11-20,2026-11-21),[2026-11-27,2026-11-28),[2026-12-04,2026-12-05),[2026-12-11,2026-12-12)}',
      ['Fridays', 'Until Dec 11'],
    ],
    ['nothing planned as nothing', '{}', []],
  ])('are %s', (_, days, expected) => {
    expect(lines(days).map((line) => line.replace(/\s/g, ' '))).toEqual(expected)
  })

  it('stay those of the last session once all are past', () => {
    expect(lines('{}', TODAY, '2026-11-18')).toEqual(['Wednesday', 'Nov 18, 2026'])
  })

  it('of a run under way are the same from day to day', () => {
    const next = posterDates('{[2026-11-21,2027-01-04)}', '2026-11-21', null)
    expect(next).toEqual(posterDates('{[2026-11-20,2027-01-04)}', TODAY, null))
  })

  it('are written in the language of the organizer', () => {
    expect(lines('{[2026-11-22,2026-11-23)}', TODAY, null, 'pt-PT')[0]).toBe('domingo')
  })
})
