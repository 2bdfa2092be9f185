import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  countsOf,
  heldBy,
  holdCart,
  outcomeOf,
  refund,
  reschedule,
  sellFree,
  sellPayment,
  stocked,
} from '../../../test/support/batch-ops.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  addStock,
  passMinutes,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { addMoreTimeOp } from './add-more-time.ts'
import { releaseCartOp } from './release-cart.ts'

/** Two sessions without limit, and three parking tickets for all of them. */
let world: World
beforeEach(() => {
  world = worldOf({ early: { capacity: null }, late: { capacity: null, types: { ga: {} } } })
  addStock(world, 'parking', 3)
})
afterEach(() => checkBooks(world))

const holdWithParking = (cart: string, cars: number, session = 'early') =>
  holdCart(cart, { [`${session}/ga`]: 2 }, { addOns: [stocked('parking', cars)] })
const cars = () => countsOf(world, 'parking')
const ordered = () => {
  const [order] = world.orders
  if (!order) throw new Error('Nothing was sold')
  return order
}

describe('an add-on with a stock', () => {
  test('is granted in order of arrival, over all sessions, in one batch and in several', () => {
    const answers = runBatch(world, [
      holdWithParking('a', 2),
      holdWithParking('b', 2, 'late'),
      holdWithParking('c', 1, 'late'),
    ])
    expect(answers.map(outcomeOf)).toEqual([
      '2 early/ga + 2 parking/parking',
      'sold_out',
      '2 late/ga + 1 parking/parking',
    ])
    expect(answers[1]).toMatchObject({
      refusal: {
        message: 'PARKING: only 1 left.',
        details: { available: 1, addOnId: 'parking' },
      },
    })
    expect(outcomeOf(run(world, holdWithParking('d', 1)))).toBe('sold_out')
    expect(cars()).toEqual({ held: 3, sold: 0 })
  })

  test('is named in the refusal if it is the one that is short, and said to be sold out', () => {
    addStock(world, 'dinner', 1)
    const withDinners = (cart: string, dinners: number) =>
      holdCart(
        cart,
        { 'early/ga': 1 },
        { addOns: [stocked('parking', 1), stocked('dinner', dinners)] },
      )
    const details = { addOnId: 'dinner' }
    expect(run(world, withDinners('a', 2))).toMatchObject({
      refusal: { message: 'DINNER: only 1 left.', details },
    })
    run(world, withDinners('a', 1))
    expect(run(world, withDinners('b', 1))).toMatchObject({
      refusal: { message: 'DINNER is sold out.', details },
    })
  })

  test('is held together with the tickets or not at all', () => {
    expect(outcomeOf(run(world, holdWithParking('a', 4)))).toBe('sold_out')
    expect([world.holds, world.ledger]).toEqual([[], []])
  })

  test('has ledger entries like any line, and moves its one counter once', () => {
    run(world, holdWithParking('a', 2))
    run(world, releaseCartOp('a'))
    const own = world.ledger.filter((entry) => entry.sessionId === 'parking')
    expect(own.map(({ kind, ticketTypeId, heldDelta }) => [kind, ticketTypeId, heldDelta])).toEqual(
      [
        ['hold', 'parking', 2],
        ['release', 'parking', -2],
      ],
    )
    expect(cars()).toEqual({ held: 0, sold: 0 })
  })

  test('is given back when its cart is replaced without naming it', () => {
    run(world, holdWithParking('a', 3))
    run(world, holdCart('a', { 'late/ga': 1 }))
    expect(heldBy(world, 'a')).toBe('1 late/ga')
    expect(cars()).toEqual({ held: 0, sold: 0 })
  })

  test('expires with its cart, and gets more time with it', () => {
    runBatch<unknown>(world, [holdWithParking('a', 3), addMoreTimeOp('a', 'tap')])
    passMinutes(world, 19)
    expect(outcomeOf(run(world, holdWithParking('b', 1)))).toBe('sold_out')
    passMinutes(world, 1)
    expect(outcomeOf(run(world, holdWithParking('b', 3)))).toBe('2 early/ga + 3 parking/parking')
  })

  test('is counted and locked, unlike an add-on without a stock', () => {
    const addOns = [{ ...stocked('programme', 10), hasStock: false }]
    const op = holdCart('a', { 'early/ga': 1 }, { addOns })
    expect(op.needs.sessionIds).toEqual(['early'])
    expect(outcomeOf(run(world, op))).toBe('1 early/ga')
    expect(world.addOns).toMatchObject([{ addOnId: 'programme', quantity: 10 }])
  })
})

describe('a sale', () => {
  const sold = (cart = 'a', count = 2) => {
    run(world, holdWithParking(cart, count))
    return run(world, sellPayment(addPayment(world, cart)))
  }

  test('sells the add-ons with their tickets in one payment', () => {
    sold()
    expect(cars()).toEqual({ held: 0, sold: 2 })
    expect(ordered().tickets.map((ticket) => ticket.ticketTypeId)).toEqual(['ga', 'ga'])
    expect(world.payments).toMatchObject([{ amountMinor: 7000, capturedMinor: 7000 }])
  })

  test('of a free cart sells its add-ons, though the first try did not lock their stock', () => {
    world = worldOf({ early: { types: { ga: { price: 0 } } } })
    addStock(world, 'parking', 3)
    const addOns = [{ ...stocked('parking', 2), unitPriceMinor: 0 }]
    run(world, holdCart('a', { 'early/ga': 2 }, { addOns }))
    const op = sellFree('a')
    const tickets = { ...op, needs: { ...op.needs, sessionIds: ['early'] } }
    expect(outcomeOf(run(world, tickets))).toBe('order')
    expect(cars()).toEqual({ held: 0, sold: 2 })
  })

  test('of a cart whose add-on expired takes another one, and is refunded if none is left', () => {
    run(world, holdWithParking('a', 2))
    const [early, late] = [addPayment(world, 'a'), 'b']
    passMinutes(world, 15)
    run(world, holdWithParking(late, 2))
    expect(outcomeOf(run(world, sellPayment(early)))).toBe('payment_refunded')
    expect(cars()).toEqual({ held: 2, sold: 0 })
    const again = addPayment(world, late)
    run(world, releaseCartOp(late))
    expect(outcomeOf(run(world, sellPayment(again)))).toBe('order')
    expect(world.ledger.at(-1)).toMatchObject({ kind: 'reallocate', ticketTypeId: 'parking' })
  })

  test('that is refunded frees its add-ons with the last ticket', () => {
    sold()
    const [first, second] = ordered().tickets.map((ticket) => ticket.id)
    const part = (id = '') => ({ kind: 'tickets', ticketIds: [id], withFees: true }) as const
    run(world, refund(ordered(), part(first), 'one'))
    expect(cars()).toEqual({ held: 0, sold: 2 })
    run(world, refund(ordered(), part(second), 'two'))
    expect(cars()).toEqual({ held: 0, sold: 0 })
    expect(ordered().status).toBe('REFUNDED')
  })

  test('that is rescheduled several times keeps its add-ons', () => {
    sold()
    expect(outcomeOf(run(world, reschedule(ordered(), 'late')))).toBe('order')
    expect(outcomeOf(run(world, reschedule(ordered(), 'late')))).toBe('order')
    expect(cars()).toEqual({ held: 0, sold: 2 })
    expect(countsOf(world, 'late')).toEqual({ held: 0, sold: 2 })
  })
})
