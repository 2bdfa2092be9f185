import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import { begin, holdCart, holdLine, outcomeOf, sellFree } from '../../../test/support/batch-ops.ts'
import { readFor, run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { openBook } from '../lanes/aggregates.ts'
import { addMoreTimeOp } from './add-more-time.ts'
import { releaseCartOp } from './release-cart.ts'

let world: World
afterEach(() => checkBooks(world))

const tap = (key: string | null = null, cart = 'a') => addMoreTimeOp(cart, key)
const minutesHeld = () =>
  world.holds.map(
    ({ createdAt, expiresAt }) => (expiresAt.getTime() - createdAt.getTime()) / 60_000,
  )

describe('more time', () => {
  test('adds five minutes, then five again, and then no more', () => {
    world = makeWorld()
    run(world, holdLine('a', 2))
    expect(runBatch(world, [tap(), tap(), tap()]).map(outcomeOf)).toEqual([
      'done',
      'done',
      'more_time_used',
    ])
    expect(minutesHeld()).toEqual([25])
  })

  test('changes neither counters nor the ledger', () => {
    world = makeWorld()
    run(world, holdLine('a', 2))
    const { pools, ledger } = structuredClone(world)
    run(world, tap())
    expect([world.pools, world.ledger]).toEqual([pools, ledger])
  })

  test('is added once per key, within a batch and in later ones', () => {
    world = makeWorld()
    run(world, holdLine('a', 2))
    expect(runBatch(world, [tap('k1'), tap('k1')]).map(outcomeOf)).toEqual(['done', 'done'])
    expect(minutesHeld()).toEqual([20])
    expect([tap('k2'), tap('k1'), tap('k2')].map((op) => outcomeOf(run(world, op)))).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(minutesHeld()).toEqual([25])
  })

  test('is refused once the end that the buyer sees has passed, also within a grace', () => {
    world = makeWorld()
    runBatch<unknown>(world, [holdLine('a', 1), holdLine('b', 1), begin('b')])
    passMinutes(world, 15)
    expect(runBatch(world, [tap(), tap(null, 'b')]).map(outcomeOf)).toEqual([
      'hold_expired',
      'hold_expired',
    ])
  })

  test('is decided after locking: a hold that seems expired may have got more time', () => {
    world = makeWorld()
    run(world, holdLine('a', 2))
    passMinutes(world, 15)
    const { needs, decide } = tap()
    expect(decide(openBook(readFor(world, [needs])))).toEqual({ widenTo: ['session'] })
    expect(outcomeOf(run(world, tap()))).toBe('hold_expired')
  })

  test('is refused for a hold that was released or sold', () => {
    world = makeWorld({ types: { ga: { price: 0 } } })
    runBatch<unknown>(world, [
      holdCart('a', { ga: 1 }),
      holdCart('b', { ga: 1 }),
      releaseCartOp('a'),
    ])
    run(world, sellFree('b'))
    expect([tap(), tap(null, 'b')].map((op) => outcomeOf(run(world, op)))).toEqual([
      'hold_expired',
      'hold_expired',
    ])
    expect(minutesHeld()).toEqual([15, 15])
  })

  test('is added in whole minutes, and never beyond the end of sales', () => {
    world = makeWorld({ startsInMinutes: 17.5 })
    run(world, holdLine('a', 2))
    expect(runBatch(world, [tap(), tap()]).map(outcomeOf)).toEqual(['done', 'more_time_used'])
    expect(minutesHeld()).toEqual([17])
  })

  test('is refused if the session was cancelled', () => {
    world = makeWorld()
    run(world, holdLine('a', 2))
    const offer = world.offers.get('session')
    if (offer) world.offers.set('session', { ...offer, state: 'cancelled' })
    expect(outcomeOf(run(world, tap()))).toBe('more_time_used')
  })

  test('is the same for all sessions of a cart: as much as the session with the least can get', () => {
    world = worldOf({ early: { startsInMinutes: 18 }, late: {} })
    run(world, holdCart('a', { 'early/ga': 1, 'late/ga': 1 }))
    run(world, tap())
    expect(minutesHeld()).toEqual([18, 18])
  })

  test('is added to a grace, which is still given only once', () => {
    world = makeWorld({ capacity: 2 })
    runBatch<unknown>(world, [holdLine('a', 2), begin('a'), tap()])
    run(world, begin('a'))
    passMinutes(world, 24)
    expect(outcomeOf(run(world, holdLine('b', 1)))).toBe('sold_out')
    passMinutes(world, 1)
    expect(outcomeOf(run(world, holdLine('b', 1)))).toBe('1 ga')
  })
})

describe('more time for a cart whose lines were held one after the other', () => {
  const vip = () => run(world, holdLine('a', 1, { type: 'vip' }))
  const minutesLeft = () =>
    world.holds.map(({ expiresAt }) => (expiresAt.getTime() - world.now.getTime()) / 60_000)
  beforeEach(() => {
    world = makeWorld({ types: { ga: {}, vip: {} } })
    run(world, holdLine('a', 1))
    passMinutes(world, 5)
  })

  test('ends with the first of them, within a grace', () => {
    vip()
    run(world, begin('a'))
    passMinutes(world, 9)
    const almost = structuredClone(world)
    expect(outcomeOf(run(almost, tap()))).toBe('done')
    passMinutes(world, 1)
    expect(outcomeOf(run(world, tap()))).toBe('hold_expired')
  })

  test('is added once per key, though a later line has not heard of the key', () => {
    run(world, tap('key'))
    vip()
    expect(minutesLeft()).toEqual([15, 15])
    expect(outcomeOf(run(world, tap('key')))).toBe('done')
    expect(minutesLeft()).toEqual([15, 15])
  })
})
