import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  countsOf,
  holdCart,
  holdLine,
  outcomeOf,
  sellPayment,
  stocked,
} from '../../../test/support/batch-ops.ts'
import { readFor, run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  addStock,
  makeWorld,
  passMinutes,
  type World,
} from '../../../test/support/batch-world/world.ts'
import { openBook } from '../lanes/aggregates.ts'

/** A session with four tickets. A batch ends one expired hold of it, and leaves the others. */
let world: World
beforeEach(() => {
  world = makeWorld({ capacity: 4 })
  world.expiredPerSession = 1
})
afterEach(() => checkBooks(world))

/** Four carts that hold one ticket each, until they expire. */
function fourExpired(addOns: Parameters<typeof stocked>[] = []) {
  const carts = ['a', 'b', 'c', 'd']
  runBatch(
    world,
    carts.map((cart) => holdCart(cart, { ga: 1 }, { addOns: addOns.map((of) => stocked(...of)) })),
  )
  passMinutes(world, 15)
}

/** What a batch of this operation alone decides, with its sessions locked. */
const decide = (op: ReturnType<typeof holdLine> | ReturnType<typeof holdCart>) =>
  op.decide(openBook(readFor(world, [op.needs])))

describe('a session with more expired holds than one batch ends', () => {
  test('is asked again for as long as a request may still fit', () => {
    fourExpired()
    expect(decide(holdLine('late', 2))).toEqual({ widenTo: [] })
    expect(outcomeOf(run(world, holdLine('late', 2)))).toBe('2 ga')
    expect(world.holds.map(({ state }) => state)).toEqual([
      'expired',
      'expired',
      'held',
      'held',
      'held',
    ])
  })

  test('is sold out at last, if too few of its holds had expired', () => {
    runBatch(world, [holdLine('a', 1), holdLine('b', 1)])
    passMinutes(world, 5)
    run(world, holdLine('c', 2))
    passMinutes(world, 10)
    expect(run(world, holdLine('late', 3))).toMatchObject({
      refusal: { code: 'sold_out', details: { available: 2 } },
    })
    expect(countsOf(world)).toEqual({ held: 2, sold: 0 })
  })

  test('is sold out at once if none of its holds has expired', () => {
    run(world, holdLine('a', 4))
    expect(decide(holdLine('late', 1))).toMatchObject({ refusal: { code: 'sold_out' } })
  })

  test('takes a payment that has arrived late, before it is refunded', () => {
    run(world, holdLine('payer', 2))
    const payment = addPayment(world, 'payer')
    passMinutes(world, 15)
    fourExpired()
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('order')
    expect(countsOf(world)).toEqual({ held: 2, sold: 2 })
  })
})

describe('an add-on with more expired holds than one batch ends', () => {
  beforeEach(() => {
    world = makeWorld({ capacity: null })
    world.expiredPerSession = 1
    addStock(world, 'parking', 4)
  })
  const withCars = (cars: number) =>
    holdCart('late', { ga: 1 }, { addOns: [stocked('parking', cars)] })

  test('is asked again for as long as a request may still fit', () => {
    fourExpired([['parking', 1]])
    expect(decide(withCars(2))).toEqual({ widenTo: [] })
    expect(outcomeOf(run(world, withCars(2)))).toBe('1 ga + 2 parking/parking')
  })

  test('is sold out at last, if nothing more can expire', () => {
    fourExpired([['parking', 1]])
    expect(outcomeOf(run(world, withCars(5)))).toBe('sold_out')
    expect(countsOf(world, 'parking')).toEqual({ held: 0, sold: 0 })
  })
})
