import { expect, test } from 'vitest'
import { addLatencies, countOf, createAnswerCounts, percentileMs } from './answer-counts.ts'

test('a percentile is never below the measured time and at most 19 % above it', () => {
  for (const measured of [0.6, 1, 7.3, 42, 99.9, 480, 9000]) {
    const counts = createAnswerCounts()
    counts.add(measured, 200, 'read')
    const found = percentileMs(counts.take().latencies, 0.99) ?? 0
    expect(found).toBeGreaterThanOrEqual(measured)
    expect(found).toBeLessThanOrEqual(measured * 1.19)
  }
})

test('the percentiles of 100 answers are those of the sorted answers', () => {
  const counts = createAnswerCounts()
  for (let milliseconds = 1; milliseconds <= 100; milliseconds += 1) {
    counts.add(milliseconds, 200, 'read')
  }
  const { latencies } = counts.take()
  for (const share of [0.5, 0.95, 0.99]) {
    expect(percentileMs(latencies, share)).toBeGreaterThanOrEqual(share * 100)
    expect(percentileMs(latencies, share)).toBeLessThanOrEqual(share * 119)
  }
})

test('what was taken is not counted again, and sums of two processes are those of both', () => {
  const [one, other] = [createAnswerCounts(), createAnswerCounts()]
  one.add(5, 200, 'sale')
  one.add(5, 503, 'finish')
  other.add(900_000, 500, 'read')
  const [first, second] = [one.take(), other.take()]
  expect([first.errors, second.errors]).toEqual([1, 1])
  expect([countOf(first.latencies), countOf(first.holdLatencies)]).toEqual([2, 1])
  expect(countOf(addLatencies(first.latencies, second.latencies))).toBe(3)
  expect(countOf(one.take().latencies)).toBe(0)
})

test('a read that is refused under load is no error, a hold or a payment that is refused is one', () => {
  const counts = createAnswerCounts()
  for (const admission of ['read', 'sale', 'finish'] as const) counts.add(5, 503, admission)
  expect(counts.take().errors).toBe(2)
  counts.add(5, 500, 'read')
  expect(counts.take().errors).toBe(1)
})

test('there is no percentile of no answers', () => {
  expect(percentileMs(createAnswerCounts().take().latencies, 0.5)).toBeNull()
})
