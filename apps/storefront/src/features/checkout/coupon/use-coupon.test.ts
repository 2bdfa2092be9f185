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
  test('is asked for as it was typed, without the space around it', async () => {
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

  test('that is blank is refused without asking', async () => {
    expect(await applyCoupon(refusing(500, 'internal_error'), '12345', '  ')).toEqual({
      kind: 'refused',
      text: 'Enter your coupon code.',
    })
  })

  test.each([
    [404, 'coupon_not_found'],
    [409, 'coupon_used_up'],
    [429, 'rate_limited'],
  ])("that is refused (%s %s) is told of in the server's words", async (status, code) => {
    const outcome = { kind: 'refused', text: 'Why not.' }
    expect(await applyCoupon(refusing(status, code), '12345', 'X')).toEqual(outcome)
  })

  test.each([
    [410, 'hold_expired'],
    [404, 'cart_not_found'],
  ])('of a cart that is over (%s %s) has the page look again', async (status, code) => {
    expect(await applyCoupon(refusing(status, code), '12345', 'X')).toEqual({ kind: 'stale' })
    expect(await removeCoupon(refusing(status, code), '12345')).toEqual({ kind: 'stale' })
  })

  test('of a cart that was bought meanwhile has the page look again', async () => {
    const call = answering(() => aCart({ orderId: 'order' }))
    expect(await removeCoupon(call, '12345')).toEqual({ kind: 'stale' })
  })

  test.each([
    ['nobody answers', answering(() => Promise.reject(new TypeError('Failed to fetch')))],
    ['the server is busy', refusing(503, 'busy')],
  ])('says that the tickets are held where %s', async (_, call) => {
    const outcome = await applyCoupon(call, '12345', 'X')
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringMatching('still held') })
  })
})
