import { refused } from '@foyer/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  begin,
  CUSTOMER,
  countsOf,
  holdCart,
  holdLine,
  move,
  refund,
  sellFree,
  sellPayment,
  told,
} from '../../../test/support/batch-ops.ts'
import {
  makeWorld,
  passMinutes,
  readFor,
  run,
  runBatch,
  type SessionPlan,
  type World,
  worldOf,
} from '../../../test/support/batch-world.ts'
import { releaseCartOp } from '../holds/release-cart.ts'
import { openBook, writesOf } from '../lanes/aggregates.ts'
import { sellFreeCartOp } from './sell-free-cart.ts'

let world: World
afterEach(() => checkBooks(world))

const states = () => world.holds.map((hold) => hold.state)
const kinds = () => world.ledger.map((entry) => entry.kind)
const codes = () => world.orders.flatMap((order) => order.tickets.map((ticket) => ticket.code))

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

function anOrder() {
  const [order] = world.orders
  if (!order) throw new Error('Nothing was sold')
  return order
}

/** A cart that holds and has a payment over it. */
function paidCart(tickets: Record<string, number> = { ga: 2 }, cart = 'a') {
  run(world, holdCart(cart, tickets))
  return addPayment(world, cart)
}

describe('beginning to pay', () => {
  test('keeps the places for five minutes more, once, and whose order it will be', () => {
    world = makeWorld({ capacity: 2 })
    run(world, holdLine('a', 2))
    const { needs, decide } = begin('a')
    const book = openBook(readFor(world, [{ ...needs, sessionIds: ['session'] }]))
    decide(book)
    expect(writesOf(book).carts.contacts).toEqual([{ cartId: 'a', ...CUSTOMER }])
    expect(told(run(world, begin('a')))).toBe('6000 to pay')
    passMinutes(world, 16)
    run(world, begin('a'))
    expect(told(run(world, holdLine('b', 1)))).toBe('sold_out')
    passMinutes(world, 4)
    expect(told(run(world, holdLine('b', 1)))).toBe('1 ga')
  })

  test('is too late once the hold has lapsed', () => {
    world = makeWorld()
    run(world, holdLine('a', 2))
    passMinutes(world, 15)
    expect(told(run(world, begin('a')))).toBe('hold_expired')
    expect(told(run(world, begin('nobody')))).toBe('hold_expired')
  })
})

describe('a free cart', () => {
  const free: SessionPlan = { types: { ga: { price: 0 } } }

  test('becomes an order with a ticket and a code of its own for each place', () => {
    world = worldOf({ early: free, late: free })
    run(world, holdCart('a', { 'early/ga': 1, 'late/ga': 2 }))
    expect(told(run(world, sellFree('a')))).toBe('order')
    expect(states()).toEqual(['sold', 'sold'])
    expect([countsOf(world, 'early'), countsOf(world, 'late')]).toEqual([
      { held: 0, sold: 1 },
      { held: 0, sold: 2 },
    ])
    expect(new Set(codes()).size).toBe(3)
  })

  test('asked for twice is one order, within a batch and after it', () => {
    world = makeWorld(free)
    run(world, holdCart('a', { ga: 2 }))
    const op = sellFree('a')
    const answers = [...runBatch(world, [op, op]), run(world, op)]
    // What the cart became is answered by who finds nothing held (complete-order.ts).
    expect(answers.map(told)).toEqual(['order', 'hold_expired', 'hold_expired'])
    expect(answers[0]).toMatchObject({ value: { placed: { id: anOrder().id } } })
    expect(world.orders).toHaveLength(1)
  })

  test('is sold as it is by then, unless that costs something', () => {
    world = makeWorld({ types: { ga: { price: 0 }, vip: { price: 5000 } } })
    run(world, holdCart('a', { ga: 2 }))
    const op = sellFree('a')
    run(world, holdLine('a', 1, { type: 'vip' }))
    const refusal = { code: 'payment_not_succeeded', details: { expectedAmount: 50 } }
    expect(run(world, op)).toMatchObject({ ok: false, refusal })
    run(world, holdCart('a', { ga: 3 }))
    expect(told(run(world, op))).toBe('order')
    expect(anOrder().tickets).toHaveLength(3)
  })

  test('is not sold where its figures are not those that were stated, nor once it lapsed', () => {
    world = makeWorld(free)
    run(world, holdCart('a', { ga: 2 }))
    const differs = refused('amount_mismatch', 'The figures differ.')
    const wish = { cartId: 'a', customer: CUSTOMER, problemWith: () => differs }
    expect(told(run(world, sellFreeCartOp(wish)))).toBe('amount_mismatch')
    passMinutes(world, 15)
    expect(told(run(world, sellFree('a')))).toBe('hold_expired')
    expect(world.orders).toEqual([])
  })
})

describe('a captured payment', () => {
  test('sells what is still held', () => {
    world = makeWorld()
    const payment = paidCart()
    expect(told(run(world, sellPayment(payment)))).toBe('order')
    expect(countsOf(world)).toEqual({ held: 0, sold: 2 })
    expect(kinds()).toEqual(['hold', 'sell'])
    expect(payment).toMatchObject({ state: 'completed', orderId: anOrder().id })
  })

  test('told of twice is one order, within a batch and after it', () => {
    world = makeWorld()
    const op = sellPayment(paidCart())
    const [first, second] = runBatch(world, [op, op])
    const { id: orderId } = anOrder()
    expect(first).toMatchObject({ value: { orderId, placed: { id: orderId } } })
    expect([second, run(world, op)]).toEqual(times(2, { ok: true, value: { orderId } }))
    expect(countsOf(world)).toEqual({ held: 0, sold: 2 })
  })

  test('whose hold lapsed is allocated again where there is room', () => {
    world = makeWorld({ capacity: 4 })
    const payment = paidCart()
    passMinutes(world, 15)
    run(world, holdLine('b', 2))
    expect(told(run(world, sellPayment(payment)))).toBe('order')
    expect(countsOf(world)).toEqual({ held: 2, sold: 2 })
    expect(kinds()).toEqual(['hold', 'expire', 'hold', 'reallocate'])
  })

  test('whose place is gone is due for a refund, and stays so when there is room again', () => {
    world = makeWorld({ capacity: 2 })
    const payment = paidCart()
    passMinutes(world, 15)
    run(world, holdLine('b', 1))
    expect(told(run(world, sellPayment(payment)))).toBe('payment_refunded')
    run(world, releaseCartOp('b'))
    expect(told(run(world, sellPayment(payment)))).toBe('payment_refunded')
    expect(payment).toMatchObject({ state: 'refund_due', orderId: null })
    expect(countsOf(world)).toEqual({ held: 0, sold: 0 })
  })

  test('over several sessions is sold in all of them or in none', () => {
    world = worldOf({ early: { capacity: 2 }, late: { capacity: 2 } })
    const payment = paidCart({ 'early/ga': 2, 'late/ga': 2 })
    passMinutes(world, 15)
    run(world, holdCart('b', { 'late/ga': 1 }))
    expect(told(run(world, sellPayment(payment)))).toBe('payment_refunded')
    expect(countsOf(world, 'early')).toEqual({ held: 0, sold: 0 })
  })

  test('over another amount, or for a hold that nobody knows, goes back', () => {
    world = makeWorld()
    const short = paidCart()
    expect(told(run(world, sellPayment(short, short.amountMinor - 1)))).toBe('payment_refunded')
    const unknown = paidCart({ ga: 1 }, 'b')
    unknown.holdIds = [...unknown.holdIds, 'nowhere']
    expect(told(run(world, sellPayment(unknown)))).toBe('payment_refunded')
    expect(world.orders).toEqual([])
  })

  test('for holds that another payment has bought goes back', () => {
    world = makeWorld()
    const first = paidCart()
    const second = { ...first, id: 'another' }
    world.payments.push(second)
    const answers = runBatch(world, [sellPayment(first), sellPayment(second)])
    expect(answers.map(told)).toEqual(['order', 'payment_refunded'])
    expect(countsOf(world)).toEqual({ held: 0, sold: 2 })
  })

  test('of a cart that holds something else by now buys what it was made for', () => {
    world = makeWorld()
    const payment = paidCart({ ga: 2 })
    run(world, holdCart('a', { ga: 3 }))
    expect(told(run(world, sellPayment(payment)))).toBe('order')
    expect(countsOf(world)).toEqual({ held: 3, sold: 2 })
  })
})

describe('a refund', () => {
  test('frees the places and cancels the tickets; twice is harmless', () => {
    world = worldOf({ early: {}, late: {} })
    run(world, sellPayment(paidCart({ 'early/ga': 1, 'late/ga': 2 })))
    const op = refund(anOrder())
    expect(runBatch(world, [op, op]).map(told)).toEqual(['order', 'order'])
    expect(told(run(world, op))).toBe('order')
    expect(states()).toEqual(['refunded', 'refunded'])
    expect(countsOf(world, 'late')).toEqual({ held: 0, sold: 0 })
    expect(anOrder().status).toBe('REFUNDED')
  })

  test('of an order that does not exist is refused', () => {
    world = makeWorld()
    expect(told(run(world, refund({ id: 'none', cartId: 'a', paymentId: null })))).toBe(
      'order_not_found',
    )
  })
})

describe('a move to another session', () => {
  const shows = (late: SessionPlan = {}) => worldOf({ early: {}, late, third: {} })
  const sold = () => run(world, sellPayment(paidCart({ 'early/ga': 2 })))

  test('takes the places there, gives back those here, and makes new codes', () => {
    world = shows({ capacity: 2 })
    sold()
    const before = codes()
    expect(told(run(world, move(anOrder(), 'late')))).toBe('order')
    expect([countsOf(world, 'early'), countsOf(world, 'late')]).toEqual([
      { held: 0, sold: 0 },
      { held: 0, sold: 2 },
    ])
    expect(anOrder().sessionId).toBe('late')
    expect(codes().filter((code) => before.includes(code))).toEqual([])
  })

  test('asked for again changes nothing, not even the codes', () => {
    world = shows()
    sold()
    run(world, move(anOrder(), 'late'))
    const before = structuredClone(world)
    expect(told(run(world, move(anOrder(), 'late')))).toBe('order')
    expect(world).toEqual(before)
  })

  test('there and on, and back, within one batch ends where the last one says', () => {
    world = shows()
    sold()
    runBatch(world, [move(anOrder(), 'late'), move(anOrder(), 'third')])
    expect(anOrder().sessionId).toBe('third')
    runBatch(world, [move(anOrder(), 'late'), move(anOrder(), 'third')])
    expect(anOrder().tickets.map((ticket) => ticket.sessionId)).toEqual(['third', 'third'])
  })

  test('is refused once the order was moved as often as it may be, also within one batch', () => {
    world = shows()
    sold()
    const twice = [{ seconds: 86_400, most: 2 }]
    const moves = ['late', 'third', 'early'].map((to) => move(anOrder(), to, twice))
    const answers = runBatch(world, moves)
    expect(answers.map(told)).toEqual(['order', 'order', 'reschedule_limit_reached'])
    const before = structuredClone(world)
    expect(run(world, move(anOrder(), 'early', twice))).toMatchObject({
      refusal: { code: 'reschedule_limit_reached', details: { retryAfterSeconds: 86_400 } },
    })
    expect(world).toEqual(before)
    expect(told(run(world, move(anOrder(), 'third', twice)))).toBe('order')
  })

  test('where there is no room leaves all as it was', () => {
    world = shows({ capacity: 1 })
    sold()
    expect(told(run(world, move(anOrder(), 'late')))).toBe('sold_out')
    expect(countsOf(world, 'early')).toEqual({ held: 0, sold: 2 })
  })

  test('to a dearer session asks for the difference over all tickets', () => {
    const types = (ga: number, vip: number) => ({
      types: { ga: { price: ga }, vip: { price: vip } },
    })
    world = worldOf({ early: types(3000, 5000), late: types(3500, 6000) })
    run(world, sellPayment(paidCart({ 'early/ga': 2, 'early/vip': 1 })))
    expect(run(world, move(anOrder(), 'late'))).toMatchObject({
      refusal: { code: 'payment_required', details: { differenceMinor: 2000 } },
    })
  })

  test.each<[string, SessionPlan, string]>([
    ['of another event', { eventId: 'another' }, 'session_not_found'],
    ['that has begun', { startsInMinutes: 0 }, 'reschedule_not_possible'],
    ['that was cancelled', { state: 'cancelled' }, 'reschedule_not_possible'],
    ['of an event that was unpublished', { isEventPublished: false }, 'reschedule_not_possible'],
    ['without the type', { types: { vip: {} } }, 'reschedule_not_possible'],
  ])('to a session %s is refused', (_, plan, code) => {
    world = shows(plan)
    sold()
    expect(told(run(world, move(anOrder(), 'late')))).toBe(code)
  })

  test('from a session that has begun, or of an order that was refunded, is refused', () => {
    world = worldOf({ early: { startsInMinutes: 30 }, late: {} })
    sold()
    passMinutes(world, 30)
    expect(told(run(world, move(anOrder(), 'late')))).toBe('reschedule_not_possible')
    const answers = runBatch(world, [refund(anOrder()), move(anOrder(), 'late')])
    expect(answers.map(told)).toEqual(['order', 'reschedule_not_possible'])
    expect(told(run(world, move(anOrder(), 'late')))).toBe('reschedule_not_possible')
  })

  test('and a refund behind it, in one batch, leave nothing standing', () => {
    world = shows()
    sold()
    runBatch(world, [move(anOrder(), 'late'), refund(anOrder())])
    expect([countsOf(world, 'early'), countsOf(world, 'late')]).toEqual([
      { held: 0, sold: 0 },
      { held: 0, sold: 0 },
    ])
    expect(anOrder()).toMatchObject({ status: 'REFUNDED' })
  })
})
