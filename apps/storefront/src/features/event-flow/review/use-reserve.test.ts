import { ApiError } from '@foyer/contract'
import { expect, it } from 'vitest'
import { isDecided, nextAttempt } from './use-reserve.ts'

const keys = () => {
  let count = 0
  return () => `key-${++count}`
}

it('the same request keeps its idempotency key', () => {
  const newKey = keys()
  const first = nextAttempt(null, 'two tickets', newKey)
  expect(nextAttempt(first, 'two tickets', newKey)).toBe(first)
  expect(nextAttempt(first, 'three tickets', newKey).idempotencyKey).toBe('key-2')
  expect(nextAttempt(null, 'two tickets', newKey).idempotencyKey).toBe('key-3')
})

it.each([
  ['a refusal', new ApiError(409, '{"error":"gone","code":"sold_out"}', ''), true],
  [
    'a full queue, where nothing was held',
    new ApiError(503, '{"error":"","code":"busy"}', ''),
    false,
  ],
  ['a gateway’s own page', new ApiError(502, '<html>', 'Bad Gateway'), false],
  ['a lost connection', new TypeError('Failed to fetch'), false],
])('%s', (_, error, decided) => {
  expect(isDecided(error)).toBe(decided)
})
