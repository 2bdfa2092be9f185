import { afterEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import { addPayment, holdCart, outcomeOf, sellPayment } from '../../../test/support/batch-ops.ts'
import { run } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  SESSION,
  type SessionPlan,
  type World,
} from '../../../test/support/batch-world/world.ts'
import { adoptRefundOp } from '../money/adopt-refund.ts'

let world: World
afterEach(() => checkBooks(world))

/** A payment over two tickets that cost 3000 each. */
function paidCart(plan: SessionPlan = {}) {
  world = makeWorld({ capacity: 10, ...plan })
  run(world, holdCart('a', { ga: 2 }))
  return addPayment(world, 'a')
}

const refundsOf = () =>
  world.payments.flatMap(({ refunds }) =>
    refunds.map(({ kind, state, amountMinor }) => [kind, state, amountMinor]),
  )

describe('a payment is turned into tickets only by its own intent', () => {
  test('an intent over less than the price of the cart is refunded and sells nothing', () => {
    const payment = paidCart()
    const stray = { ...payment, id: 'stray', intentId: 'pi_stray', amountMinor: 3000, refunds: [] }
    world.payments.push({ ...stray, state: 'canceled' })
    expect(outcomeOf(run(world, sellPayment(stray, 3000)))).toBe('payment_refunded')
    expect(world.orders).toEqual([])
    expect(refundsOf()).toEqual([['unplaced', 'queued', 3000]])
  })

  test('an intent of another payment does not change this one', () => {
    const payment = paidCart()
    Object.assign(payment, { state: 'open', intentId: 'pi_second' })
    const sold = run(world, sellPayment(payment, 6000, { id: 'pi_first' }))
    expect(outcomeOf(sold)).toBe('payment_not_found')
    expect(payment).toMatchObject({ state: 'open', capturedMinor: null, refunds: [] })
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
  })
})

describe('money that was refunded at the provider before it was turned into tickets', () => {
  test('buys no tickets, and the rest of it is refunded as well', () => {
    const payment = paidCart()
    const sold = run(world, sellPayment(payment, 6000, { refundedMinor: 1000 }))
    expect(outcomeOf(sold)).toBe('payment_refunded')
    expect(world.orders).toEqual([])
    expect(refundsOf()).toEqual([['unplaced', 'queued', 5000]])
  })

  test("is recorded as one whole refund if nothing is left; the provider's refund is adopted as it", () => {
    const payment = paidCart()
    run(world, sellPayment(payment, 6000, { refundedMinor: 6000 }))
    expect(world.orders).toEqual([])
    expect(refundsOf()).toEqual([['unplaced', 'queued', 6000]])
  })
})

describe('a hold that expired before its payment arrived', () => {
  test('is not sold again into a session that has begun', () => {
    const payment = paidCart({ startsInMinutes: 25 })
    passMinutes(world, 24)
    const early = structuredClone(world)
    passMinutes(world, 1)
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
    checkBooks(world)
    world = early
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
  })

  test('is not sold again into a session that was cancelled', () => {
    const payment = paidCart()
    passMinutes(world, 20)
    const offer = world.offers.get(SESSION)
    if (offer) world.offers.set(SESSION, { ...offer, state: 'cancelled' })
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
  })

  test('is sold in any state of the session if it has not expired yet', () => {
    const payment = paidCart({ startsInMinutes: 5 })
    passMinutes(world, 6)
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
  })
})

test('a refund made at the provider ends the tickets of an order that was sold after the caller had read the payment', () => {
  const payment = paidCart()
  expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
  const refund = {
    id: 're_1',
    intentId: 'pi_1',
    amountMinor: 6000,
    currency: 'usd',
    state: 'succeeded' as const,
    refundId: null,
    keyNumber: null,
    platformFeeMinor: null,
    problem: null,
  }
  // The payment as the caller read it, before the sale.
  const stale = { id: payment.id, cartId: payment.cartId, orderId: null }
  expect(outcomeOf(run(world, adoptRefundOp(stale, refund)))).toBe('done')
  expect(world.orders).toMatchObject([{ status: 'REFUNDED' }])
  expect(refundsOf()).toEqual([['whole', 'pending', 6000]])
})
