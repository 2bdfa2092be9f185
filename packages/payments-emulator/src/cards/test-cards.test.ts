import { describe, expect, it } from 'vitest'
import { brandOf, passesLuhn } from './brands.ts'
import { TEST_CARDS } from './test-cards.ts'

describe('the test cards', () => {
  it.each(TEST_CARDS)('$number is a possible number of its brand', ({ number, brand }) => {
    expect(passesLuhn(number)).toBe(true)
    expect(brandOf(number)).toMatchObject({ id: brand })
    expect(brandOf(number).lengths).toContain(number.length)
  })

  it('have numbers and tokens of their own', () => {
    const names = TEST_CARDS.flatMap(({ number, tokens }) => [number, ...tokens])
    expect(new Set(names).size).toBe(names.length)
  })
})
