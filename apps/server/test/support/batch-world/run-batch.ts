import type { Result } from '@foyer/contract'
import {
  type BatchState,
  type LaneNeeds,
  openBook,
  writesOf,
} from '../../../src/engine/lanes/aggregates.ts'
import type { LaneOp } from '../../../src/engine/lanes/operation.ts'
import { widenNeeds } from '../../../src/engine/lanes/widen.ts'
import { coupons } from './coupons.ts'
import { holds } from './holds.ts'
import { orders } from './orders.ts'
import { money, payments } from './payments.ts'
import { rules } from './rules.ts'
import { sales } from './sales.ts'
import { offers, stock } from './stock.ts'
import { Wanted, type WorldAggregate } from './wanted.ts'
import type { World } from './world.ts'

/** Every aggregate of the lanes, in the order in which a batch writes. */
const AGGREGATES: { readonly [K in keyof BatchState]: WorldAggregate<K> } = {
  stock,
  carts: {
    read: () => undefined,
    write: (world, { carts }) => void world.addOns.push(...carts.addOns),
  },
  offers,
  payments,
  orders,
  coupons,
  rules,
  sales,
  holds,
  money,
}

/** An operation widens a few times, or once for every expired hold of a full session. */
const MOST_BATCHES = 50

/**
 * Decides operations as one batch and stores the result as the lane's statements do. Operations
 * that need more sessions are decided in a second batch with these.
 */
export function runBatch<T>(world: World, ops: readonly LaneOp<T>[]): Result<T>[] {
  const answers: Result<T>[] = []
  let waiting = ops.map((op, index) => ({ op, index, needs: op.needs }))
  for (let batches = 0; waiting.length > 0; batches += 1) {
    if (batches === MOST_BATCHES) throw new Error('An operation never has all that it needs')
    const needed = waiting.map(({ needs }) => needs)
    const book = openBook(readFor(world, needed))
    const wider: typeof waiting = []
    for (const { op, index, needs } of waiting) {
      const decision = op.decide(book)
      if ('widenTo' in decision) {
        wider.push({ op, index, needs: widenNeeds(needs, decision) })
      } else answers[index] = decision
    }
    const writes = writesOf(book)
    for (const aggregate of Object.values(AGGREGATES)) aggregate.write(world, writes)
    waiting = wider
  }
  return answers
}

/** Runs a batch of one operation; returns its answer. */
export function run<T>(world: World, op: LaneOp<T>): Result<T> {
  const [answer] = runBatch(world, [op])
  if (!answer) throw new Error('An operation is answered')
  return answer
}

/** Returns what the aggregates would read for these needs. */
export function readFor(world: World, needs: readonly LaneNeeds[]): BatchState {
  const wanted = new Wanted(needs)
  const read = Object.entries(AGGREGATES).map(([name, aggregate]) => [
    name,
    aggregate.read(world, wanted),
  ])
  return structuredClone(Object.fromEntries(read)) as BatchState
}
