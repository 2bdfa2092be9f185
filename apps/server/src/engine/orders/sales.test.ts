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
  outcomeOf,
  refund,
  reschedule,
  sellFree,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { readFor, run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  type SessionPlan,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { releaseCartOp } from '../holds/release-cart.ts'
import { openBook, writesOf } from '../lanes/aggregates.ts'
import { sellFreeCartOp } from './sell-free-cart.ts'

let world: World
afterEach(() => checkBooks(world))

const states = () => world.holds.map((hold) => hold.state)
const kinds = () => world.ledger.map((entry) => entry.kind)
const validTickets = () =>
  world.orders.flatMap(({ tickets }) => tickets.filter(({ status }) => status === 'VALID'))
const codes = () => validTickets().map((ticket) => ticket.code)

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

function anOrder() {
  const [order] = world.orders
  if (!order) throw new Error('Nothing was sold')
  return order
}

/** A cart with holds and a payment over them. */
function paidCart(tickets: Record<string, number> = { ga: 2 }, cart = 'a') {
  run(world, holdCart(cart, tickets))
  return addPayment(world, cart)
}

describe('the start of a payment', () => {
  test('extends the holds by five minutes, once, and stores the customer', () => {
    world = makeWorld({ capacity: 2 })
    run(world, holdLine('a', 2))
    const { needs, decide } = begin('a')
    const book = openBook(readFor(world, [{ ...needs, sessionIds: ['session'] }]))
    decide(book)
    expect(writesOf(book).carts.contacts).toEqual([{ cartId: 'a', ...CUSTOMER }])
    expect(outcomeOf(run(world, begin('a')))).toBe('6000 to pay')
    passMinutes(world, 16)
    run(world, begin('a'))
    expect(outcomeOf(run(world, holdLine('b', 1)))).toBe('sold_out')
    passMinutes(world, 4)
    expect(outcomeOf(run(world, holdLine('b', 1)))).toBe('1 ga')
  })

  test('is refused once the hold has expired', () => {
    world = makeWorld()
    run(world, holdLine('a', 2))
    passMinutes(world, 15)
    expect(outcomeOf(run(world, begin('a')))).toBe('hold_expired')
    expect(outcomeOf(run(world, begin('nobody')))).toBe('hold_expired')
  })
})

describe('a free cart', () => {
  const free: SessionPlan = { types: { ga: { price: 0 } } }

  test('becomes an order with one ticket and one code for each admission', () => {
    world = worldOf({ early: free, late: free })
    run(world, holdCart('a', { 'early/ga': 1, 'late/ga': 2 }))
    expect(outcomeOf(run(world, sellFree('a')))).toBe('order')
    expect(states()).toEqual(['sold', 'sold'])
    expect([countsOf(world, 'early'), countsOf(world, 'late')]).toEqual([
      { held: 0, sold: 1 },
      { held: 0, sold: 2 },
    ])
    expect(new Set(codes()).size).toBe(3)
  })

  test('becomes one order if it is bought twice, within a batch or after it', () => {
    world = makeWorld(free)
    run(world, holdCart('a', { ga: 2 }))
    const op = sellFree('a')
    const answers = [...runBatch(world, [op, op]), run(world, op)]
    // complete-order.ts answers `hold_expired` with the order that the cart has become.
    expect(answers.map(outcomeOf)).toEqual(['order', 'hold_expired', 'hold_expired'])
    expect(answers[0]).toMatchObject({ value: { placed: { id: anOrder().id } } })
    expect(world.orders).toHaveLength(1)
  })

  test('is sold with what it holds at the time of the sale, unless that costs something', () => {
    world = makeWorld({ types: { ga: { price: 0 }, vip: { price: 5000 } } })
    run(world, holdCart('a', { ga: 2 }))
    const op = sellFree('a')
    run(world, holdLine('a', 1, { type: 'vip' }))
    const refusal = { code: 'payment_not_succeeded', details: { expectedAmount: 50 } }
    expect(run(world, op)).toMatchObject({ ok: false, refusal })
    run(world, holdCart('a', { ga: 3 }))
    expect(outcomeOf(run(world, op))).toBe('order')
    expect(anOrder().tickets).toHaveLength(3)
  })

  test('is not sold if its price is not the stated one, or if its hold has expired', () => {
    world = makeWorld(free)
    run(world, holdCart('a', { ga: 2 }))
    const differs = refused('amount_mismatch', 'The figures differ.')
    const params = { cartId: 'a', customer: CUSTOMER, problemWith: () => differs }
    expect(outcomeOf(run(world, sellFreeCartOp(params)))).toBe('amount_mismatch')
    passMinutes(world, 15)
    expect(outcomeOf(run(world, sellFree('a')))).toBe('hold_expired')
    expect(world.orders).toEqual([])
  })
})

describe('a captured payment', () => {
  test('sells what is still held', () => {
    world = makeWorld()
    const payment = paidCart()
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
    expect(countsOf(world)).toEqual({ held: 0, sold: 2 })
    expect(kinds()).toEqual(['hold', 'sell'])
    expect(payment).toMatchObject({ state: 'completed', orderId: anOrder().id })
  })

  test('becomes one order if it is reported twice, within a batch or after it', () => {
    world = makeWorld()
    const op = sellPayment(paidCart())
    const [first, second] = runBatch(world, [op, op])
    const { id: orderId } = anOrder()
    expect(first).toMatchObject({ value: { orderId, placed: { id: orderId } } })
    expect([second, run(world, op)]).toEqual(times(2, { ok: true, value: { orderId } }))
    expect(countsOf(world)).toEqual({ held: 0, sold: 2 })
  })

  test('is allocated again if its hold has expired and there is room', () => {
    world = makeWorld({ capacity: 4 })
    const payment = paidCart()
    passMinutes(world, 15)
    run(world, holdLine('b', 2))
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
    expect(countsOf(world)).toEqual({ held: 2, sold: 2 })
    expect(kinds()).toEqual(['hold', 'expire', 'hold', 'reallocate'])
  })

  test('is refunded if its tickets are gone, even if there is room again later', () => {
    world = makeWorld({ capacity: 2 })
    const payment = paidCart()
    passMinutes(world, 15)
    run(world, holdLine('b', 1))
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
    run(world, releaseCartOp('b'))
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
    expect(payment).toMatchObject({ state: 'refund_due', orderId: null })
    expect(countsOf(world)).toEqual({ held: 0, sold: 0 })
  })

  test('is sold in all of its sessions or refunded as a whole', () => {
    world = worldOf({ early: { capacity: 2 }, late: { capacity: 2 } })
    const payment = paidCart({ 'early/ga': 2, 'late/ga': 2 })
    passMinutes(world, 15)
    run(world, holdCart('b', { 'late/ga': 1 }))
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
    expect(countsOf(world, 'early')).toEqual({ held: 0, sold: 0 })
  })

  test('is refunded if its amount differs or its hold is unknown', () => {
    world = makeWorld()
    const short = paidCart()
    expect(outcomeOf(run(world, sellPayment(short, short.amountMinor - 1)))).toBe(
      'payment_refunded',
    )
    const unknown = paidCart({ ga: 1 }, 'b')
    unknown.holdIds = [...unknown.holdIds, 'nowhere']
    expect(outcomeOf(run(world, sellPayment(unknown)))).toBe('payment_refunded')
    expect(world.orders).toEqual([])
  })

  test('is refunded if another payment has bought its holds', () => {
    world = makeWorld()
    const first = paidCart()
    const second = { ...first, id: 'another' }
    world.payments.push(second)
    const answers = runBatch(world, [sellPayment(first), sellPayment(second)])
    expect(answers.map(outcomeOf)).toEqual(['order', 'payment_refunded'])
    expect(countsOf(world)).toEqual({ held: 0, sold: 2 })
  })

  test('buys what it was made for, though its cart holds something else in the meantime', () => {
    world = makeWorld()
    const payment = paidCart({ ga: 2 })
    run(world, holdCart('a', { ga: 3 }))
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
    expect(countsOf(world)).toEqual({ held: 3, sold: 2 })
  })
})

describe('a refund', () => {
  test('frees the stock and cancels the tickets; repeating it changes nothing', () => {
    world = worldOf({ early: {}, late: {} })
    run(world, sellPayment(paidCart({ 'early/ga': 1, 'late/ga': 2 })))
    const op = refund(anOrder())
    expect(runBatch(world, [op, op]).map(outcomeOf)).toEqual(['order', 'order'])
    expect(outcomeOf(run(world, op))).toBe('order')
    expect(states()).toEqual(['refunded', 'refunded'])
    expect(countsOf(world, 'late')).toEqual({ held: 0, sold: 0 })
    expect(anOrder().status).toBe('REFUNDED')
  })

  test('is refused for an order that does not exist', () => {
    world = makeWorld()
    expect(outcomeOf(run(world, refund({ id: 'none' })))).toBe('order_not_found')
  })
})

describe('a reschedule to another session', () => {
  const shows = (late: SessionPlan = {}) => worldOf({ early: {}, late, third: {} })
  const sold = () => run(world, sellPayment(paidCart({ 'early/ga': 2 })))

  test('takes stock there, gives it back here, and makes new codes', () => {
    world = shows({ capacity: 2 })
    sold()
    const before = codes()
    expect(outcomeOf(run(world, reschedule(anOrder(), 'late')))).toBe('order')
    expect([countsOf(world, 'early'), countsOf(world, 'late')]).toEqual([
      { held: 0, sold: 0 },
      { held: 0, sold: 2 },
    ])
    expect(anOrder().sessionId).toBe('late')
    expect(codes().filter((code) => before.includes(code))).toEqual([])
  })

  test('changes nothing if it is repeated, not even the codes', () => {
    world = shows()
    sold()
    run(world, reschedule(anOrder(), 'late'))
    const before = structuredClone(world)
    expect(outcomeOf(run(world, reschedule(anOrder(), 'late')))).toBe('order')
    expect(world).toEqual(before)
  })

  test('leads to the session of the last call if one batch has several', () => {
    world = shows()
    sold()
    runBatch(world, [reschedule(anOrder(), 'late'), reschedule(anOrder(), 'third')])
    expect(anOrder().sessionId).toBe('third')
    runBatch(world, [reschedule(anOrder(), 'late'), reschedule(anOrder(), 'third')])
    expect(validTickets().map((ticket) => ticket.sessionId)).toEqual(['third', 'third'])
  })

  test('is refused once the order reached its limit of reschedules, also within one batch', () => {
    world = shows()
    sold()
    const twice = [{ seconds: 86_400, most: 2 }]
    const reschedules = ['late', 'third', 'early'].map((to) => reschedule(anOrder(), to, twice))
    const answers = runBatch(world, reschedules)
    expect(answers.map(outcomeOf)).toEqual(['order', 'order', 'change_limit_reached'])
    const before = structuredClone(world)
    expect(run(world, reschedule(anOrder(), 'early', twice))).toMatchObject({
      refusal: { code: 'change_limit_reached', details: { retryAfterSeconds: 86_400 } },
    })
    expect(world).toEqual(before)
    expect(outcomeOf(run(world, reschedule(anOrder(), 'third', twice)))).toBe('order')
  })

  test('changes nothing if there is no room', () => {
    world = shows({ capacity: 1 })
    sold()
    expect(outcomeOf(run(world, reschedule(anOrder(), 'late')))).toBe('sold_out')
    expect(countsOf(world, 'early')).toEqual({ held: 0, sold: 2 })
  })

  test('that costs more is refused with the difference over all tickets', () => {
    const types = (ga: number, vip: number) => ({
      types: { ga: { price: ga }, vip: { price: vip } },
    })
    world = worldOf({ early: types(3000, 5000), late: types(3500, 6000) })
    run(world, sellPayment(paidCart({ 'early/ga': 2, 'early/vip': 1 })))
    expect(run(world, reschedule(anOrder(), 'late'))).toMatchObject({
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
    expect(outcomeOf(run(world, reschedule(anOrder(), 'late')))).toBe(code)
  })

  test('is refused from a session that has begun and for a refunded order', () => {
    world = worldOf({ early: { startsInMinutes: 30 }, late: {} })
    sold()
    passMinutes(world, 30)
    expect(outcomeOf(run(world, reschedule(anOrder(), 'late')))).toBe('reschedule_not_possible')
    const answers = runBatch<{ orderId: string }>(world, [
      refund(anOrder()),
      reschedule(anOrder(), 'late'),
    ])
    expect(answers.map(outcomeOf)).toEqual(['order', 'reschedule_not_possible'])
    expect(outcomeOf(run(world, reschedule(anOrder(), 'late')))).toBe('reschedule_not_possible')
  })

  test('followed by a refund in the same batch leaves no ticket sold', () => {
    world = shows()
    sold()
    runBatch<{ orderId: string }>(world, [reschedule(anOrder(), 'late'), refund(anOrder())])
    expect([countsOf(world, 'early'), countsOf(world, 'late')]).toEqual([
      { held: 0, sold: 0 },
      { held: 0, sold: 0 },
    ])
    expect(anOrder()).toMatchObject({ status: 'REFUNDED' })
  })
})
