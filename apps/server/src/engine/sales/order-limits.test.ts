import { afterEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  begin,
  customerAt,
  holdCart,
  holdLine,
  outcomeOf,
  refund,
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
import { openBook } from '../lanes/aggregates.ts'
import { customerProblem } from './sales-rules.ts'

let world: World
afterEach(() => checkBooks(world))

const NONE = { minPerOrder: null, maxPerOrder: null, maxPerCustomer: null }
const perOrder = (minPerOrder: number | null, maxPerOrder: number | null): SessionPlan => ({
  limits: { ...NONE, minPerOrder, maxPerOrder },
  types: { ga: {}, vip: {} },
})
const LIMIT_REACHED = 'customer_limit_reached'

describe('the most tickets of one order', () => {
  test('are counted over all lines of the cart', () => {
    world = makeWorld(perOrder(null, 4))
    expect(outcomeOf(run(world, holdCart('a', { ga: 3, vip: 2 })))).toBe('quantity_above_maximum')
    expect(outcomeOf(run(world, holdCart('a', { ga: 2, vip: 2 })))).toBe('2 ga + 2 vip')
  })

  test('are counted with what a cart holds already when a line is added', () => {
    world = makeWorld(perOrder(null, 4))
    run(world, holdLine('a', 3))
    const line = (quantity: number) => holdLine('a', quantity, { type: 'vip' })
    expect(outcomeOf(run(world, line(2)))).toBe('quantity_above_maximum')
    expect(outcomeOf(run(world, line(1)))).toBe('1 vip')
  })
})

describe('the fewest tickets of one order', () => {
  test('are asked of a cart that is held whole', () => {
    world = makeWorld(perOrder(3, null))
    expect(outcomeOf(run(world, holdCart('a', { ga: 1, vip: 1 })))).toBe('quantity_below_minimum')
    expect(outcomeOf(run(world, holdCart('a', { ga: 2, vip: 1 })))).toBe('2 ga + 1 vip')
  })

  test('are asked of a cart that was filled line by line when it is paid', () => {
    world = makeWorld(perOrder(3, null))
    run(world, holdLine('a', 2))
    expect(outcomeOf(run(world, begin('a')))).toBe('quantity_below_minimum')
    run(world, holdLine('a', 1, { type: 'vip' }))
    expect(outcomeOf(run(world, begin('a')))).toBe('9000 to pay')
  })
})

describe('the most tickets of one customer', () => {
  /** Four of the event, over all types and sessions. */
  const four: SessionPlan = {
    limits: { ...NONE, maxPerCustomer: 4 },
    types: { ga: { price: 0 }, vip: { price: 0 } },
  }
  const held = (cart: string, tickets: Record<string, number>) => {
    run(world, holdCart(cart, tickets))
    return outcomeOf(run(world, begin(cart)))
  }

  test('are counted over the types and sessions of a cart', () => {
    world = worldOf({ early: four, late: four })
    expect(held('a', { 'early/ga': 2, 'late/ga': 2, 'late/vip': 1 })).toBe(LIMIT_REACHED)
    expect(held('a', { 'early/ga': 2, 'late/ga': 1, 'late/vip': 1 })).toBe('0 to pay')
  })

  test('are counted with what other carts of the customer are being paid for', () => {
    world = makeWorld(four)
    expect(held('a', { ga: 3 })).toBe('0 to pay')
    expect([...world.customerCarts.keys()]).toEqual(['a'])
    expect(held('b', { ga: 2 })).toBe(LIMIT_REACHED)
    expect(held('b', { ga: 1 })).toBe('0 to pay')
    passMinutes(world, 20)
    expect(held('c', { ga: 4 })).toBe('0 to pay')
  })

  test('are counted within one batch', () => {
    world = makeWorld(four)
    run(world, holdCart('a', { ga: 3 }))
    run(world, holdCart('b', { ga: 2 }))
    expect(runBatch(world, [begin('a'), begin('b')]).map(outcomeOf)).toEqual([
      '0 to pay',
      LIMIT_REACHED,
    ])
  })

  test('are not used up by paying for the same cart twice', () => {
    world = makeWorld(four)
    expect(held('a', { ga: 3 })).toBe('0 to pay')
    expect(outcomeOf(run(world, begin('a')))).toBe('0 to pay')
  })

  test('are counted with orders until these are refunded, for this address alone', () => {
    world = makeWorld({ ...four, types: { ga: { price: 0 }, paid: {} } })
    run(world, holdCart('a', { paid: 4 }))
    run(world, sellPayment(addPayment(world, 'a')))
    expect(held('b', { ga: 1 })).toBe(LIMIT_REACHED)
    expect(outcomeOf(run(world, sellFree('b')))).toBe(LIMIT_REACHED)
    expect(outcomeOf(run(world, begin('b', customerAt('ADA@example.com'))))).toBe(LIMIT_REACHED)
    expect(outcomeOf(run(world, begin('b', customerAt('bob@example.com'))))).toBe('0 to pay')
    for (const order of world.orders) run(world, refund(order))
    expect(held('b', { ga: 1 })).toBe('0 to pay')
  })

  test('are said in the refusal, and not how many the customer has', () => {
    world = makeWorld(four)
    run(world, holdCart('a', { ga: 5 }))
    expect(run(world, begin('a'))).toEqual({
      ok: false,
      refusal: {
        code: LIMIT_REACHED,
        message:
          'At most 4 tickets of this event are sold to one customer, over all orders. Nothing was charged.',
        details: { maximum: 4 },
      },
    })
  })

  test('may be bounded for one type, which is named with its maximum', () => {
    world = makeWorld({ types: { ga: {}, vip: { maxPerCustomer: 2 } } })
    expect(held('a', { ga: 5, vip: 2 })).toBe('21000 to pay')
    run(world, holdCart('b', { ga: 1, vip: 1 }))
    expect(run(world, begin('b'))).toEqual({
      ok: false,
      refusal: {
        code: LIMIT_REACHED,
        message:
          'At most 2 VIP tickets are sold to one customer, over all orders. Nothing was charged.',
        details: { maximum: 2, ticketTypeId: 'vip' },
      },
    })
    expect(held('b', { ga: 3 })).toBe('9000 to pay')
  })

  test('cost an event without such a limit nothing: no cart is noted', () => {
    world = makeWorld()
    expect(held('a', { ga: 5 })).toBe('15000 to pay')
    expect(world.customerCarts.size).toBe(0)
  })

  test('need no note of a cart that was bought: its order has the tickets', () => {
    world = makeWorld({ ...four, types: { ga: { price: 0 }, paid: {} } })
    run(world, holdCart('free', { ga: 1 }))
    run(world, sellFree('free'))
    run(world, holdCart('paid', { paid: 1 }))
    expect(outcomeOf(run(world, sellPayment(addPayment(world, 'paid'))))).toBe('order')
    expect(world.customerCarts.size).toBe(0)
  })

  test('are not asked of a cart without tickets', () => {
    world = makeWorld(four)
    const book = openBook(readFor(world, [{ sessionIds: ['session'] }]))
    expect(customerProblem(book, [], 'ada@example.com')).toBeNull()
  })
})
