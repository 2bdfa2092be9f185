import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  holdCart,
  holdLine,
  makeWorld,
  release,
  runBatch,
  told,
  type World,
} from '../../test/support/batch-world.ts'
import type { BatchWrites, LaneOp } from './lane-types.ts'

const TYPES = ['ga', 'vip', 'child'] as const
const anyCart = fc.constantFrom('a', 'b', 'c', 'd')
const anyQuantity = fc.integer({ min: 1, max: 6 })
const anyType = fc.constantFrom(...TYPES)
const anyRequest = fc.option(
  fc.record({ key: fc.constantFrom('k1', 'k2'), hash: fc.constantFrom('h1', 'h2') }),
  { freq: 3 },
)

const anyOp: fc.Arbitrary<LaneOp> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ cart: anyCart, quantity: anyQuantity, type: anyType, request: anyRequest })
      .map(({ cart, quantity, ...rest }) => holdLine(cart, quantity, rest)),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        cart: anyCart,
        tickets: fc.dictionary(anyType, anyQuantity, { minKeys: 1 }),
        request: anyRequest,
      })
      .map(({ cart, tickets, request }) => holdCart(cart, { ...tickets }, { request })),
  },
  { weight: 1, arbitrary: anyCart.map(release) },
)

const anyCapacity = (max: number) => fc.option(fc.integer({ min: 0, max }), { freq: 4 })
const anyPlan = fc.record({
  capacity: anyCapacity(25),
  types: fc.record({
    ga: fc.record({ capacity: anyCapacity(15) }),
    vip: fc.record({ capacity: anyCapacity(5) }),
    child: fc.record({ capacity: fc.constant(null), max: fc.constant(3) }),
  }),
})
/** Several batches one after the other, each of several operations. */
const anyBatches = fc.array(fc.array(anyOp, { minLength: 1, maxLength: 12 }), { maxLength: 6 })

function checkInvariants(world: World): void {
  for (const pool of world.pools) {
    const rows = world.holds.filter(
      (hold) =>
        hold.state === 'held' &&
        (pool.poolId === world.sessionId || pool.poolId === hold.ticketTypeId),
    )
    expect(pool.held).toBe(rows.reduce((sum, hold) => sum + hold.quantity, 0))
    expect(pool.held).toBeGreaterThanOrEqual(0)
    if (pool.capacity !== null) expect(pool.held + pool.sold).toBeLessThanOrEqual(pool.capacity)
  }
  const lines = world.holds
    .filter((hold) => hold.state === 'held')
    .map((hold) => `${hold.cartId} ${hold.ticketTypeId}`)
  expect(new Set(lines).size).toBe(lines.length)
}

function checkLedger(world: World, writes: BatchWrites): void {
  for (const { poolId } of world.pools) {
    const sum = writes.ledger
      .filter((entry) => poolId === world.sessionId || poolId === entry.ticketTypeId)
      .reduce((total, entry) => total + entry.heldDelta, 0)
    expect(writes.heldDeltas.get(poolId) ?? 0).toBe(sum)
  }
}

test('whatever is asked: no pool beyond its capacity, every counter explained', () => {
  fc.assert(
    fc.property(anyPlan, anyBatches, (plan, batches) => {
      const world = makeWorld(plan)
      for (const ops of batches) {
        const { answers, writes } = runBatch(world, ops)
        expect(answers).toHaveLength(ops.length)
        checkInvariants(world)
        checkLedger(world, writes)
      }
    }),
    { numRuns: 400 },
  )
})

test('a batch answers and leaves what the same operations would one at a time', () => {
  fc.assert(
    fc.property(anyPlan, anyBatches, (plan, batches) => {
      const together = makeWorld(plan)
      const alone = makeWorld(plan)
      const inBatches = batches.flatMap((ops) => runBatch(together, ops).answers.map(told))
      const oneByOne = batches.flat().flatMap((op) => runBatch(alone, [op]).answers.map(told))
      expect(inBatches).toEqual(oneByOne)
      expect(together.pools).toEqual(alone.pools)
    }),
    { numRuns: 400 },
  )
})

test('who asks first is served first: a wish is refused only where it did not fit any more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.array(anyQuantity, { maxLength: 30 }),
      (capacity, quantities) => {
        const world = makeWorld({ capacity })
        const ops = quantities.map((quantity, index) => holdLine(`cart ${index}`, quantity))
        const { answers } = runBatch(world, ops)
        let left = capacity
        for (const [index, quantity] of quantities.entries()) {
          const fits = quantity <= left
          expect(answers[index]?.ok).toBe(fits)
          if (fits) left -= quantity
        }
      },
    ),
  )
})

test('deciding changes nothing of what it was given to decide from', () => {
  fc.assert(
    fc.property(anyPlan, anyBatches, (plan, batches) => {
      const world = makeWorld(plan)
      for (const ops of batches) {
        const before = structuredClone(ops)
        runBatch(world, ops)
        expect(ops).toEqual(before)
      }
    }),
    { numRuns: 50 },
  )
})
