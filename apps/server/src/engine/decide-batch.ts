import { granted, refused } from '@foyer/contract'
import { HOLD_SECONDS, narrower } from '@foyer/domain'
import { newId } from '../adapters/ids.ts'
import type {
  BatchState,
  BatchWrites,
  CartRef,
  HoldCartOp,
  HoldLineOp,
  LaneAnswer,
  LaneHold,
  LaneOp,
  OfferedType,
  RequestKey,
} from './lane-types.ts'

type Line = { ticketTypeId: string; quantity: number }
type Refusal = Extract<LaneAnswer, { ok: false }>

/**
 * Decides a batch of operations on one session in order of arrival. Pure: it sees the locked state
 * and says what to answer and what to write, so that its rules can be tested without a database.
 *
 * Two-level capacity: a grant must fit the session's total and, where one exists, the override of
 * its ticket type. A cart is granted whole or not at all, and a refused one keeps what it had.
 */
export function decideBatch(
  state: BatchState,
  ops: readonly LaneOp[],
): { answers: LaneAnswer[]; writes: BatchWrites } {
  const book = new Book(state)
  return { answers: ops.map((op) => decide(book, op)), writes: book.writes() }
}

function decide(book: Book, op: LaneOp): LaneAnswer {
  if (op.kind === 'release') return granted(book.release(book.liveOf(op.cartId)))
  const replay = book.replayOf(op.request)
  if (replay) return replay
  return op.kind === 'hold-line' ? decideLine(book, op) : decideCart(book, op)
}

function decideLine(book: Book, op: HoldLineOp): LaneAnswer {
  const problem = book.problemWith([op])
  if (problem) return problem
  const present = book.liveOf(op.cart.id).find((hold) => hold.ticketTypeId === op.ticketTypeId)
  if (present) {
    // The cart line is the natural key of this call: asking again for the same is a retry.
    if (present.quantity === op.quantity) return granted([present])
    return refused(
      'hold_exists',
      `This cart already holds ${present.quantity} of these tickets. Release the cart to change it.`,
      { quantity: present.quantity },
    )
  }
  const shortfall = book.shortfallOf([op], [])
  if (shortfall) return shortfall
  // A cart that held nothing starts anew: add-ons of a lapsed hold do not come along.
  if (book.liveOf(op.cart.id).length === 0) book.replaceAddOns(op.cart.id, [])
  return granted(book.grant(op.cart, [op], op.request, op.customerIdentifier))
}

function decideCart(book: Book, op: HoldCartOp): LaneAnswer {
  const problem = book.problemWith(op.tickets, op.eventId)
  if (problem) return problem
  const before = book.liveOf(op.cart.id)
  const shortfall = book.shortfallOf(op.tickets, before)
  if (shortfall) return shortfall
  book.release(before)
  const holds = book.grant(op.cart, op.tickets, op.request, null)
  book.replaceAddOns(op.cart.id, op.addOns)
  return granted(holds)
}

/** The state of a batch while it is being decided: counters, live holds and what to write. */
class Book {
  readonly #state: BatchState
  readonly #pools: Map<string, { capacity: number | null; taken: number }>
  readonly #live = new Map<string, LaneHold>()
  readonly #byRequest = new Map<string, LaneHold[]>()
  readonly #inserted = new Map<string, LaneHold>()
  readonly #ended = new Map<string, 'released' | 'expired'>()
  readonly #carts = new Map<string, { ref: CartRef; eventId: string }>()
  readonly #addOns = new Map<string, HoldCartOp['addOns']>()
  readonly #heldDeltas = new Map<string, number>()
  readonly #ledger: BatchWrites['ledger'][number][] = []

  constructor(state: BatchState) {
    this.#state = state
    this.#pools = new Map(
      state.pools.map((pool) => [
        pool.poolId,
        { capacity: pool.capacity, taken: pool.held + pool.sold },
      ]),
    )
    for (const read of state.holds) {
      const hold = { ...read }
      if (hold.request) this.#remember(hold.request, hold)
      // A request key may have been used in another session. Such a row answers a replay and no
      // more: this batch has not locked its counters.
      if (hold.state !== 'held' || hold.sessionId !== state.sessionId) continue
      this.#live.set(hold.id, hold)
      // Expiry is a predicate, not a sweep: a lapsed hold ends the moment its cart acts again.
      if (hold.reclaimAt <= state.now) this.#end(hold, 'expired')
    }
  }

  liveOf(cartId: string): LaneHold[] {
    return [...this.#live.values()].filter((hold) => hold.cartId === cartId)
  }

  replayOf(request: RequestKey | null): LaneAnswer | null {
    const holds = request ? this.#byRequest.get(request.key) : undefined
    if (!request || !holds) return null
    if (holds.every((hold) => hold.request?.hash === request.hash)) return granted(holds)
    return refused(
      'idempotency_conflict',
      'This Idempotency-Key was used before with another request. Use a new key.',
    )
  }

  /** Whether the session sells these lines at all; capacity is another question. */
  problemWith(lines: readonly Line[], eventId?: string): Refusal | null {
    const { offer, now, sessionId } = this.#state
    // A session without its stock row is not one without limit: it has nothing to sell yet.
    const isSold = offer && this.#pools.has(sessionId) && (!eventId || offer.eventId === eventId)
    if (!isSold) return refused('session_not_found', 'Selected session not found')
    if (!offer.isActive || offer.startsAt <= now) {
      return refused('sales_closed', 'Sales for this time have closed. Please choose another time.')
    }
    for (const line of lines) {
      const type = offer.types.get(line.ticketTypeId)
      if (!type) {
        return refused('ticket_type_not_found', 'This ticket type is no longer on sale.', {
          ticketTypeId: line.ticketTypeId,
        })
      }
      const problem = lineProblem(line, type)
      if (problem) return problem
    }
    return null
  }

  /** Null when all lines fit once `freed` is given back; else what is left for the buyer. */
  shortfallOf(lines: readonly Line[], freed: readonly LaneHold[]): Refusal | null {
    const freedIn = (typeId?: string) =>
      freed.reduce((sum, h) => sum + (!typeId || h.ticketTypeId === typeId ? h.quantity : 0), 0)
    const total = this.#room(this.#state.sessionId, freedIn())
    const wanted = lines.reduce((sum, line) => sum + line.quantity, 0)
    if (total !== null && wanted > total) return soldOut(total, null)
    for (const line of lines) {
      const room = this.#room(line.ticketTypeId, freedIn(line.ticketTypeId))
      if (room !== null && line.quantity > room) {
        const name = this.#state.offer?.types.get(line.ticketTypeId)?.name ?? null
        return soldOut(narrower(room, total) ?? room, { id: line.ticketTypeId, name })
      }
    }
    return null
  }

  grant(
    cart: CartRef,
    lines: readonly Line[],
    request: RequestKey | null,
    customerIdentifier: string | null,
  ): LaneHold[] {
    const { now, offer } = this.#state
    const expiresAt = new Date(now.getTime() + HOLD_SECONDS * 1000)
    if (offer) this.#carts.set(cart.id, { ref: cart, eventId: offer.eventId })
    return lines.map((line) => {
      const type = offer?.types.get(line.ticketTypeId)
      const hold: LaneHold = {
        id: newId(),
        cartId: cart.id,
        sessionId: this.#state.sessionId,
        ticketTypeId: line.ticketTypeId,
        quantity: line.quantity,
        unitPriceMinor: type?.unitPriceMinor ?? 0,
        feeSet: type?.feeSet ?? null,
        state: 'held',
        customerIdentifier,
        request,
        createdAt: now,
        expiresAt,
        reclaimAt: expiresAt,
      }
      this.#live.set(hold.id, hold)
      this.#inserted.set(hold.id, hold)
      if (request) this.#remember(request, hold)
      this.#move(hold, 'hold', hold.quantity)
      return hold
    })
  }

  release(holds: readonly LaneHold[]): LaneHold[] {
    for (const hold of holds) this.#end(hold, 'released')
    return [...holds]
  }

  replaceAddOns(cartId: string, lines: HoldCartOp['addOns']): void {
    this.#addOns.set(cartId, lines)
  }

  writes(): BatchWrites {
    return {
      carts: [...this.#carts.values()].sort((a, b) => (a.ref.id < b.ref.id ? -1 : 1)),
      inserts: [...this.#inserted.values()],
      ends: [...this.#ended].map(([holdId, state]) => ({ holdId, state })),
      addOns: [...this.#addOns].map(([cartId, lines]) => ({ cartId, lines })),
      heldDeltas: new Map([...this.#heldDeltas].filter(([, delta]) => delta !== 0)),
      ledger: this.#ledger,
    }
  }

  #room(poolId: string, freed: number): number | null {
    const pool = this.#pools.get(poolId)
    if (!pool || pool.capacity === null) return null
    return Math.max(0, pool.capacity - pool.taken + freed)
  }

  #end(hold: LaneHold, state: 'released' | 'expired'): void {
    this.#live.delete(hold.id)
    hold.state = state
    // Granted and given back within one batch: it is inserted in its final state.
    if (!this.#inserted.has(hold.id)) this.#ended.set(hold.id, state)
    this.#move(hold, state === 'released' ? 'release' : 'expire', -hold.quantity)
  }

  #move(hold: LaneHold, kind: 'hold' | 'release' | 'expire', heldDelta: number): void {
    for (const poolId of [this.#state.sessionId, hold.ticketTypeId]) {
      const pool = this.#pools.get(poolId)
      if (pool) pool.taken += heldDelta
      this.#heldDeltas.set(poolId, (this.#heldDeltas.get(poolId) ?? 0) + heldDelta)
    }
    this.#ledger.push({ holdId: hold.id, ticketTypeId: hold.ticketTypeId, kind, heldDelta })
  }

  #remember(request: RequestKey, hold: LaneHold): void {
    const holds = this.#byRequest.get(request.key) ?? []
    this.#byRequest.set(request.key, [...holds, hold])
  }
}

function lineProblem(line: Line, type: OfferedType): Refusal | null {
  if (type.unitPriceMinor === null) {
    return refused(
      'price_not_ready',
      'Dynamic pricing is still loading. Please wait a moment or try refreshing the page.',
      { ticketTypeId: line.ticketTypeId },
    )
  }
  if (line.quantity <= type.maxQuantity) return null
  return refused(
    'quantity_above_maximum',
    `At most ${type.maxQuantity} ${type.name} tickets can be bought at once.`,
    { ticketTypeId: line.ticketTypeId, maximum: type.maxQuantity },
  )
}

function soldOut(available: number, type: { id: string; name: string | null } | null): Refusal {
  const what = type?.name ? `${type.name} ticket` : 'ticket'
  const text =
    available === 0
      ? `No more ${what}s are available for this time.`
      : `Only ${available} ${what}${available === 1 ? ' is' : 's are'} left for this time.`
  return refused('sold_out', text, type ? { available, ticketTypeId: type.id } : { available })
}
