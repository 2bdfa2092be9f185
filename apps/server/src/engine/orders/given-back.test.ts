import { afterEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  customerAt,
  holdCart,
  holdLine,
  outcomeOf,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { blocking, contains } from '../../../test/support/batch-rules.ts'
import { run } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { holdChangeOp } from './hold-change.ts'

let world: World
afterEach(() => checkBooks(world))

const refundsOf = () => world.payments.flatMap(({ refunds }) => refunds)
const mails = () => world.refundMails.map(({ recipient, data }) => ({ recipient, ...data }))
const callOff = (sessionId: string) => {
  const offer = world.offers.get(sessionId)
  if (offer) world.offers.set(sessionId, { ...offer, state: 'called_off' })
}

function paidCart(tickets: Record<string, number>) {
  run(world, holdCart('a', tickets))
  return addPayment(world, 'a')
}

/** A mail about the 60.00 of a cart with two tickets. */
const mail = (reason: object) => ({
  recipient: 'ada@example.com',
  reference: expect.any(String),
  amountMinor: 6000,
  currency: 'usd',
  extent: 'unplaced',
  ...reason,
})

describe('a captured payment that buys nothing is refunded with its fees, and its buyer reads why', () => {
  test('its tickets are gone', () => {
    world = makeWorld({ capacity: 2 })
    const payment = paidCart({ ga: 2 })
    passMinutes(world, 15)
    run(world, holdLine('b', 1))
    expect(run(world, sellPayment(payment))).toMatchObject({
      refusal: { message: expect.stringMatching(/^Your tickets were gone by the time/) },
    })
    expect(refundsOf()).toMatchObject([{ kind: 'unplaced', withFees: true, reason: null }])
    expect(mails()).toEqual([mail({})])
    expect(payment).toMatchObject({ state: 'refund_due', intentId: `pi_${payment.id}` })
  })

  test.each(['early', 'late'])('one of its two sessions was called off: the %s one', (session) => {
    world = worldOf({ early: {}, late: {} })
    const payment = paidCart({ 'early/ga': 1, 'late/ga': 1 })
    callOff(session)
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
    expect(world.orders).toEqual([])
    expect(refundsOf()).toMatchObject([{ reason: 'session called off' }])
    expect(mails()).toEqual([mail({ isCalledOff: true })])
  })

  test('its customer has as many tickets as one may have', () => {
    const limits = { minPerOrder: null, maxPerOrder: null, maxPerCustomer: 3 }
    world = makeWorld({ limits })
    run(world, holdCart('b', { ga: 2 }))
    run(world, sellPayment(addPayment(world, 'b')))
    const payment = paidCart({ ga: 2 })
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
    expect(refundsOf()).toMatchObject([{ reason: 'customer limit reached' }])
    expect(mails()).toEqual([mail({ isOverLimit: true })])
    expect(world.orders).toHaveLength(1)
  })

  test('a rule does not allow it for its customer', () => {
    world = makeWorld()
    world.rules = [blocking('Not for you.', contains('customerEmail', 'bob'))]
    const payment = paidCart({ ga: 2 })
    const customer = customerAt('bob@example.com')
    run(world, sellPayment(payment, 6000, {}, { customer }))
    expect(refundsOf()).toMatchObject([{ reason: 'not allowed by a checkout rule' }])
    expect(mails()).toEqual([mail({ recipient: 'bob@example.com', isNotAllowed: true })])
  })
})

test('a payment that is reported again names its refund, though another was made by hand before', () => {
  world = makeWorld()
  const payment = paidCart({ ga: 2 })
  const given = run(world, sellPayment(payment, 5999))
  const [unplaced] = payment.refunds
  if (!unplaced) throw new Error('It was refunded')
  payment.refunds = [{ ...unplaced, id: 'by hand', kind: 'amount', amountMinor: 0 }, unplaced]
  expect(run(world, sellPayment(payment, 5999))).toEqual(given)
})

describe('the payment for a change of an order', () => {
  /** Two tickets of 30.00 are to move to a session where they cost 35.00; the payment is over 10.00. */
  function heldChange() {
    world = worldOf({ early: {}, late: { types: { ga: { price: 3500 } } } })
    run(world, sellPayment(paidCart({ 'early/ga': 2 })))
    const [order] = world.orders
    if (!order) throw new Error('It was sold')
    const request = { kind: 'reschedule', ticketIds: null, toSessionId: 'late' } as const
    const terms = {
      windows: [],
      reason: null,
      mode: 'own',
      madeBy: 'buyer',
      isShopStopped: false,
    } as const
    const op = holdChangeOp(order.id, request, { ...terms, problemWith: () => null })
    const held = run(world, op)
    const payment = held.ok && world.payments.find(({ id }) => id === held.value.id)
    if (!payment) throw new Error('It is to be paid')
    return payment
  }
  const sessionsOf = () =>
    world.orders.flatMap(({ tickets }) =>
      tickets.filter(({ status }) => status === 'VALID').map(({ sessionId }) => sessionId),
    )

  test('changes the order and makes no other', () => {
    const payment = heldChange()
    expect(payment.amountMinor).toBe(1000)
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
    expect(world.orders).toHaveLength(1)
    expect(sessionsOf()).toEqual(['late', 'late'])
  })

  test('is refunded if the session was called off, and the buyer keeps the old tickets', () => {
    const payment = heldChange()
    callOff('late')
    const refusal = { message: expect.stringContaining('Your old tickets are as they were.') }
    const answers = [run(world, sellPayment(payment)), run(world, sellPayment(payment))]
    expect(answers).toMatchObject([{ refusal }, { refusal }])
    expect(sessionsOf()).toEqual(['early', 'early'])
    expect(mails()).toMatchObject([
      { amountMinor: 1000, isCalledOff: true, changeId: payment.cartId },
    ])
  })
})
