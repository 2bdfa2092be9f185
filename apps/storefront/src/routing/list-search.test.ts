import { describe, expect, it } from 'vitest'
import { criteriaOf, hasFilters, readListSearch, readShown, shownOf } from './list-search.ts'

const GARBAGE = [
  'x'.repeat(10_000),
  '\u0000',
  '\ud800',
  '🎟️',
  "'; drop table events; --",
  '<script>alert(1)</script>',
  ' ',
  '',
  '-1',
  'NaN',
  '1e9',
  42,
  null,
  ['a', 'b'],
  { a: 1 },
]
const FULL = {
  q: 'jazz night',
  category: 'music',
  city: 'München',
  day: 'today',
  from: '2027-01-01',
  to: '2027-01-31',
  maxPrice: '49.50',
  sort: 'price',
  shown: '36',
}

describe('the search of a list', () => {
  it('a well-formed search of a list is read completely', () => {
    expect(readListSearch(FULL)).toEqual(FULL)
  })

  it('returns every key, so that the router lets no invalid value through', () => {
    expect(Object.keys(readListSearch({}))).toEqual(Object.keys(FULL))
    expect(Object.keys(readShown({}))).toEqual(['shown'])
  })

  it.each(Object.keys(FULL).filter((name) => name !== 'q' && name !== 'city'))(
    'drops garbage in %s',
    (name) => {
      for (const value of GARBAGE)
        expect(readListSearch({ [name]: value })).toEqual(readListSearch({}))
    },
  )

  it('words are kept as typed, up to the maximum length', () => {
    expect(readListSearch({ q: 'x'.repeat(10_000) }).q).toHaveLength(100)
    expect(readListSearch({ q: `${'x'.repeat(99)}🎟` }).q).toBe(`${'x'.repeat(99)}\uFFFD`)
    expect(readListSearch({ q: '<script>' }).q).toBe('<script>')
    for (const q of [' ', '', 'a\u0000b', 7, null, ['a']]) {
      expect(readListSearch({ q }).q).toBeUndefined()
    }
  })

  it('drops a last day before the first', () => {
    expect(readListSearch({ from: '2027-02-01', to: '2027-01-31' })).toMatchObject({
      from: '2027-02-01',
      to: undefined,
    })
  })

  it('only filters, words and order are sent to the server', () => {
    const { shown: _, ...criteria } = FULL
    expect(criteriaOf(readListSearch(FULL))).toEqual(criteria)
    expect(criteriaOf(readListSearch({ q: ' jazz ' }))).toEqual({ q: 'jazz' })
    expect(criteriaOf(readListSearch({}))).toEqual({})
  })

  it('filters are distinguished from words and order', () => {
    expect(hasFilters(readListSearch({ q: 'a', sort: 'name', shown: '24' }))).toBe(false)
    expect(hasFilters(readListSearch({ city: 'Oslo' }))).toBe(true)
  })
})

describe('the number of opened events', () => {
  it.each([
    [undefined, 12],
    ['1', 12],
    ['12', 12],
    ['13', 24],
    ['36', 36],
    ['9999', 120],
  ])('%s comes in whole pages: %i', (shown, count) => {
    expect(shownOf(readShown({ shown }))).toBe(count)
  })
})
