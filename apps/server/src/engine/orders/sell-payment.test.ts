import { refused } from '@foyer/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  CUSTOMER,
  customerAt,
  holdCart,
  outcomeOf,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
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

  test.each([
    ['has the price of the cart, but not the amount that was asked for', 3000, {}],
    ['is in another currency', 6000, { currency: 'eur' }],
  ])('an intent that %s is refunded and sells nothing', (_, amountMinor, reported) => {
    const payment = paidCart()
    Object.assign(payment, { amountMinor })
    expect(outcomeOf(run(world, sellPayment(payment, 6000, reported)))).toBe('payment_refunded')
    expect(world.orders).toEqual([])
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

describe('a captured payment is not found', () => {
  test('if it is of another cart, or unknown', () => {
    const payment = paidCart()
    expect(outcomeOf(run(world, sellPayment({ ...payment, cartId: 'b' })))).toBe(
      'payment_not_found',
    )
    expect(outcomeOf(run(world, sellPayment({ ...payment, id: 'other' })))).toBe(
      'payment_not_found',
    )
  })

  test("if the money is on another account than the payment's", () => {
    const payment = paidCart()
    const strange = { accountId: 'acct_of_anybody' }
    expect(outcomeOf(run(world, sellPayment(payment, 6000, strange)))).toBe('payment_not_found')
    payment.account = { id: 'acct_organizer', fee: { ppm: 0, fixedMinor: 0 } }
    expect(outcomeOf(run(world, sellPayment(payment, 6000, strange)))).toBe('payment_not_found')
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
  })
})

test('a captured payment comes before operations of other kinds, since its money was taken', () => {
  expect(sellPayment(paidCart()).finishes).toBe(true)
})

test('a payment stays as it is if its caller finds a problem with the price', () => {
  const payment = paidCart()
  const differs = refused('amount_mismatch', 'The figures differ.')
  const op = sellPayment(payment, 6000, {}, { problemWith: () => differs })
  expect(run(world, op)).toEqual(differs)
  expect(payment).toMatchObject({ state: 'created', capturedMinor: null, refunds: [] })
})

test('a payment whose intent the server never heard of gets it with the order, and is posted once', () => {
  const payment = paidCart()
  const op = sellPayment(payment, 6000, { id: 'pi_1' })
  runBatch(world, [op, op])
  expect(payment).toMatchObject({ state: 'completed', intentId: 'pi_1' })
  expect(world.postings.filter(({ kind }) => kind === 'charge')).toMatchObject([
    { account: 'provider_balance', sourceId: payment.id, amountMinor: 6000 },
    { amountMinor: -6000 },
  ])
})

test.each([
  ['named in the call', 'call@example.com', 'cart@example.com', 'call@example.com'],
  ['stored with the cart', null, 'cart@example.com', 'cart@example.com'],
  ['known to the provider', null, null, CUSTOMER.contact.email],
])('an order is for the customer who is %s', (_, ofCall, ofCart, expected) => {
  const payment = paidCart()
  payment.customer = ofCart === null ? null : customerAt(ofCart)
  const customer = ofCall === null ? undefined : customerAt(ofCall)
  run(world, sellPayment(payment, 6000, {}, { customer }))
  expect(world.orders.map(({ email }) => email)).toEqual([expected])
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
