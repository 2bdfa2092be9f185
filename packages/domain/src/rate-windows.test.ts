import { describe, expect, it } from 'vitest'
import { longestOf, mostOf, secondsUntilRoom, waitText } from './rate-windows.ts'

const HOUR_AND_DAY = [
  { seconds: 3600, most: 2 },
  { seconds: 86_400, most: 3 },
]

describe('one more event', () => {
  it.each([
    ['fits if nothing happened before', [], 0],
    ['fits if no window is full', [10], 0],
    ['waits until the older one leaves the window of an hour', [10, 600], 3000],
    ['fits once the older one has left', [10, 3600], 0],
    ['waits for the longer window if the shorter one has room', [10, 4000, 80_000], 6400],
    ['waits for the window with the longest wait', [10, 20, 30], 86_370],
    ['counts what is planned as well', [-3000, 10], 3590],
  ])('%s', (_, ages, wait) => {
    expect(secondsUntilRoom(ages, HOUR_AND_DAY)).toBe(wait)
  })

  it('never fits into a full window without an end', () => {
    const inAll = [{ seconds: Number.POSITIVE_INFINITY, most: 1 }]
    expect(secondsUntilRoom([], inAll)).toBe(0)
    expect(secondsUntilRoom([1e9], inAll)).toBe(Number.POSITIVE_INFINITY)
  })

  it('always fits without windows', () => {
    expect(secondsUntilRoom([0, 0, 0], [])).toBe(0)
  })
})

it('the longest window says how far back events count', () => {
  expect([mostOf(HOUR_AND_DAY), longestOf(HOUR_AND_DAY)]).toEqual([3, 86_400])
  expect([mostOf([]), longestOf([])]).toEqual([0, 0])
})

it.each([
  [0, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [7139, '119 minutes'],
  [7141, '2 hours'],
  [7201, '3 hours'],
  [86_370, '24 hours'],
])('a wait of %d seconds is written as %s', (seconds, words) => {
  expect(waitText(seconds)).toBe(words)
})
