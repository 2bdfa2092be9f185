import { expect, it } from 'vitest'
import { openDelay } from './tooltip-delay.ts'

it('a tooltip waits 700 ms, and its neighbours open at once within 300 ms', () => {
  expect(openDelay(5000, Number.NEGATIVE_INFINITY)).toBe(700)
  expect(openDelay(5000, 4701)).toBe(0)
  expect(openDelay(5000, 4700)).toBe(700)
})
