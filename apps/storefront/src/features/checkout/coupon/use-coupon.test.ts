import { ApiError, type Client, coupons } from '@foyer/contract'
import { describe, expect, test } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { applyCoupon, removeCoupon } from './use-coupon.ts'

const answering = (answer: () => unknown) => (async () => answer()) as Client
const refusing = (status: number, code: string, error = 'Why not.') =>
  answering(() => {
    throw new ApiError(status, JSON.stringify({ error, code }), '')
  })

describe('a coupon', () => {
  test('is sent as it was typed, without the space around it', async () => {
    const cart = aCart()
    const asked: unknown[] = []
    const call = (async (...question: unknown[]) => {
      asked.push(question)
      return cart
    }) as Client
    expect(await applyCoupon(call, '12345', ' HARBOR10 ')).toEqual({ kind: 'changed', cart })
    const question = { params: { cartId: '12345' }, body: { code: 'HARBOR10' } }
    expect(asked).toEqual([[coupons.applyCoupon, question]])
  })

  test('is refused without a call if it is blank', async () => {
    expect(await applyCoupon(refusing(500, 'internal_error'), '12345', '  ')).toEqual({
      kind: 'refused',
      text: 'Enter your coupon code.',
    })
  })

  test.each([
    [404, 'coupon_not_found'],
    [409, 'coupon_used_up'],
    [429, 'rate_limited'],
  ])("is refused in the server's words (%s %s)", async (status, code) => {
    const outcome = { kind: 'refused', text: 'Why not.' }
    expect(await applyCoupon(refusing(status, code), '12345', 'X')).toEqual(outcome)
  })

  test.each([
    [410, 'hold_expired'],
    [404, 'cart_not_found'],
  ])('makes the page read the cart again if its hold is over (%s %s)', async (status, code) => {
    expect(await applyCoupon(refusing(status, code), '12345', 'X')).toEqual({ kind: 'stale' })
    expect(await removeCoupon(refusing(status, code), '12345')).toEqual({ kind: 'stale' })
  })

  test('makes the page read the cart again if it was bought in the meantime', async () => {
    const call = answering(() => aCart({ orderId: 'order' }))
    expect(await removeCoupon(call, '12345')).toEqual({ kind: 'stale' })
  })

  test.each([
    [
      'the server does not answer',
      answering(() => Promise.reject(new TypeError('Failed to fetch'))),
    ],
    ['the server is busy', refusing(503, 'busy')],
  ])('says that the tickets are still held if %s', async (_, call) => {
    const outcome = await applyCoupon(call, '12345', 'X')
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringMatching('still held') })
  })
})
