import type { BatchState, BatchWrites, LaneNeeds } from '../../../src/engine/lanes/aggregates.ts'
import type { World } from './world.ts'

/** What the operations of a batch need, together. */
export class Wanted {
  readonly #needs: readonly LaneNeeds[]

  constructor(needs: readonly LaneNeeds[]) {
    this.#needs = needs
  }

  get operations(): number {
    return this.#needs.length
  }

  of(key: keyof LaneNeeds): Set<string> {
    return new Set(this.#needs.flatMap((need) => need[key] ?? []))
  }
}

/** How an aggregate reads a world and writes to it, as its statements do with the database. */
export interface WorldAggregate<K extends keyof BatchState> {
  read(world: World, wanted: Wanted): BatchState[K]
  write(world: World, writes: BatchWrites): void
}
