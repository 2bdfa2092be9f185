import { ApiError, type Client } from '@foyer/contract'
import { expect, it } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { askMoreTime } from './more-time.tsx'

const answering = (answer: unknown) =>
  (async () => {
    if (answer instanceof Error) throw answer
    return answer
  }) as Client
const refused = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ error: 'text', code }), '')

it('returns the cart with its new end', async () => {
  const cart = aCart({ expiresAt: '2026-12-01T20:20:00.000Z' })
  expect(await askMoreTime(answering(cart), '12345', 'key')).toEqual({ kind: 'added', cart })
})

it.each([
  [409, 'more_time_used'],
  [410, 'hold_expired'],
  [404, 'cart_not_found'],
])('treats %i %s as a cart that has changed', async (status, code) => {
  expect(await askMoreTime(answering(refused(status, code)), '12345', 'key')).toEqual({
    kind: 'stale',
  })
})

it.each([new TypeError('Failed to fetch'), refused(503, 'busy'), refused(429, 'rate_limited')])(
  'does not claim to know whether time was added after: %s',
  async (error) => {
    expect(await askMoreTime(answering(error), '12345', 'key')).toEqual({ kind: 'unanswered' })
  },
)
