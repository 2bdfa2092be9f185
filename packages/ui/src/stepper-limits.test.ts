import { describe, expect, it } from 'vitest'
import { clampQuantity, quantityForKey } from './stepper-limits.ts'

const range = { min: 0, max: 8 }

describe('a stepper quantity', () => {
  it('stays inside its range', () => {
    expect([-1, 0, 5, 8, 9].map((quantity) => clampQuantity(quantity, range))).toEqual([
      0, 0, 5, 8, 8,
    ])
  })

  it('is the minimum if nothing is left', () => {
    expect(clampQuantity(3, { min: 0, max: -1 })).toBe(0)
  })

  it.each([
    ['ArrowUp', 3, 4],
    ['ArrowRight', 3, 4],
    ['ArrowDown', 3, 2],
    ['ArrowLeft', 3, 2],
    ['Home', 3, 0],
    ['End', 3, 8],
    ['ArrowUp', 8, 8],
    ['ArrowDown', 0, 0],
  ])('goes with %s from %d to %d', (key, from, to) => {
    expect(quantityForKey(key, from, range)).toBe(to)
  })

  it('ignores other keys', () => {
    expect(quantityForKey('Tab', 3, range)).toBeUndefined()
    expect(quantityForKey('Enter', 3, range)).toBeUndefined()
  })
})
