import { refused } from '@foyer/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  heldBy,
  holdCart,
  holdLine,
  outcomeOf,
  sellPayment,
  stocked,
} from '../../../test/support/batch-ops.ts'
import { run } from '../../../test/support/batch-world/run-batch.ts'
import {
  addStock,
  EVENT,
  makeWorld,
  passMinutes,
  SESSION,
  type World,
} from '../../../test/support/batch-world/world.ts'
import { addMoreTimeOp } from './add-more-time.ts'
import type { HeldChange, HoldAllowance } from './hold-allowance.ts'
import { releaseCartOp } from './release-cart.ts'

let world: World
/** What the client's allowance was asked for, and what it answers. */
let changes: HeldChange[]
let answer: ReturnType<HoldAllowance['take']>
beforeEach(() => {
  world = makeWorld({ types: { ga: {}, vip: {} } })
  changes = []
  answer = null
})
afterEach(() => checkBooks(world))

const allowance: HoldAllowance = {
  take(change) {
    changes.push(change)
    return answer
  },
}
const minutesFromStart = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes))
const held = (quantity: number, endsInMinutes = 15) => ({
  eventId: EVENT,
  sessionId: SESSION,
  capacity: 10,
  quantity,
  places: quantity,
  endsAt: minutesFromStart(endsInMinutes),
})

describe('what a client may hold', () => {
  test('is counted by a line with its session, the capacity of it, and the end of the hold', () => {
    run(world, holdLine('a', 2, { allowance }))
    expect(changes).toEqual([{ now: world.now, added: [held(2)], removed: [] }])
  })

  test('is counted in tickets, and in the places that they take', () => {
    world = makeWorld({ types: { family: { places: 4 } } })
    run(world, holdLine('a', 2, { type: 'family', allowance }))
    expect(changes).toEqual([{ now: world.now, added: [{ ...held(2), places: 8 }], removed: [] }])
  })

  test('is counted without a capacity in a session without limit', () => {
    world = makeWorld({ capacity: null })
    run(world, holdLine('a', 2, { allowance }))
    expect(changes).toMatchObject([{ added: [{ capacity: null, quantity: 2 }] }])
  })

  test('is counted anew by a cart that is replaced, with the former ends of what it gives back', () => {
    run(world, holdCart('a', { ga: 2, vip: 1 }, { allowance }))
    passMinutes(world, 5)
    run(world, holdCart('a', { ga: 3 }, { allowance }))
    expect(changes).toMatchObject([
      { added: [held(2), held(1)], removed: [] },
      { now: minutesFromStart(5), added: [held(3, 20)], removed: [held(2), held(1)] },
    ])
  })

  test('is tickets alone: add-ons do not count', () => {
    addStock(world, 'parking', 3)
    run(world, holdCart('a', { ga: 2 }, { allowance, addOns: [stocked('parking', 2)] }))
    run(world, releaseCartOp('a', allowance))
    expect(changes).toMatchObject([
      { added: [held(2)], removed: [] },
      { added: [], removed: [held(2)] },
    ])
  })

  test('is free again once it is released', () => {
    run(world, holdLine('a', 2))
    run(world, releaseCartOp('a', allowance))
    expect(changes).toEqual([{ now: world.now, added: [], removed: [held(2)] }])
  })

  test('is free again once it is sold, unless it had expired before', () => {
    run(world, holdLine('a', 2))
    passMinutes(world, 5)
    run(world, holdLine('a', 1, { type: 'vip' }))
    const payment = addPayment(world, 'a')
    passMinutes(world, 11)
    expect(outcomeOf(run(world, sellPayment(payment, undefined, {}, { allowance })))).toBe('order')
    expect(changes).toEqual([{ now: world.now, added: [], removed: [held(1, 20)] }])
  })

  test('is counted with its new end when it gets more time', () => {
    run(world, holdLine('a', 2))
    run(world, addMoreTimeOp('a', null, allowance))
    expect(changes).toEqual([{ now: world.now, added: [held(2, 20)], removed: [held(2)] }])
  })

  test('is not counted in a session that nobody knows any more', () => {
    run(world, holdLine('a', 2))
    world.offers.delete(SESSION)
    run(world, releaseCartOp('a', allowance))
    expect(changes).toEqual([{ now: world.now, added: [], removed: [] }])
  })
})

describe('a client that would hold too much', () => {
  beforeEach(() => {
    run(world, holdCart('a', { ga: 2 }))
    answer = refused('too_many_held', 'You hold enough.')
  })

  test('gets no further line', () => {
    const op = holdLine('a', 1, { type: 'vip', allowance })
    expect(outcomeOf(run(world, op))).toBe('too_many_held')
    expect(heldBy(world, 'a')).toBe('2 ga')
  })

  test('gets no other cart, and keeps the one that it has', () => {
    expect(outcomeOf(run(world, holdCart('a', { vip: 3 }, { allowance })))).toBe('too_many_held')
    expect(heldBy(world, 'a')).toBe('2 ga')
  })
})
