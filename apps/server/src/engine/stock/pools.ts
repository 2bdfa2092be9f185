import type { CapacityChange } from '../lanes/batch-writes.ts'
import type { StockLine, StockPool } from '../lanes/lane-types.ts'
import { poolsOf } from './stock-items.ts'

/** The first pool that a wish would overdraw. */
export interface Shortage {
  sessionId: string
  /** Null: the place as a whole. */
  ticketTypeId: string | null
  room: number
}

/** The counters of the locked places, kept in step while a batch is decided: see {@link Book}. */
export class Pools {
  readonly #pools: Map<string, { capacity: number | null; taken: number }>
  readonly #locked: Set<string>
  readonly #asked: ReadonlySet<string>
  /** Pools whose capacity this batch changes, as they were before. */
  readonly #resized = new Map<string, CapacityChange>()

  constructor(read: readonly StockPool[], asked: readonly string[]) {
    this.#pools = new Map(
      read.map(({ sessionId, poolId, capacity, held, sold }) => [
        keyOf(sessionId, poolId),
        { capacity, taken: held + sold },
      ]),
    )
    this.#locked = new Set(read.map((pool) => pool.sessionId))
    this.#asked = new Set(asked)
  }

  /** Whether a place is among those that this batch wanted to lock. */
  isAsked(sessionId: string): boolean {
    return this.#asked.has(sessionId)
  }

  /** Whether a place has no stock rows any more. Of one that was not asked for nobody can say. */
  isGone(sessionId: string): boolean {
    return this.#asked.has(sessionId) && !this.#locked.has(sessionId)
  }

  isLocked(sessionId: string): boolean {
    return this.#locked.has(sessionId)
  }

  has(sessionId: string, poolId: string): boolean {
    return this.#pools.has(keyOf(sessionId, poolId))
  }

  capacityOf(sessionId: string): number | null {
    return this.#pools.get(keyOf(sessionId, sessionId))?.capacity ?? null
  }

  /** How much of a pool is held or sold; null if there is no such pool. */
  takenOf(sessionId: string, poolId: string): number | null {
    return this.#pools.get(keyOf(sessionId, poolId))?.taken ?? null
  }

  /** Gives a pool another capacity. The caller has made sure that it is not below what is taken. */
  resize(sessionId: string, poolId: string, capacity: number | null): void {
    const key = keyOf(sessionId, poolId)
    const pool = this.#pools.get(key)
    if (!pool) return
    const before = this.#resized.get(key)?.before ?? pool.capacity
    this.#resized.set(key, { sessionId, poolId, before, capacity })
    pool.capacity = capacity
  }

  capacityChanges(): CapacityChange[] {
    return [...this.#resized.values()].filter(({ before, capacity }) => before !== capacity)
  }

  /** Takes places of a line from its pools; below 0 gives them back. */
  take(line: StockLine, quantity: number): void {
    for (const poolId of poolsOf(line)) {
      const pool = this.#pools.get(keyOf(line.sessionId, poolId))
      if (pool) pool.taken += quantity
    }
  }

  /** Null when all lines fit once `freed` is back. */
  shortage(lines: readonly StockLine[], freed: readonly StockLine[]): Shortage | null {
    for (const sessionId of new Set(lines.map((line) => line.sessionId))) {
      const room = this.#missing(sessionId, sessionId, lines, freed)
      if (room !== null) return { sessionId, ticketTypeId: null, room }
    }
    for (const { sessionId, ticketTypeId } of lines) {
      const room = this.#missing(sessionId, ticketTypeId, lines, freed)
      if (room !== null) return { sessionId, ticketTypeId, room }
    }
    return null
  }

  /** What a pool has where that is less than the lines want of it. */
  #missing(
    sessionId: string,
    poolId: string,
    lines: readonly StockLine[],
    freed: readonly StockLine[],
  ): number | null {
    const pool = this.#pools.get(keyOf(sessionId, poolId))
    if (!pool || pool.capacity === null) return null
    const free = pool.capacity - pool.taken + quantityIn(freed, sessionId, poolId)
    return quantityIn(lines, sessionId, poolId) > free ? Math.max(0, free) : null
  }
}

const keyOf = (sessionId: string, poolId: string) => `${sessionId}/${poolId}`

const quantityIn = (lines: readonly StockLine[], sessionId: string, poolId: string) =>
  lines.reduce((sum, line) => (isIn(line, sessionId, poolId) ? sum + line.quantity : sum), 0)

const isIn = (line: StockLine, sessionId: string, poolId: string) =>
  line.sessionId === sessionId && (poolId === sessionId || poolId === line.ticketTypeId)
