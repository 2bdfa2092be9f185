import { granted } from '@foyer/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import { holdCart, holdLine, outcomeOf, sellFree } from '../../../test/support/batch-ops.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  addStock,
  makeWorld,
  passMinutes,
  SESSION,
  type World,
} from '../../../test/support/batch-world/world.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import { setCapacitiesOp, setCapacityOp } from './set-capacity.ts'

const TOTAL = { sessionId: SESSION, poolId: SESSION }

/** A session with 10 tickets, of which 4 are VIP. Two are held and one is sold, all VIP. */
let world: World
beforeEach(() => {
  world = makeWorld({ capacity: 10, types: { vip: { price: 0, capacity: 4 }, ga: {} } })
  run(world, holdCart('buyer', { vip: 1 }))
  run(world, sellFree('buyer'))
  run(world, holdCart('holder', { vip: 2 }))
})
afterEach(() => checkBooks(world))

const capacities = () => world.pools.map(({ poolId, capacity }) => [poolId, capacity])

test.each([20, 3, null])('a session may get a capacity of %s if 3 of it are taken', (capacity) => {
  expect(run(world, setCapacityOp(TOTAL, capacity))).toEqual(granted(null))
  expect(capacities()).toContainEqual([SESSION, capacity])
})

test('a capacity below what is held and sold is refused, and stays', () => {
  expect(run(world, setCapacityOp(TOTAL, 2))).toMatchObject({
    refusal: { code: 'capacity_below_taken', details: { taken: 3, poolId: SESSION } },
  })
  expect(capacities()).toContainEqual([SESSION, 10])
})

test('the new capacity counts for the next hold of the same batch', () => {
  const answers = runBatch<LaneHold[] | null>(world, [
    setCapacityOp(TOTAL, 4),
    holdLine('first', 1),
    holdLine('second', 1),
    setCapacityOp(TOTAL, 5),
    holdLine('third', 1),
  ])
  expect(answers.map(outcomeOf)).toEqual(['done', '1 ga', 'sold_out', 'done', '1 ga'])
})

test('several pools change together or not at all', () => {
  const both = (vip: number) =>
    setCapacitiesOp(SESSION, [
      { poolId: SESSION, capacity: 8 },
      { poolId: 'vip', capacity: vip },
    ])
  expect(run(world, both(2))).toMatchObject({ refusal: { details: { poolId: 'vip' } } })
  expect(capacities()).toEqual([
    [SESSION, 10],
    ['vip', 4],
    ['ga', null],
  ])
  expect(run(world, both(3))).toEqual(granted(null))
  expect(capacities()).toEqual([
    [SESSION, 8],
    ['vip', 3],
    ['ga', null],
  ])
})

test('a pool that does not exist is refused', () => {
  const unknown = { sessionId: SESSION, poolId: 'child' }
  expect(run(world, setCapacityOp(unknown, 5))).toMatchObject({
    refusal: { code: 'session_not_found' },
  })
})

test('an add-on with a stock keeps a number; a session needs none', () => {
  addStock(world, 'parking', 3)
  const parking = { sessionId: 'parking', poolId: 'parking' }
  expect(run(world, setCapacityOp(parking, null))).toMatchObject({
    refusal: { code: 'validation_failed' },
  })
  expect(run(world, setCapacityOp(parking, 1))).toEqual(granted(null))
  expect(capacities()).toContainEqual(['parking', 1])
})

test('expired holds do not count, however many batches it takes to end them', () => {
  runBatch(world, [holdLine('a', 1), holdLine('b', 1), holdLine('c', 1)])
  passMinutes(world, 15)
  world.expiredPerSession = 1
  expect(run(world, setCapacityOp(TOTAL, 1))).toEqual(granted(null))
  expect(capacities()).toContainEqual([SESSION, 1])
})

test('what is held by somebody else is not waited for', () => {
  passMinutes(world, 15)
  run(world, holdLine('a', 5))
  world.expiredPerSession = 1
  expect(run(world, setCapacityOp(TOTAL, 5))).toMatchObject({ refusal: { details: { taken: 6 } } })
})
