import { expect, test } from 'vitest'
import { formatCountdown, isUrgent, secondsUntil } from './countdown.ts'

test.each([
  [900, '15:00'],
  [301, '5:01'],
  [300, '5:00'],
  [61, '1:01'],
  [60, '1:00'],
  [9, '0:09'],
  [1, '0:01'],
  [0, 'Time expired'],
  [-5, 'Time expired'],
])('%s seconds left are shown as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

test('the last five minutes are urgent', () => {
  expect(isUrgent(301)).toBe(false)
  expect(isUrgent(300)).toBe(true)
  expect(isUrgent(0)).toBe(true)
})

test('seconds left are counted by the server time that is given, whole and never below 0', () => {
  const end = '2026-11-21T12:15:00.000Z'
  const at = (time: string) => secondsUntil(end, Date.parse(time))
  expect(at('2026-11-21T12:00:00.000Z')).toBe(900)
  // A started second counts as whole, so 'Time expired' never shows while the hold is valid.
  expect(at('2026-11-21T12:14:59.999Z')).toBe(1)
  expect(at(end)).toBe(0)
  expect(at('2026-11-21T13:00:00.000Z')).toBe(0)
})
