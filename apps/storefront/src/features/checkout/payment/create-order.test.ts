import { ApiError, type Client } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { NO_DETAILS } from '../details/details.ts'
import { createOrder, orderBodyOf } from './create-order.ts'

const purchase = { cart: aCart(), details: { ...NO_DETAILS, address: '1 Main St', country: 'US' } }
const refusal = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ error: 'text', code }), 'status text')

/** Places an order with a server that gives this answer; an error is thrown. */
function place(answer: unknown) {
  const call = async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  return createOrder(call as Client, orderBodyOf(purchase, 'pi_1'))
}

describe('createOrder', () => {
  it('returns the order', async () => {
    expect(await place({ id: 'o1', orderId: 'o1' })).toEqual({ kind: 'ordered', orderId: 'o1' })
  })

  it.each([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['an answer that never arrived', new DOMException('signal timed out', 'TimeoutError')],
    ['an overloaded server', refusal(503, 'busy')],
    ['too many calls', refusal(429, 'rate_limited')],
  ])('treats %s as no answer', async (_, error) => {
    expect(await place(error)).toEqual({ kind: 'unanswered' })
  })

  it.each([
    ['payment_not_succeeded', 'noOrder'],
    ['payment_refunded', 'noOrder'],
    ['payment_not_found', 'noOrder'],
    ['hold_expired', 'expired'],
  ])('reads %s as %s', async (code, kind) => {
    expect((await place(refusal(409, code))).kind).toBe(kind)
  })

  it('says so if the answer has no order id', async () => {
    expect(await place({})).toEqual({
      kind: 'noOrder',
      message: 'No order id returned from order creation',
    })
  })
})

describe('orderBodyOf', () => {
  it('has the figures of the quote in major units', () => {
    expect(orderBodyOf(purchase, 'pi_1')).toMatchObject({
      cartId: '12345',
      totalAmount: 75.96,
      subtotal: 69.97,
      fee_amount: 5.99,
      fee_details: [{ name: 'Service fee', amount: 5.99 }],
      billingAddress: { address1: '1 Main St', country: 'US' },
      paymentMethod: 'stripe',
      status: 'PAID',
      paymentIntentId: 'pi_1',
      tickets: [{ name: 'General Admission', price: 26.99, quantity: 2 }],
    })
  })
})
