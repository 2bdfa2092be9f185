import { hostNameOf, isEmail, parseSelection } from '@foyer/domain'
import { readSheet } from '@foyer/tables/read'
import { describe, expect, test } from 'vitest'
import { readSvg } from '../features/tenants/editing/read-svg.ts'
import { freeId } from '../markdown.ts'
import { acceptedEncodings, matchesEtag } from './conditional.ts'
import { nameIn } from './resolve-tenant.ts'

/** The shortest of five runs, in milliseconds. */
function fastest(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const begin = performance.now()
    run()
    return performance.now() - begin
  })
  return Math.min(...times)
}

const LINEAR = 8

/**
 * How much longer eight times the input takes: 8 if it is linear, 64 if it is quadratic. The smallest of
 * some tries, since a machine that is busy with something else makes a run longer and never shorter.
 */
function growth(
  run: (input: string) => void,
  make: (length: number) => string,
  mostTries = 6,
): number {
  const [small, large] = [make(2000), make(16_000)]
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < mostTries && least > 2 * LINEAR; tries += 1) {
    const ofSmall = Math.max(
      0.01,
      fastest(() => run(small)),
    )
    least = Math.min(least, fastest(() => run(large)) / ofSmall)
  }
  return least
}

const around = (filling: string) => (length: number) => `b${filling.repeat(length)}a`

function numberHeadings(texts: string): void {
  const ids = new Map<string, number>()
  for (const text of texts) freeId(text, ids)
}

const readTable = (text: string) => readSheet(Buffer.from(text, 'latin1'), '')

const svgOf = (part: string) => (length: number) => `<svg>${part.repeat(length / 8)}</svg>`

describe('reading text that a client chooses takes time in proportion to its length', () => {
  test.each<[string, (input: string) => unknown, (length: number) => string]>([
    ['the header that names a tenant', nameIn, around('/')],
    ['Host', hostNameOf, around(':1')],
    ['Accept-Encoding, spaces', acceptedEncodings, around('; ')],
    ['Accept-Encoding, weights', acceptedEncodings, around(';q=0.00 ')],
    ['If-None-Match', (input) => matchesEtag(input, 'W/"1"'), around('W/,')],
    ['a choice of tickets', parseSelection, around(':,')],
    ['an e-mail address, before the @', (input) => isEmail(input), around('.a')],
    [
      'an e-mail address, after the @',
      (input) => isEmail(input),
      (length) => `a@${'a-.'.repeat(length)}!`,
    ],
    [
      'a logo of comments that no <svg follows',
      readSvg,
      (length) => `${'<!---->'.repeat(length)}x`,
    ],
    ['a table of quotes', readTable, around('"')],
    ['a table of quoted separators', readTable, around('";"')],
    ['a table of letters from before Unicode', readTable, around('\u00FF\u0080;')],
    ['a logo of document types', readSvg, svgOf('<!DOCTYPE ')],
    ['a logo with blanks behind url(', readSvg, svgOf(`url(${' '.repeat(40)}`)],
    ['a logo with a long reference', readSvg, (length) => `<svg>url(${' '.repeat(length)}`],
    ['headings with the same text', numberHeadings, (length) => 'a'.repeat(length)],
  ])('%s', (_, read, make) => {
    expect(growth(read, make)).toBeLessThan(24)
  })

  test('the earlier trimming of tenant names does not (control)', () => {
    const trim = (input: string) => input.replace(/^\/+|\/+$/g, '')
    expect(growth(trim, around('/'), 1)).toBeGreaterThan(40)
  })
})

describe('a header that names a tenant', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['  ', null],
    ['/', null],
    ['harbor', 'harbor'],
    [' /Harbor/ ', 'harbor'],
    ['h'.repeat(63), 'h'.repeat(63)],
  ])('%j names %j', (value, name) => {
    expect(nameIn(value)).toBe(name)
  })

  test('names no tenant if it is longer than any name, whatever it contains', () => {
    for (const value of [`harbor${' '.repeat(80)}`, `${'/'.repeat(14_500)}a`, 'h'.repeat(66)]) {
      expect(nameIn(value)).not.toMatch(/^[a-z]/)
      expect(nameIn(value)).not.toBeNull()
    }
  })
})
