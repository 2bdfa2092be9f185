import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  begin,
  holdCart,
  holdLine,
  lockingAll,
  outcomeOf,
  refund,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { readFor, run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  SESSION,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { openBook, writesOf } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { releaseCartOp } from './release-cart.ts'

let world: World
beforeEach(() => {
  world = makeWorld({ types: { ga: {}, vip: {}, child: {} } })
})
afterEach(() => checkBooks(world))

/** What one batch of these operations writes about holds. */
function holdsWrittenBy<T>(...ops: LaneOp<T>[]) {
  const wide = ops.map((op) => lockingAll(world, op, [SESSION]))
  const needs = wide.map((op) => ({
    ...op.needs,
    orderIds: world.orders.map(({ id }) => id),
  }))
  const book = openBook(readFor(world, needs))
  for (const op of wide) expect(op.decide(book)).toMatchObject({ ok: true })
  const { inserts, changes, endedChanges } = writesOf(book).holds
  const states = (holds: typeof inserts) => holds.map(({ state }) => state)
  return {
    inserts: states(inserts),
    changes: states(changes),
    endedChanges: states(endedChanges),
  }
}

// Changes of live holds are written together with their counters, by an index of live holds.
describe('a hold is written', () => {
  test('once, in its final state, if the batch that makes it ends it as well', () => {
    const ops = [holdCart('a', { ga: 2 }), releaseCartOp('a')]
    expect(holdsWrittenBy<unknown>(...ops)).toEqual({
      inserts: ['released'],
      changes: [],
      endedChanges: [],
    })
  })

  test('as a change of a live one when it is released', () => {
    run(world, holdLine('a', 2))
    expect(holdsWrittenBy(releaseCartOp('a'))).toEqual({
      inserts: [],
      changes: ['released'],
      endedChanges: [],
    })
  })

  test('as a change of a live one when its payment starts, and not when Pay is pressed again', () => {
    run(world, holdLine('a', 2))
    const once = { inserts: [], changes: ['held'], endedChanges: [] }
    expect(holdsWrittenBy(begin('a'))).toEqual(once)
    run(world, begin('a'))
    expect(holdsWrittenBy(begin('a'))).toEqual({ ...once, changes: [] })
  })

  test('as a change of a live one if one batch ends it and sells it after all', () => {
    run(world, holdLine('a', 2))
    const payment = addPayment(world, 'a')
    passMinutes(world, 15)
    expect(holdsWrittenBy(sellPayment(payment))).toEqual({
      inserts: [],
      changes: ['sold'],
      endedChanges: [],
    })
  })

  test('as a change of an ended one if it is sold in a batch after that which ended it', () => {
    run(world, holdLine('a', 2))
    const payment = addPayment(world, 'a')
    passMinutes(world, 15)
    run(world, holdLine('b', 1))
    expect(holdsWrittenBy(sellPayment(payment))).toEqual({
      inserts: [],
      changes: [],
      endedChanges: ['sold'],
    })
  })

  test('as a change of an ended one when it is refunded; what stays sold is a new one', () => {
    run(world, holdLine('a', 2))
    run(world, sellPayment(addPayment(world, 'a')))
    const [order] = world.orders
    const ticketIds = order?.tickets.slice(0, 1).map(({ id }) => id) ?? []
    const part = { kind: 'tickets', ticketIds, withFees: true } as const
    expect(order && holdsWrittenBy(refund(order, part))).toEqual({
      inserts: ['sold'],
      changes: [],
      endedChanges: ['refunded'],
    })
  })
})

test('a hold freezes the fee and the tax of its type', () => {
  const feeSet = {
    id: 'fee',
    name: 'Service fee',
    isActive: true,
    feeType: 'flat' as const,
    flatMinor: 250,
    ratePpm: 0,
  }
  const taxRate = { id: 'vat', name: 'VAT', ratePpm: 80_000, isInclusive: true }
  world = makeWorld({ types: { ga: { feeSet, taxRate }, plain: {} } })
  run(world, holdCart('a', { ga: 1, plain: 1 }))
  expect(world.holds).toMatchObject([
    { feeSet, taxRate },
    { feeSet: null, taxRate: null },
  ])
})

describe('a repeated request', () => {
  const request = { key: 'k', hash: 'same' }
  const op = holdCart('a', { vip: 1, ga: 2, child: 3 }, { request })
  const other = holdCart('a', { ga: 1 }, { request: { key: 'k', hash: 'other' } })

  test.each([
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])(
    'has its lines in the order of the request, though they are read as %d, %d, %d',
    (...order) => {
      run(world, op)
      world.holds = order.flatMap((index) => world.holds[index] ?? [])
      expect(outcomeOf(run(world, op))).toBe('1 vip + 2 ga + 3 child')
    },
  )

  test('is refused if two different requests have got holds under its key, in two batches at a time', () => {
    run(world, op)
    run(world, holdLine('b', 1, { request: { key: 'other key', hash: 'other' } }))
    for (const hold of world.holds) if (hold.request) hold.request.key = 'k'
    expect([op, other].map((each) => outcomeOf(run(world, each)))).toEqual([
      'idempotency_conflict',
      'idempotency_conflict',
    ])
  })
})

test('a refund ends the tickets of its own order, though the batch has read another one', () => {
  for (const cart of ['a', 'b']) {
    run(world, holdCart(cart, { ga: 2 }))
    run(world, sellPayment(addPayment(world, cart)))
  }
  const [, second] = world.orders
  const [first] = world.payments
  if (!first || !second) throw new Error('Two carts were sold')
  const ops = [sellPayment(first), refund(second)].map((op) =>
    lockingAll<{ orderId: string }>(world, op, [SESSION]),
  )
  const answers = runBatch(world, ops)
  expect(answers.map(outcomeOf)).toEqual(['order', 'order'])
  expect(world.holds.map(({ state }) => state)).toEqual(['sold', 'refunded'])
})

describe('a hold of a session without stock rows', () => {
  beforeEach(() => {
    world = worldOf({ early: {}, late: {} })
  })
  const loseStockOf = (gone: string) => {
    world.pools = world.pools.filter(({ sessionId }) => sessionId !== gone)
  }

  test('is held no more: it can be neither given back nor paid', () => {
    run(world, holdCart('a', { 'early/ga': 2 }))
    loseStockOf('early')
    expect(outcomeOf(run(world, begin('a')))).toBe('hold_expired')
    expect(outcomeOf(run(world, releaseCartOp('a')))).toBe('')
  })

  test('does not keep the rest of its cart from being released', () => {
    run(world, holdCart('a', { 'early/ga': 2, 'late/ga': 1 }))
    loseStockOf('early')
    expect(outcomeOf(run(world, releaseCartOp('a')))).toBe('1 late/ga')
  })

  test('is not sold by a payment, which is refunded as a whole', () => {
    run(world, holdCart('a', { 'early/ga': 2, 'late/ga': 1 }))
    const payment = addPayment(world, 'a')
    loseStockOf('early')
    expect(outcomeOf(run(world, sellPayment(payment)))).toBe('payment_refunded')
    expect(world.orders).toEqual([])
  })
})

describe('a release', () => {
  test('is decided once the sessions are locked: a hold that expired has nothing to release', () => {
    run(world, holdLine('a', 2))
    const op = releaseCartOp('a')
    expect(op.decide(openBook(readFor(world, [op.needs])))).toEqual({ widenTo: [SESSION] })
    passMinutes(world, 15)
    expect(outcomeOf(run(world, releaseCartOp('a')))).toBe('')
    expect(world.holds.map(({ state }) => state)).toEqual(['expired'])
  })
})
