import { describe, expect, test } from 'vitest'
import {
  addHold,
  heldBy,
  holdCart,
  holdLine,
  makeWorld,
  release,
  runBatch,
  SESSION,
  told,
} from '../../test/support/batch-world.ts'

const taken = (world: ReturnType<typeof makeWorld>, poolId = SESSION) =>
  world.pools.find((pool) => pool.poolId === poolId)?.held

describe('capacity', () => {
  test('is given out in order of arrival; a small wish may fit where a big one did not', () => {
    const world = makeWorld({ capacity: 5 })
    const { answers } = runBatch(world, [
      holdLine('a', 3),
      holdLine('b', 3),
      holdLine('c', 2),
      holdLine('d', 1),
    ])
    expect(answers.map(told)).toEqual(['3 ga', 'sold_out', '2 ga', 'sold_out'])
    expect(taken(world)).toBe(5)
  })

  test('a refusal says what is left, in words and as a number', () => {
    const world = makeWorld({ capacity: 2 })
    const { answers } = runBatch(world, [holdLine('a', 1), holdLine('b', 2), holdLine('c', 1)])
    expect(answers[1]).toMatchObject({
      refusal: { message: 'Only 1 ticket is left for this time.', details: { available: 1 } },
    })
    const [gone] = runBatch(world, [holdLine('d', 1)]).answers
    expect(gone).toMatchObject({
      refusal: { message: 'No more tickets are available for this time.' },
    })
  })

  test('has two levels: a grant must fit the session and the type', () => {
    const world = makeWorld({ capacity: 6, types: { ga: {}, vip: { capacity: 2 } } })
    const { answers } = runBatch(world, [
      holdLine('a', 3, { type: 'vip' }),
      holdLine('b', 2, { type: 'vip' }),
      holdLine('c', 1, { type: 'vip' }),
      holdLine('d', 5),
      holdLine('e', 4),
    ])
    expect(answers.map(told)).toEqual(['sold_out', '2 vip', 'sold_out', 'sold_out', '4 ga'])
    expect(answers[2]).toMatchObject({
      refusal: {
        message: 'No more VIP tickets are available for this time.',
        details: { available: 0, ticketTypeId: 'vip' },
      },
    })
  })

  test('without limit, the override of a type still binds', () => {
    const world = makeWorld({ capacity: null, types: { ga: {}, vip: { capacity: 2 } } })
    const { answers } = runBatch(world, [
      holdLine('a', 100),
      holdLine('b', 3, { type: 'vip' }),
      holdLine('c', 2, { type: 'vip' }),
    ])
    expect(answers.map(told)).toEqual(['100 ga', 'sold_out', '2 vip'])
  })

  test('of a session without a stock row there is none', () => {
    const world = makeWorld()
    world.pools = world.pools.filter((pool) => pool.poolId !== SESSION)
    expect(told(runBatch(world, [holdLine('a', 1)]).answers[0])).toBe('session_not_found')
  })

  test('what is sold counts as what is held does', () => {
    const world = makeWorld({ capacity: 5 })
    for (const pool of world.pools) pool.sold = 4
    const { answers } = runBatch(world, [holdLine('a', 2), holdLine('b', 1)])
    expect(answers.map(told)).toEqual(['sold_out', '1 ga'])
  })
})

describe('a cart', () => {
  test('is granted whole or not at all', () => {
    const world = makeWorld({ capacity: 10, types: { ga: {}, vip: { capacity: 1 } } })
    const { answers, writes } = runBatch(world, [holdCart('a', { ga: 2, vip: 2 })])
    expect(answers.map(told)).toEqual(['sold_out'])
    expect(writes).toMatchObject({ inserts: [], ends: [], ledger: [], carts: [] })
    expect(taken(world)).toBe(0)
  })

  test('replaces what it held, counting its own places as free', () => {
    const world = makeWorld({ capacity: 4 })
    runBatch(world, [holdCart('a', { ga: 4 })])
    expect(told(runBatch(world, [holdCart('a', { ga: 3 })]).answers[0])).toBe('3 ga')
    expect(heldBy(world, 'a')).toBe('3 ga')
    expect(taken(world)).toBe(3)
  })

  test('keeps what it held when the new wish is refused', () => {
    const world = makeWorld({ capacity: 4 })
    runBatch(world, [holdCart('a', { ga: 2 }), holdCart('b', { ga: 1 })])
    expect(told(runBatch(world, [holdCart('a', { ga: 4 })]).answers[0])).toBe('sold_out')
    expect(heldBy(world, 'a')).toBe('2 ga')
  })

  test('that changes its mind within one batch ends with the last wish, and the ledger says so', () => {
    const world = makeWorld({ capacity: 4 })
    const { answers, writes } = runBatch(world, [
      holdCart('a', { ga: 4 }),
      release('a'),
      holdCart('b', { ga: 4 }),
      holdCart('b', { ga: 1 }),
      holdLine('a', 3),
    ])
    expect(answers.map(told)).toEqual(['4 ga', '4 ga', '4 ga', '1 ga', '3 ga'])
    expect([heldBy(world, 'a'), heldBy(world, 'b')]).toEqual(['3 ga', '1 ga'])
    expect(writes.inserts.map((hold) => hold.state)).toEqual([
      'released',
      'released',
      'held',
      'held',
    ])
    expect(taken(world)).toBe(4)
  })

  test('gives back only what is its own', () => {
    const world = makeWorld()
    runBatch(world, [holdCart('a', { ga: 2 }), holdCart('b', { ga: 3 })])
    expect(told(runBatch(world, [release('a')]).answers[0])).toBe('2 ga')
    expect(told(runBatch(world, [release('a')]).answers[0])).toBe('')
    expect(heldBy(world, 'b')).toBe('3 ga')
    expect(taken(world)).toBe(3)
  })
})

describe('a line', () => {
  test('asked for again is the hold that stands; another quantity is refused', () => {
    const world = makeWorld()
    const [first] = runBatch(world, [holdLine('a', 2)]).answers
    const [again, other] = runBatch(world, [holdLine('a', 2), holdLine('a', 3)]).answers
    expect(again).toEqual(first)
    expect(told(other)).toBe('hold_exists')
    expect(taken(world)).toBe(2)
  })

  test('adds to the lines of other types', () => {
    const world = makeWorld({ types: { ga: {}, vip: {} } })
    runBatch(world, [holdLine('a', 2), holdLine('a', 1, { type: 'vip' })])
    expect(heldBy(world, 'a')).toBe('2 ga + 1 vip')
  })
})

describe('what is not on sale', () => {
  test.each([
    ['a session that is past', { startsAt: new Date(0) }, 'sales_closed'],
    ['a session that was cancelled', { isActive: false }, 'sales_closed'],
  ])('%s', (_, change, code) => {
    const world = { ...makeWorld(), ...change }
    const { answers } = runBatch(world, [holdLine('a', 1), holdCart('b', { ga: 1 })])
    expect(answers.map(told)).toEqual([code, code])
  })

  test('a session of another event', () => {
    const wish = holdCart('a', { ga: 1 }, { eventId: 'another' })
    expect(told(runBatch(makeWorld(), [wish]).answers[0])).toBe('session_not_found')
  })

  test('a type of another event, one without a price, and more than the maximum', () => {
    const world = makeWorld({ types: { ga: { max: 4 }, dynamic: { price: null } } })
    const { answers } = runBatch(world, [
      holdLine('a', 1, { type: 'nope' }),
      holdLine('a', 1, { type: 'dynamic' }),
      holdLine('a', 5),
      holdCart('a', { ga: 4, nope: 1 }),
      holdLine('a', 4),
    ])
    expect(answers.map(told)).toEqual([
      'ticket_type_not_found',
      'price_not_ready',
      'quantity_above_maximum',
      'ticket_type_not_found',
      '4 ga',
    ])
  })

  test('a free type is on sale: its price is 0, not missing', () => {
    const world = makeWorld({ types: { ga: { price: 0 } } })
    const [answer] = runBatch(world, [holdLine('a', 1)]).answers
    expect(answer).toMatchObject({ ok: true, value: [{ unitPriceMinor: 0 }] })
  })
})

describe('a request key', () => {
  const request = { key: 'k', hash: 'same' }

  test('makes a retry the same answer, within a batch and after it', () => {
    const world = makeWorld()
    const wish = holdCart('a', { ga: 2 }, { request })
    const { answers } = runBatch(world, [wish, wish])
    const [later] = runBatch(world, [wish]).answers
    expect(answers.map(told)).toEqual(['2 ga', '2 ga'])
    expect(later).toMatchObject(answers[0] ?? {})
    expect(taken(world)).toBe(2)
  })

  test('is refused for another wish', () => {
    const world = makeWorld()
    const { answers } = runBatch(world, [
      holdCart('a', { ga: 2 }, { request }),
      holdCart('a', { ga: 3 }, { request: { ...request, hash: 'other' } }),
    ])
    expect(answers.map(told)).toEqual(['2 ga', 'idempotency_conflict'])
    expect(heldBy(world, 'a')).toBe('2 ga')
  })

  test('that was used in another session answers, and touches nothing here', () => {
    const world = makeWorld({ capacity: 8 })
    addHold(world, { cartId: 'b', quantity: 8 })
    addHold(world, { cartId: 'a', sessionId: 'elsewhere', request })
    const lapsed = { expiresAt: new Date(0), reclaimAt: new Date(0) }
    const old = { key: 'old', hash: 'same' }
    addHold(world, { cartId: 'a', sessionId: 'elsewhere', request: old, ...lapsed })
    const { answers, writes } = runBatch(world, [
      holdCart('a', { ga: 2 }, { request: { ...request, hash: 'other' } }),
      holdCart('a', { ga: 2 }, { request: { ...old, hash: 'other' } }),
      release('a'),
      holdLine('c', 1),
    ])
    expect(answers.map(told)).toEqual([
      'idempotency_conflict',
      'idempotency_conflict',
      '',
      'sold_out',
    ])
    expect(writes).toMatchObject({ ends: [], ledger: [], heldDeltas: new Map() })
  })
})

describe('expiry', () => {
  test('is a predicate: a lapsed hold ends the moment its cart acts again', () => {
    const world = makeWorld({ capacity: 2 })
    addHold(world, { cartId: 'a', reclaimAt: new Date(world.now.getTime() - 1) })
    const { answers, writes } = runBatch(world, [holdLine('a', 2)])
    expect(answers.map(told)).toEqual(['2 ga'])
    expect(writes.ledger.map((entry) => entry.kind)).toEqual(['expire', 'hold'])
    expect(taken(world)).toBe(2)
  })

  test('is where the buyer was told, or later while a payment is under way', () => {
    const world = makeWorld({ capacity: 2 })
    const inGrace = { expiresAt: new Date(world.now.getTime() - 1) }
    addHold(world, { cartId: 'a', ...inGrace, reclaimAt: new Date(world.now.getTime() + 1) })
    const { answers } = runBatch(world, [holdLine('a', 2), holdLine('b', 1)])
    expect(answers.map(told)).toEqual(['2 ga', 'sold_out'])
  })

  test('of a new hold is 15 minutes from the moment of the grant', () => {
    const world = makeWorld()
    const [answer] = runBatch(world, [holdLine('a', 1)]).answers
    const expiresAt = new Date(world.now.getTime() + 15 * 60 * 1000)
    expect(answer).toMatchObject({ value: [{ createdAt: world.now, expiresAt }] })
  })
})
