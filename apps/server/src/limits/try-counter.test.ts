import { describe, expect, test } from 'vitest'
import { TryCounter } from './try-counter.ts'

/** A counter with a limit of `most` tries a minute. Its clock moves only when the test waits. */
function counterOf(most: number) {
  let at = 0
  const counter = new TryCounter({ name: 'tries', most: () => most, now: () => at })
  return {
    counter,
    wait: (seconds: number) => {
      at += seconds * 1000
    },
  }
}

const headersOf = (headers: readonly string[]) =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])),
  )

describe('tries of one caller', () => {
  test('are refused beyond the limit, with the seconds until the minute ends', () => {
    const { counter, wait } = counterOf(2)
    expect(counter.try('192.0.2.1').refusal).toBeNull()
    wait(20)
    expect(counter.try('192.0.2.1').refusal).toBeNull()
    const { refusal, headers } = counter.try('192.0.2.1')
    expect(refusal).toEqual({
      code: 'rate_limited',
      message: 'Too many tries. Please wait 40 seconds and try again.',
    })
    expect(headersOf(headers)).toEqual({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '40',
      'retry-after': '40',
    })
  })

  test('carry headers only once half of the limit is used', () => {
    const { counter } = counterOf(4)
    expect(counter.try('192.0.2.1').headers).toEqual([])
    expect(headersOf(counter.try('192.0.2.1').headers)).toMatchObject({
      'x-ratelimit-remaining': '2',
    })
  })

  test('are allowed again when a minute has passed since the first of them, and not before', () => {
    const { counter, wait } = counterOf(1)
    counter.try('192.0.2.1')
    wait(59)
    expect(counter.try('192.0.2.1').refusal?.message).toContain('1 second and')
    wait(1)
    expect(counter.try('192.0.2.1').refusal).toBeNull()
    expect(counter.try('192.0.2.1').refusal).not.toBeNull()
  })

  test('do not count for another caller', () => {
    const { counter } = counterOf(1)
    counter.try('192.0.2.1')
    expect(counter.try('192.0.2.2').refusal).toBeNull()
    expect(counter.try('192.0.2.1').refusal).not.toBeNull()
  })

  test('are still counted while thousands of other callers try', () => {
    const { counter } = counterOf(2)
    counter.try('192.0.2.1')
    for (let other = 0; other < 1500; other += 1) counter.try(`10.0.${other >> 8}.${other & 255}`)
    counter.try('192.0.2.1')
    for (let other = 0; other < 1500; other += 1) counter.try(`10.1.${other >> 8}.${other & 255}`)
    expect(counter.try('192.0.2.1').refusal).not.toBeNull()
  })
})

describe('the counts of other processes', () => {
  test('are added to the counts of this one', () => {
    const { counter } = counterOf(10)
    counter.takeOthers(new Map([['192.0.2.1', 9]]))
    expect(counter.try('192.0.2.1').refusal).toBeNull()
    expect(counter.try('192.0.2.1').refusal).not.toBeNull()
    expect(counter.try('192.0.2.2').refusal).toBeNull()
  })

  test('begin with callers that have used a tenth of the limit, and are reported once for each change', () => {
    const { counter, wait } = counterOf(20)
    counter.try('192.0.2.1')
    for (let tries = 0; tries < 3; tries += 1) counter.try('192.0.2.2')
    wait(10)
    expect(counter.hotCounts()).toEqual([{ key: '192.0.2.2', count: 3, endsInMs: 50_000 }])
    expect(counter.hotCounts()).toEqual([])
    counter.try('192.0.2.2')
    expect(counter.hotCounts()).toEqual([{ key: '192.0.2.2', count: 4, endsInMs: 50_000 }])
  })
})

test('a lifted limit counts and never refuses', () => {
  const { counter } = counterOf(Number.POSITIVE_INFINITY)
  for (let tries = 0; tries < 10_000; tries += 1) {
    expect(counter.try('192.0.2.1')).toEqual({ refusal: null, headers: [] })
  }
})
