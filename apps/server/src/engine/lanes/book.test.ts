import { describe, expect, test } from 'vitest'
import {
  countsOf,
  heldBy,
  holdCart,
  holdLine,
  lockingAll,
  outcomeOf,
  sellFree,
} from '../../../test/support/batch-ops.ts'
import { readFor, run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  SESSION,
  type SessionPlan,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import type { DecidedCart } from '../holds/hold-cart.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import { releaseCartOp } from '../holds/release-cart.ts'
import { openBook, writesOf } from './aggregates.ts'

const taken = (world: World, sessionId = SESSION) => countsOf(world, sessionId).held
const release = (cart: string) => lockingAll({ payments: [] }, releaseCartOp(cart), [SESSION])

describe('capacity', () => {
  test('is granted in order of arrival; a small request may fit after a larger one did not', () => {
    const world = makeWorld({ capacity: 5 })
    const ops = [holdLine('a', 3), holdLine('b', 3), holdLine('c', 2), holdLine('d', 1)]
    expect(runBatch(world, ops).map(outcomeOf)).toEqual(['3 ga', 'sold_out', '2 ga', 'sold_out'])
    expect(taken(world)).toBe(5)
  })

  test('that is left is named in a refusal, in words and as a number', () => {
    const world = makeWorld({ capacity: 2 })
    const ops = [holdLine('a', 1), holdLine('b', 2), holdLine('c', 1)]
    expect(runBatch(world, ops)[1]).toMatchObject({
      refusal: { message: 'Only 1 ticket is left for this time.', details: { available: 1 } },
    })
    expect(run(world, holdLine('d', 1))).toMatchObject({
      refusal: { message: 'No more tickets are available for this time.' },
    })
  })

  test('has two levels: a grant must fit the session and the type', () => {
    const world = makeWorld({ capacity: 6, types: { ga: {}, vip: { capacity: 2 } } })
    const answers = runBatch(world, [
      holdLine('a', 3, { type: 'vip' }),
      holdLine('b', 2, { type: 'vip' }),
      holdLine('c', 1, { type: 'vip' }),
      holdLine('d', 5),
      holdLine('e', 4),
    ])
    expect(answers.map(outcomeOf)).toEqual(['sold_out', '2 vip', 'sold_out', 'sold_out', '4 ga'])
    expect(answers[2]).toMatchObject({
      refusal: {
        message: 'No more VIP tickets are available for this time.',
        details: { available: 0, ticketTypeId: 'vip' },
      },
    })
  })

  test('of a type also limits a session that itself is without limit', () => {
    const world = makeWorld({ capacity: null, types: { ga: {}, vip: { capacity: 2 } } })
    const answers = runBatch(world, [
      holdLine('a', 100),
      holdLine('b', 3, { type: 'vip' }),
      holdLine('c', 2, { type: 'vip' }),
    ])
    expect(answers.map(outcomeOf)).toEqual(['100 ga', 'sold_out', '2 vip'])
  })

  test('is zero in a session without stock rows', () => {
    const world = makeWorld()
    world.pools = []
    expect(outcomeOf(run(world, holdLine('a', 1)))).toBe('session_not_found')
  })

  test('counts sold tickets as it counts held ones', () => {
    const world = makeWorld({ capacity: 5, types: { ga: { price: 0 } } })
    run(world, holdCart('buyer', { ga: 4 }))
    run(world, sellFree('buyer'))
    expect(countsOf(world)).toEqual({ held: 0, sold: 4 })
    expect(runBatch(world, [holdLine('a', 2), holdLine('b', 1)]).map(outcomeOf)).toEqual([
      'sold_out',
      '1 ga',
    ])
  })
})

describe('a cart', () => {
  test('is granted whole or not at all', () => {
    const world = makeWorld({ capacity: 10, types: { ga: {}, vip: { capacity: 1 } } })
    expect(outcomeOf(run(world, holdCart('a', { ga: 2, vip: 2 })))).toBe('sold_out')
    expect([world.holds, world.ledger, taken(world)]).toEqual([[], [], 0])
  })

  test('replaces what it held, counting its own holds as free', () => {
    const world = makeWorld({ capacity: 4 })
    run(world, holdCart('a', { ga: 4 }))
    expect(outcomeOf(run(world, holdCart('a', { ga: 3 })))).toBe('3 ga')
    expect(heldBy(world, 'a')).toBe('3 ga')
    expect(taken(world)).toBe(3)
  })

  test('keeps what it held when the new request is refused', () => {
    const world = makeWorld({ capacity: 4 })
    runBatch(world, [holdCart('a', { ga: 2 }), holdCart('b', { ga: 1 })])
    expect(outcomeOf(run(world, holdCart('a', { ga: 4 })))).toBe('sold_out')
    expect(heldBy(world, 'a')).toBe('2 ga')
  })

  test('that is held twice in one batch ends with the last request, and the ledger has every step', () => {
    const world = makeWorld({ capacity: 4 })
    const answers = runBatch<LaneHold[] | DecidedCart>(world, [
      holdCart('a', { ga: 4 }),
      release('a'),
      holdCart('b', { ga: 4 }),
      holdCart('b', { ga: 1 }),
      holdLine('a', 3),
    ])
    expect(answers.map(outcomeOf)).toEqual(['4 ga', '4 ga', '4 ga', '1 ga', '3 ga'])
    expect([heldBy(world, 'a'), heldBy(world, 'b')]).toEqual(['3 ga', '1 ga'])
    expect(world.holds.map((hold) => hold.state)).toEqual(['released', 'released', 'held', 'held'])
    expect(world.ledger).toMatchObject([
      { kind: 'hold', heldDelta: 12 },
      { kind: 'release', heldDelta: -8 },
    ])
    expect(taken(world)).toBe(4)
  })

  test('releases only its own holds', () => {
    const world = makeWorld()
    runBatch(world, [holdCart('a', { ga: 2 }), holdCart('b', { ga: 3 })])
    expect(outcomeOf(run(world, release('a')))).toBe('2 ga')
    expect(outcomeOf(run(world, release('a')))).toBe('')
    expect(heldBy(world, 'b')).toBe('3 ga')
    expect(taken(world)).toBe(3)
  })
})

describe('a cart over several sessions', () => {
  const twoShows = (capacity: number) => worldOf({ early: { capacity: 4 }, late: { capacity } })

  test('is held in all of them or in none', () => {
    const world = twoShows(1)
    expect(outcomeOf(run(world, holdCart('a', { 'early/ga': 2, 'late/ga': 2 })))).toBe('sold_out')
    expect([taken(world, 'early'), taken(world, 'late')]).toEqual([0, 0])
    expect(outcomeOf(run(world, holdCart('a', { 'early/ga': 2, 'late/ga': 1 })))).toBe(
      '2 early/ga + 1 late/ga',
    )
    expect([taken(world, 'early'), taken(world, 'late')]).toEqual([2, 1])
  })

  test('is moved to another session in one step, and keeps its holds if that session is full', () => {
    const world = twoShows(2)
    run(world, holdCart('a', { 'early/ga': 3 }))
    expect(outcomeOf(run(world, holdCart('a', { 'late/ga': 3 })))).toBe('sold_out')
    expect(heldBy(world, 'a')).toBe('3 early/ga')
    expect(outcomeOf(run(world, holdCart('a', { 'late/ga': 2 })))).toBe('2 late/ga')
    expect([taken(world, 'early'), taken(world, 'late')]).toEqual([0, 2])
  })

  test('is released in all of them, though the operation names no session', () => {
    const world = twoShows(2)
    run(world, holdCart('a', { 'early/ga': 1, 'late/ga': 2 }))
    run(world, releaseCartOp('a'))
    expect(heldBy(world, 'a')).toBe('')
    expect([taken(world, 'early'), taken(world, 'late')]).toEqual([0, 0])
  })

  test('is refused if the sessions belong to different events', () => {
    const world = worldOf({ ours: {}, theirs: { eventId: 'another' } })
    expect(outcomeOf(run(world, holdCart('a', { 'ours/ga': 1, 'theirs/ga': 1 })))).toBe(
      'session_not_found',
    )
  })
})

describe('a line', () => {
  test('that is sent again returns the existing hold, and is refused with another quantity', () => {
    const world = makeWorld()
    const first = run(world, holdLine('a', 2))
    const [again, other] = runBatch(world, [holdLine('a', 2), holdLine('a', 3)])
    expect(again).toEqual(first)
    expect(outcomeOf(other)).toBe('hold_exists')
    expect(taken(world)).toBe(2)
  })

  test('is added to the lines of other types and sessions', () => {
    const world = worldOf({ session: { types: { ga: {}, vip: {} } }, late: {} })
    runBatch(world, [
      holdLine('a', 2),
      holdLine('a', 1, { type: 'vip' }),
      holdLine('a', 3, { session: 'late' }),
    ])
    expect(heldBy(world, 'a')).toBe('2 ga + 1 vip + 3 late/ga')
  })
})

describe('a line that is not on sale', () => {
  test.each<[string, SessionPlan, string]>([
    ['a session that has begun', { startsInMinutes: 0 }, 'sales_closed'],
    ['a session that was cancelled', { state: 'cancelled' }, 'sales_closed'],
    ['a session of an unpublished event', { isEventPublished: false }, 'sales_closed'],
    ['a session of another event', { eventId: 'another' }, 'session_not_found'],
  ])('is refused if it is for %s', (_, change, code) => {
    expect(outcomeOf(run(makeWorld(change), holdCart('a', { ga: 1 })))).toBe(code)
  })

  test('is refused if it is for a type of another event, a type without a price, or more than the maximum', () => {
    const world = makeWorld({ types: { ga: { max: 4 }, dynamic: { price: null } } })
    const answers = runBatch<LaneHold[] | DecidedCart>(world, [
      holdLine('a', 1, { type: 'nope' }),
      holdLine('a', 1, { type: 'dynamic' }),
      holdLine('a', 5),
      holdCart('a', { ga: 4, nope: 1 }),
      holdLine('a', 4),
    ])
    expect(answers.map(outcomeOf)).toEqual([
      'ticket_type_not_found',
      'price_not_ready',
      'quantity_above_maximum',
      'ticket_type_not_found',
      '4 ga',
    ])
  })

  test('is never a line of a free type: its price is 0, not missing', () => {
    const world = makeWorld({ types: { ga: { price: 0 } } })
    expect(run(world, holdLine('a', 1))).toMatchObject({ value: [{ unitPriceMinor: 0 }] })
  })
})

describe('an idempotency key', () => {
  const request = { key: 'k', hash: 'same' }
  const another = { key: 'k', hash: 'other' }

  test('gives a retry the same answer, within a batch and after it', () => {
    const world = makeWorld({ types: { ga: {}, vip: {} } })
    const op = holdCart('a', { vip: 1, ga: 2 }, { request })
    const answers = runBatch(world, [op, op])
    expect(answers.map(outcomeOf)).toEqual(['1 vip + 2 ga', '1 vip + 2 ga'])
    expect(outcomeOf(run(world, op))).toBe('1 vip + 2 ga')
    expect(taken(world)).toBe(3)
  })

  test('is refused for another request, also in another session', () => {
    const world = worldOf({ session: {}, late: {} })
    const answers = runBatch(world, [
      holdCart('a', { ga: 2 }, { request }),
      holdCart('a', { ga: 3 }, { request: another }),
    ])
    expect(answers.map(outcomeOf)).toEqual(['2 ga', 'idempotency_conflict'])
    const elsewhere = holdCart('a', { 'late/ga': 2 }, { request: another })
    expect(outcomeOf(run(world, elsewhere))).toBe('idempotency_conflict')
    expect(heldBy(world, 'a')).toBe('2 ga')
  })

  test('returns the holds that were granted, even if they have ended since', () => {
    const world = makeWorld()
    const op = holdCart('a', { ga: 2 }, { request })
    run(world, op)
    run(world, release('a'))
    expect(outcomeOf(run(world, op))).toBe('2 ga')
    expect(taken(world)).toBe(0)
  })
})

describe('expiry', () => {
  test('frees the stock of an expired hold for the next operation', () => {
    const world = makeWorld({ capacity: 2 })
    run(world, holdLine('a', 2))
    passMinutes(world, 15)
    expect(outcomeOf(run(world, holdLine('b', 2)))).toBe('2 ga')
    expect(world.ledger.map((entry) => entry.kind)).toEqual(['hold', 'expire', 'hold'])
    expect(taken(world)).toBe(2)
  })

  test('frees nothing before the end of the hold', () => {
    const world = makeWorld({ capacity: 2 })
    run(world, holdLine('a', 2))
    passMinutes(world, 14)
    expect(outcomeOf(run(world, holdLine('b', 2)))).toBe('sold_out')
  })

  test('is decided only after the session was locked: the hold may have got more time', () => {
    const world = worldOf({ early: { capacity: 2 }, late: {} })
    run(world, holdCart('a', { 'early/ga': 2 }))
    passMinutes(world, 15)
    const op = holdCart('a', { 'late/ga': 1 })
    expect(op.decide(openBook(readFor(world, [op.needs])))).toEqual({ widenTo: ['early'] })
    expect(outcomeOf(run(world, op))).toBe('1 late/ga')
    expect(world.holds.map((hold) => hold.state)).toEqual(['expired', 'held'])
    expect(taken(world, 'early')).toBe(0)
  })

  test('is 15 minutes after the grant of a hold', () => {
    const world = makeWorld()
    const expiresAt = new Date(world.now.getTime() + 15 * 60 * 1000)
    expect(run(world, holdLine('a', 1))).toMatchObject({
      value: [{ createdAt: world.now, expiresAt, reclaimAt: expiresAt }],
    })
  })
})

test('a hold remembers its price and fee, and the add-ons that came with it', () => {
  const world = makeWorld({ types: { ga: { price: 4200 } } })
  const addOn = {
    addOnId: 'parking',
    name: 'Parking',
    position: 0,
    quantity: 1,
    unitPriceMinor: 500,
  }
  const op = holdCart('a', { ga: 2 }, { addOns: [{ ...addOn, hasStock: false }] })
  const book = openBook(readFor(world, [op.needs]))
  op.decide(book)
  const writes = writesOf(book)
  const { inserts } = writes.holds
  expect(inserts).toMatchObject([{ unitPriceMinor: 4200, line: 0 }])
  expect(writes.carts.addOns).toEqual([{ cartId: 'a', holdId: inserts[0]?.id, ...addOn }])
})
