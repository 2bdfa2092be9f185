import { describe, expect, it } from 'vitest'
import {
  link,
  matchPattern,
  parseSearch,
  segmentsOf,
  splitAddress,
  stringifySearch,
} from './address.ts'

const TYPE = '3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d'

describe('the search of a page', () => {
  it('parameters stay text and are not converted to numbers', () => {
    expect(parseSearch('?session=5&cartId=12345')).toEqual({ session: '5', cartId: '12345' })
  })

  it('parameters survive being written and read', () => {
    const search = { types: `${TYPE}:2`, date: '2026-11-21', note: 'a b&c=ö+%' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })

  it('keeps pairs readable in the address', () => {
    expect(stringifySearch({ types: `${TYPE}:2,${TYPE}:1` })).toBe(`?types=${TYPE}:2,${TYPE}:1`)
  })

  it('unset parameters are left out, and so is an empty query', () => {
    expect(stringifySearch({ date: undefined })).toBe('')
  })

  it('does not fail on a lone surrogate', () => {
    expect(stringifySearch({ note: '\ud800' })).toBe('?note=%EF%BF%BD')
  })
})

describe('a link', () => {
  it('has its parameters in the path, as text of one segment, and the rest in the query', () => {
    const to = link(
      '/a/$first/b/$second',
      { first: 'x/y?', second: '$first' },
      { date: undefined, n: 2 },
    )
    expect(to).toEqual({ to: '/a/x%2Fy%3F/b/%24first?n=2' })
  })
})

describe('a pattern', () => {
  const match = (pattern: string, path: string) => matchPattern(pattern, segmentsOf(path))

  it.each([
    ['/', '/', {}],
    ['/events', '/Events/', {}],
    ['/a/$id', '/a/B%2Fc', { id: 'B/c' }],
    ['/a/$id', '//a//%E0%A4%A', { id: '%E0%A4%A' }],
    ['/a/$id/b/$id2', '/a/1/b/2', { id: '1', id2: '2' }],
  ])('%s matches %s', (pattern, path, params) => {
    expect(match(pattern, path)).toEqual(params)
  })

  it.each([
    ['/', '/a'],
    ['/a/$id', '/a'],
    ['/a/$id', '/a/1/2'],
    ['/a/$id', '/b/1'],
  ])('%s does not match %s', (pattern, path) => {
    expect(match(pattern, path)).toBeNull()
  })
})

it('no part of an address can lead to another site', () => {
  expect(segmentsOf('/\\evil.example/')).toEqual(['%5Cevil.example'])
  expect(splitAddress('//evil.example/a?b=1#c')).toEqual({
    path: '//evil.example/a',
    segments: ['evil.example', 'a'],
    search: { b: '1' },
    hash: '#c',
  })
})
