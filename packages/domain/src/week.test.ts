import { describe, expect, it } from 'vitest'
import { firstWeekdayOf } from './week.ts'

/** Newer than the type checker's library. */
interface WithWeekInfo {
  getWeekInfo(): { firstDay: number }
}
const knowsWeeks = (locale: object): locale is WithWeekInfo => 'getWeekInfo' in locale

/** By the runtime's own data, 0 = Sunday. */
function byRuntime(tag: string): number {
  const locale = new Intl.Locale(tag)
  if (!knowsWeeks(locale)) throw new Error('this runtime knows no weeks')
  return locale.getWeekInfo().firstDay % 7
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Codes of former countries, codes that were replaced, and the unknown one. */
const WITHDRAWN = new Set(['BU', 'RH', 'YD', 'ZZ'])
const regions = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => names.of(code) && !WITHDRAWN.has(code),
)

describe('the first day of the week', () => {
  it.each([
    ['en-US', 0],
    ['en-GB', 1],
    ['de', 1],
    ['fr-CA', 0],
    ['ar-EG', 6],
    ['ja', 0],
  ])('of %s is %i', (locale, day) => {
    expect(firstWeekdayOf(locale)).toBe(day)
  })

  it('is Sunday for an unknown or invalid locale', () => {
    expect(firstWeekdayOf('xx')).toBe(0)
    expect(firstWeekdayOf('not a locale')).toBe(0)
  })

  it('is what the runtime says, in every region', () => {
    expect(regions.length).toBeGreaterThan(240)
    const differ = regions.filter(
      (code) => firstWeekdayOf(`en-${code}`) !== byRuntime(`en-${code}`),
    )
    expect(differ).toEqual([])
  })
})
