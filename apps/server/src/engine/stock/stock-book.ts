import { poolsOf } from './stock-items.ts'
import type {
  CapacityChange,
  LedgerEntry,
  LedgerKind,
  StockLine,
  StockState,
} from './stock-types.ts'

/** The first pool that has too little left for some lines. */
export interface Shortage {
  sessionId: string
  /** Null if the total of the stock item is too small. */
  ticketTypeId: string | null
  room: number
}

/** A change in one counter. */
interface StockDelta {
  sessionId: string
  poolId: string
  held: number
  sold: number
}

/** The counters of the locked stock items, and what the batch changes in them. */
export class StockBook {
  readonly #pools: Map<string, { capacity: number | null; taken: number }>
  readonly #locked: Set<string>
  readonly #asked: ReadonlySet<string>
  readonly #ledger = new Map<string, LedgerEntry>()
  readonly #deltas = new Map<string, StockDelta>()
  /** Pools whose capacity this batch changes, with the capacity before. */
  readonly #resized = new Map<string, CapacityChange>()

  constructor({ pools, sessionIds }: StockState) {
    this.#pools = new Map(
      pools.map(({ sessionId, poolId, capacity, held, sold }) => [
        keyOf(sessionId, poolId),
        { capacity, taken: held + sold },
      ]),
    )
    this.#locked = new Set(pools.map((pool) => pool.sessionId))
    this.#asked = new Set(sessionIds)
  }

  /** Whether this batch asked to lock a stock item. */
  isAsked(sessionId: string): boolean {
    return this.#asked.has(sessionId)
  }

  /**
   * Whether a stock item that this batch asked for has no stock rows any more; false if it was not
   * asked for.
   */
  isGone(sessionId: string): boolean {
    return this.#asked.has(sessionId) && !this.#locked.has(sessionId)
  }

  isLocked(sessionId: string): boolean {
    return this.#locked.has(sessionId)
  }

  has(sessionId: string, poolId: string): boolean {
    return this.#pools.has(keyOf(sessionId, poolId))
  }

  /** The capacity of a locked session; null is without limit. */
  capacityOf(sessionId: string): number | null {
    return this.#pools.get(keyOf(sessionId, sessionId))?.capacity ?? null
  }

  /** How much of a pool of a locked session or add-on is held or sold; null if there is no such pool. */
  takenOf(sessionId: string, poolId: string): number | null {
    return this.#pools.get(keyOf(sessionId, poolId))?.taken ?? null
  }

  /**
   * Gives a pool another capacity. The caller has checked that it is not below what is held and
   * sold.
   */
  setCapacity(sessionId: string, poolId: string, capacity: number | null): void {
    const key = keyOf(sessionId, poolId)
    const pool = this.#pools.get(key)
    if (!pool) return
    const before = this.#resized.get(key)?.before ?? pool.capacity
    this.#resized.set(key, { sessionId, poolId, before, capacity })
    pool.capacity = capacity
  }

  /**
   * Moves a hold's quantity in its counters and in the ledger; a negative number gives stock back.
   */
  move(hold: StockLine & { id: string }, kind: LedgerKind, held: number, sold: number): void {
    const { id, sessionId, ticketTypeId } = hold
    const key = `${sessionId}/${ticketTypeId}/${kind}`
    const entry = this.#ledger.get(key) ?? {
      sessionId,
      ticketTypeId,
      kind,
      heldDelta: 0,
      soldDelta: 0,
      holdIds: [],
    }
    entry.heldDelta += held
    entry.soldDelta += sold
    entry.holdIds.push(id)
    this.#ledger.set(key, entry)
    for (const poolId of poolsOf(hold)) this.#count(sessionId, poolId, held, sold)
  }

  /**
   * The first pool that has too little left for these lines; null when all fit once `freed` is
   * given back.
   */
  shortage(lines: readonly StockLine[], freed: readonly StockLine[] = []): Shortage | null {
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

  rows() {
    return {
      ledger: [...this.#ledger.values()],
      deltas: [...this.#deltas.values()].filter(({ held, sold }) => held !== 0 || sold !== 0),
      capacities: [...this.#resized.values()].filter(({ before, capacity }) => before !== capacity),
    }
  }

  #count(sessionId: string, poolId: string, held: number, sold: number): void {
    const key = keyOf(sessionId, poolId)
    const pool = this.#pools.get(key)
    if (pool) pool.taken += held + sold
    const delta = this.#deltas.get(key) ?? { sessionId, poolId, held: 0, sold: 0 }
    delta.held += held
    delta.sold += sold
    this.#deltas.set(key, delta)
  }

  /** What is left in a pool if the lines need more; null if they fit. */
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
