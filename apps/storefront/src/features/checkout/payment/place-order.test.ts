import { ApiError, type CartView, type Client } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { aCart, anOrder } from '../../../shared/fixtures.ts'
import { NO_DETAILS } from '../details/details.ts'
import { orderBodyOf } from './order-body.ts'
import { placeOrder, RETRY_PAUSES_MILLISECONDS } from './place-order.ts'

const body = orderBodyOf(aCart(), NO_DETAILS, 'pi_1')
const refusal = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ error: 'text', code }), 'status text')

/** A server that answers in this order; an error is thrown, anything else is the answer. */
function serverOf(...answers: unknown[]) {
  const rest = [...answers]
  const call = async () => {
    const answer = rest.length > 1 ? rest.shift() : rest[0]
    if (answer instanceof Error) throw answer
    return answer
  }
  return call as Client
}

async function place(call: Client) {
  const pauses: number[] = []
  const attempts: number[] = []
  const outcome = await placeOrder(
    {
      call,
      wait: async (milliseconds) => void pauses.push(milliseconds),
      onRetry: (attempt) => void attempts.push(attempt),
    },
    body,
  )
  return { outcome, pauses, attempts }
}

describe('placeOrder', () => {
  const { order } = anOrder()

  it('answers the order', async () => {
    const { outcome } = await place(serverOf({ id: order.id, orderId: order.id, order }))
    expect(outcome).toEqual({ kind: 'ordered', orderId: order.id, order })
  })

  it('keeps trying over a lost connection and an overloaded server', async () => {
    const lost = new TypeError('Failed to fetch')
    const busy = refusal(503, 'busy')
    const answer = { id: order.id, orderId: order.id, order }
    const { outcome, attempts } = await place(serverOf(lost, busy, lost, answer))
    expect(outcome.kind).toBe('ordered')
    expect(attempts).toEqual([1, 2, 3])
  })

  it('gives up after the last pause, with the text for support', async () => {
    const { outcome, pauses } = await place(serverOf(new TypeError('Failed to fetch')))
    expect(pauses).toEqual([...RETRY_PAUSES_MILLISECONDS])
    expect(outcome).toEqual({
      kind: 'failed',
      message: 'Payment succeeded but order creation failed. Please contact support.',
    })
  })

  it.each([
    ['payment_not_succeeded', 'unpaid'],
    ['payment_refunded', 'refunded'],
    ['hold_expired', 'lapsed'],
    ['payment_not_found', 'failed'],
  ])('takes %s for what it is, at once', async (code, kind) => {
    const { outcome, attempts } = await place(serverOf(refusal(409, code)))
    expect(outcome.kind).toBe(kind)
    expect(attempts).toEqual([])
  })

  it('says so when the answer carries no order id', async () => {
    const { outcome } = await place(serverOf({}))
    expect(outcome).toEqual({
      kind: 'failed',
      message: 'No order id returned from order creation',
    })
  })
})

describe('orderBodyOf', () => {
  it('carries the figures of the quote in major units', () => {
    const cart: CartView = aCart()
    expect(orderBodyOf(cart, { ...NO_DETAILS, address: '1 Main St' }, 'pi_1')).toMatchObject({
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
