import { expect, it } from 'vitest'
import { openDelay } from './tooltip-delay.ts'

it('waits 700 ms, and lets its neighbours follow within 300 ms at once', () => {
  expect(openDelay(5000, Number.NEGATIVE_INFINITY)).toBe(700)
  expect(openDelay(5000, 4701)).toBe(0)
  expect(openDelay(5000, 4700)).toBe(700)
})
