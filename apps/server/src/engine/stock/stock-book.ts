import { ticketsThatFit } from '@foyer/domain'
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
  /** The type whose own limit is too small. Null: the total of the stock item, or a group's share. */
  ticketTypeId: string | null
  /** Set if it is the capacity that the types of a group share. */
  groupId?: string
  /** What is left: tickets of a type, places of a total or of a group. */
  room: number
}

/** A counter while a batch is decided. `taken` and `capacity` are in its own unit. */
interface Counter {
  capacity: number | null
  taken: number
  places: number
  groupId: string | null
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
  readonly #pools: Map<string, Counter>
  readonly #locked: Set<string>
  readonly #asked: ReadonlySet<string>
  readonly #ledger = new Map<string, LedgerEntry>()
  readonly #deltas = new Map<string, StockDelta>()
  /** Pools whose capacity this batch changes, with the capacity before. */
  readonly #resized = new Map<string, CapacityChange>()

  constructor({ pools, sessionIds }: StockState) {
    this.#pools = new Map(
      pools.map(({ sessionId, poolId, capacity, held, sold, places, groupId }) => [
        keyOf(sessionId, poolId),
        { capacity, taken: held + sold, places, groupId },
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

  /** How many places one ticket of a type takes; 1 for what is no type of the session. */
  placesOf(sessionId: string, ticketTypeId: string): number {
    return this.#pools.get(keyOf(sessionId, ticketTypeId))?.places ?? 1
  }

  /** The pool that a type shares with others of its group; null: none. */
  groupOf(sessionId: string, ticketTypeId: string): string | null {
    return this.#pools.get(keyOf(sessionId, ticketTypeId))?.groupId ?? null
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
    for (const { poolId, units } of this.#poolsOf(hold)) {
      this.#count(sessionId, poolId, held * units, sold * units)
    }
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
      const groupId = this.#pools.get(keyOf(sessionId, ticketTypeId))?.groupId
      const left = groupId ? this.#missing(sessionId, groupId, lines, freed) : null
      if (groupId && left !== null) return { sessionId, ticketTypeId: null, groupId, room: left }
      const room = this.#missing(sessionId, ticketTypeId, lines, freed)
      if (room !== null) return { sessionId, ticketTypeId, room }
    }
    return null
  }

  /** How many whole tickets of a type fit once `freed` is given back; null is without limit. */
  roomFor(
    sessionId: string,
    ticketTypeId: string,
    freed: readonly StockLine[] = [],
  ): number | null {
    const { places = 1, groupId = null } = this.#pools.get(keyOf(sessionId, ticketTypeId)) ?? {}
    return ticketsThatFit({
      typeRoom: this.roomOf(sessionId, ticketTypeId, freed),
      sessionRoom: this.roomOf(sessionId, sessionId, freed),
      groupRoom: groupId === null ? null : this.roomOf(sessionId, groupId, freed),
      places,
    })
  }

  /**
   * How many whole tickets of some types fit into a session together, at most; null is without limit. Types
   * that share a capacity share it here as well: those that take the fewest places are counted first.
   */
  roomForAll(
    sessionId: string,
    ticketTypeIds: readonly string[],
    freed: readonly StockLine[] = [],
  ): number | null {
    const placesOf = (typeId: string) => this.placesOf(sessionId, typeId)
    const left = [...freed]
    let sum = 0
    for (const ticketTypeId of ticketTypeIds.toSorted((a, b) => placesOf(a) - placesOf(b))) {
      const room = this.roomFor(sessionId, ticketTypeId, left)
      if (room === null) return null
      left.push({ sessionId, ticketTypeId, quantity: -room })
      sum += room
    }
    return sum
  }

  /**
   * Whether `entering` takes more places of a session than `leaving` gives back to it. Then somebody else
   * can buy them, until they are held.
   */
  takesMore(entering: readonly StockLine[], leaving: readonly StockLine[]): boolean {
    return entering.some(
      ({ sessionId: id }) => this.#unitsIn(entering, id, id) > this.#unitsIn(leaving, id, id),
    )
  }

  /**
   * How many tickets of one type of a session can be exchanged for another, by the rule that a change is
   * held with: if the new ones take more places, they must fit beside the old ones. Null is without limit;
   * `freed` is given back as well.
   */
  roomToExchange(
    sessionId: string,
    [fromTypeId, toTypeId]: readonly [string, string],
    freed: readonly StockLine[] = [],
  ): number | null {
    const from = this.#pools.get(keyOf(sessionId, fromTypeId))
    const { places = 1, groupId = null } = this.#pools.get(keyOf(sessionId, toTypeId)) ?? {}
    if (places > (from?.places ?? 1)) return this.roomFor(sessionId, toTypeId, freed)
    const isOfAnother = groupId !== null && from?.groupId !== groupId
    return ticketsThatFit({
      typeRoom: this.roomOf(sessionId, toTypeId, freed),
      sessionRoom: null,
      groupRoom: isOfAnother ? this.roomOf(sessionId, groupId, freed) : null,
      places,
    })
  }

  /** What is left in a pool once `freed` is given back, in its own unit; null is without limit. */
  roomOf(sessionId: string, poolId: string, freed: readonly StockLine[] = []): number | null {
    const pool = this.#pools.get(keyOf(sessionId, poolId))
    if (!pool || pool.capacity === null) return null
    return Math.max(0, pool.capacity - pool.taken + this.#unitsIn(freed, sessionId, poolId))
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
    const room = this.roomOf(sessionId, poolId, freed)
    return room !== null && this.#unitsIn(lines, sessionId, poolId) > room ? room : null
  }

  /** What lines take of a pool: tickets of a type, places of a total or of a group. */
  #unitsIn(lines: readonly StockLine[], sessionId: string, poolId: string): number {
    let sum = 0
    for (const line of lines) {
      if (line.sessionId !== sessionId) continue
      if (line.ticketTypeId === poolId) {
        sum += line.quantity
        continue
      }
      const type = this.#pools.get(keyOf(sessionId, line.ticketTypeId))
      if (poolId === sessionId || type?.groupId === poolId) {
        sum += line.quantity * (type?.places ?? 1)
      }
    }
    return sum
  }

  /** The pools that a line takes from, and how many units one of its tickets takes there. */
  #poolsOf({ sessionId, ticketTypeId }: StockLine): { poolId: string; units: number }[] {
    const own = { poolId: ticketTypeId, units: 1 }
    if (sessionId === ticketTypeId) return [own]
    const type = this.#pools.get(keyOf(sessionId, ticketTypeId))
    const units = type?.places ?? 1
    const total = { poolId: sessionId, units }
    return type?.groupId ? [total, own, { poolId: type.groupId, units }] : [total, own]
  }
}

const keyOf = (sessionId: string, poolId: string) => `${sessionId}/${poolId}`
