import { granted, type Result, refused } from '@foyer/contract'
import { HOLD_SECONDS, PAYMENT_GRACE_SECONDS } from '@foyer/domain'
import { newId, newValidationCode } from '../adapters/ids.ts'
import type { BatchWrites, LedgerKind } from './batch-writes.ts'
import { createDraft, type Draft } from './draft.ts'
import { frozenQuote } from './frozen-quote.ts'
import type {
  BatchState,
  CartRef,
  LaneHold,
  LaneOrder,
  RequestKey,
  SessionOffer,
  StockLine,
  Widen,
} from './lane-types.ts'
import { MoneyBook } from './money-book.ts'
import { PaymentBook } from './payment-book.ts'

/**
 * The books of the locked sessions while a batch is being decided: counters, live holds, and what
 * is to be written. Each method leaves them whole, so that the next operation sees what the ones
 * before it did. It asks no database and no clock.
 */
export class Book {
  readonly now: Date
  /** Rows to write besides stock and holds. */
  readonly draft: Draft = createDraft()
  readonly payments: PaymentBook
  readonly money = new MoneyBook()
  readonly #state: BatchState
  readonly #pools: Map<string, { capacity: number | null; taken: number }>
  readonly #locked: Set<string>
  readonly #byId = new Map<string, LaneHold>()
  readonly #liveByCart = new Map<string, Map<string, LaneHold>>()
  readonly #byRequest = new Map<string, LaneHold[]>()
  readonly #inserted = new Set<LaneHold>()
  readonly #changed = new Set<LaneHold>()

  constructor(state: BatchState) {
    this.now = state.now
    this.#state = state
    this.payments = new PaymentBook(state.payments)
    this.#pools = new Map(
      state.pools.map((pool) => [
        poolKey(pool.sessionId, pool.poolId),
        { capacity: pool.capacity, taken: pool.held + pool.sold },
      ]),
    )
    this.#locked = new Set(state.pools.map((pool) => pool.sessionId))
    for (const read of state.holds) {
      // One that was wanted for several reasons was read as often.
      if (!this.#byId.has(read.id)) this.#remember({ ...read })
    }
    for (const hold of this.#byId.values()) {
      // Expiry is a predicate, not a sweep: a lapsed hold ends the moment its cart acts again.
      if (hold.state === 'held' && hold.reclaimAt <= this.now && this.#locked.has(hold.sessionId)) {
        this.#end(hold, 'expired')
      }
    }
  }

  offerOf(sessionId: string): SessionOffer | undefined {
    // A session without its stock rows is not one without limit: it has nothing to sell yet.
    return this.#locked.has(sessionId) ? this.#state.offers.get(sessionId) : undefined
  }

  /** Whether a type has a pool in this session: without one it is not sold there. */
  sells(sessionId: string, ticketTypeId: string): boolean {
    return this.#pools.has(poolKey(sessionId, ticketTypeId))
  }

  orderOf(id: string): LaneOrder | undefined {
    return this.#state.orders.find((order) => order.id === id)
  }

  /** Holds that stand as sold in this order. */
  soldIn(order: LaneOrder): LaneHold[] {
    const holds = [...this.#byId.values()]
    return holds.filter((hold) => hold.orderId === order.id && hold.state === 'sold')
  }

  /** Holds of a cart that count, in whatever session. */
  liveOf(cartId: string): LaneHold[] {
    const live = [...(this.#liveByCart.get(cartId)?.values() ?? [])]
    return live.filter((hold) => hold.reclaimAt > this.now)
  }

  /** Holds by id, in any state; undefined where one was not read. */
  holdsOf(ids: readonly string[]): LaneHold[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? [])
  }

  /** Null when every one of these holds stands in a locked session. */
  widenFor(holds: readonly LaneHold[]): Widen | null {
    const widenTo = holds.map((hold) => hold.sessionId).filter((id) => !this.#locked.has(id))
    return widenTo.length > 0 ? { widenTo } : null
  }

  /**
   * What holds in locked sessions cost together, in the order of the receipt. Of add-ons only those
   * of payable carts are known.
   */
  price(holds: readonly LaneHold[], currency: string) {
    const lines = holds
      .map((hold) => {
        const offer = this.#offerOf(hold)
        const type = offer.types.get(hold.ticketTypeId)
        if (!type) throw new Error(`Ticket type ${hold.ticketTypeId} is gone`)
        return { hold, offer, type }
      })
      .sort(
        (a, b) =>
          a.offer.startsAt.getTime() - b.offer.startsAt.getTime() ||
          compare(a.hold.sessionId, b.hold.sessionId) ||
          a.type.position - b.type.position ||
          compare(a.hold.id, b.hold.id),
      )
    const [first] = lines
    if (!first) throw new Error('Nothing is held')
    const tickets = lines.map(({ hold, type }) => ({ ...hold, typeName: type.name }))
    const addOns = lines.flatMap(({ hold }) => this.#addOnsOf(hold.id))
    return {
      eventId: first.offer.eventId,
      holdIds: lines.map(({ hold }) => hold.id),
      sessionIds: [...new Set(lines.map(({ hold }) => hold.sessionId))],
      quote: frozenQuote(tickets, addOns, currency),
    }
  }

  /** The answer of an earlier request under this key; null when it is new. */
  replayOf(request: RequestKey | null): Result<LaneHold[]> | null {
    const holds = request ? this.#byRequest.get(request.key) : undefined
    if (!request || !holds) return null
    if (holds.every((hold) => hold.request?.hash === request.hash)) {
      return granted(holds.toSorted((a, b) => a.line - b.line))
    }
    return refused(
      'idempotency_conflict',
      'This Idempotency-Key was used before with another request. Use a new key.',
    )
  }

  /** Places of a pool once `freed` is given back. Null: without limit. */
  roomIn(sessionId: string, poolId: string, freed: readonly LaneHold[] = []): number | null {
    const pool = this.#pools.get(poolKey(sessionId, poolId))
    if (!pool || pool.capacity === null) return null
    const back = freed.reduce(
      (sum, hold) => sum + (isIn(hold, sessionId, poolId) ? hold.quantity : 0),
      0,
    )
    return Math.max(0, pool.capacity - pool.taken + back)
  }

  /** The first pool that these lines would overdraw; null when all fit once `freed` is back. */
  shortPool(
    lines: readonly StockLine[],
    freed: readonly LaneHold[] = [],
  ): { sessionId: string; ticketTypeId: string | null; room: number } | null {
    for (const sessionId of new Set(lines.map((line) => line.sessionId))) {
      const room = this.roomIn(sessionId, sessionId, freed)
      const wanted = quantityOf(lines.filter((line) => line.sessionId === sessionId))
      if (room !== null && wanted > room) return { sessionId, ticketTypeId: null, room }
    }
    for (const { sessionId, ticketTypeId } of lines) {
      const room = this.roomIn(sessionId, ticketTypeId, freed)
      const wanted = quantityOf(lines.filter((line) => isIn(line, sessionId, ticketTypeId)))
      if (room !== null && wanted > room) return { sessionId, ticketTypeId, room }
    }
    return null
  }

  /** Holds lines for a cart at today's prices. The caller has made sure that they fit. */
  grant(
    cart: CartRef,
    lines: readonly StockLine[],
    request: RequestKey | null,
    customerIdentifier: string | null,
  ): LaneHold[] {
    const expiresAt = new Date(this.now.getTime() + HOLD_SECONDS * 1000)
    return lines.map(({ sessionId, ticketTypeId, quantity }, line) => {
      const type = this.offerOf(sessionId)?.types.get(ticketTypeId)
      const hold: LaneHold = {
        id: newId(),
        cart,
        sessionId,
        ticketTypeId,
        quantity,
        unitPriceMinor: type?.unitPriceMinor ?? 0,
        feeSet: type?.feeSet ?? null,
        state: 'held',
        customerIdentifier,
        request,
        line,
        orderId: null,
        createdAt: this.now,
        expiresAt,
        reclaimAt: expiresAt,
      }
      this.#insert(hold)
      this.#move(hold, 'hold', quantity, 0)
      return hold
    })
  }

  release(holds: readonly LaneHold[]): LaneHold[] {
    for (const hold of holds) this.#end(hold, 'released')
    return [...holds]
  }

  /** Lets holds outlive their end for a payment under way, once. */
  grantGrace(holds: readonly LaneHold[]): void {
    for (const hold of holds) {
      if (hold.reclaimAt > hold.expiresAt) continue
      hold.reclaimAt = new Date(hold.expiresAt.getTime() + PAYMENT_GRACE_SECONDS * 1000)
      this.#changed.add(hold)
    }
  }

  /** Held or lapsed -> sold. The caller has made sure that lapsed ones still fit. */
  sell(holds: readonly LaneHold[], orderId: string): void {
    for (const hold of holds) {
      const wasHeld = hold.state === 'held'
      this.#forgetLive(hold)
      hold.state = 'sold'
      hold.orderId = orderId
      this.#changed.add(hold)
      this.#move(hold, wasHeld ? 'sell' : 'reallocate', wasHeld ? -hold.quantity : 0, hold.quantity)
    }
  }

  /**
   * Tickets end: they lose their validity and their places are free again. An order is refunded
   * with the last of them. Returns their numbers.
   */
  endTickets(order: LaneOrder, ticketIds: readonly string[]): number[] {
    const ending = order.tickets.filter(
      ({ id, status }) => status === 'VALID' && ticketIds.includes(id),
    )
    for (const ticket of ending) {
      ticket.status = 'CANCELLED'
      const change = { status: ticket.status, sessionId: null, validationCode: null }
      this.draft.changeTicket({ id: ticket.id, ...change })
    }
    const left = [...ending]
    for (const hold of this.soldIn(order)) {
      const ofHold = left.filter((ticket) => isIn(hold, ticket.sessionId, ticket.ticketTypeId))
      const ended = ofHold.slice(0, hold.quantity)
      for (const ticket of ended) left.splice(left.indexOf(ticket), 1)
      if (ended.length > 0) this.#refund(hold, ended.length)
    }
    if (ending.length > 0 && order.tickets.every(({ status }) => status !== 'VALID')) {
      order.status = 'REFUNDED'
      const change = { status: order.status, sessionId: null, mailId: null }
      this.draft.changeOrder({ id: order.id, ...change })
    }
    return ending.map(({ number }) => number)
  }

  /**
   * A sale goes on in another session, under new codes that revoke the old. The caller has made
   * sure that it fits there.
   */
  moveTo(sessionId: string, order: LaneOrder, holds: readonly LaneHold[]): void {
    for (const hold of holds) {
      hold.state = 'moved'
      this.#changed.add(hold)
      this.#move(hold, 'move', 0, -hold.quantity)
      const next: LaneHold = {
        ...hold,
        id: newId(),
        sessionId,
        state: 'sold',
        request: null,
        createdAt: this.now,
      }
      this.#insert(next)
      this.#move(next, 'move', 0, next.quantity)
    }
    // The codes of the first confirmation are void now.
    const change = { status: null, sessionId, mailId: newId() }
    this.draft.changeOrder({ id: order.id, ...change })
    for (const ticket of order.tickets) {
      if (ticket.sessionId === sessionId || ticket.status !== 'VALID') continue
      ticket.sessionId = sessionId
      const validationCode = newValidationCode()
      this.draft.changeTicket({ id: ticket.id, status: 'VALID', sessionId, validationCode })
    }
  }

  writes(): BatchWrites {
    return {
      inserts: [...this.#inserted],
      changes: [...this.#changed].filter((hold) => !this.#inserted.has(hold)),
      ...this.draft.rows(),
      ...this.payments.rows(),
      ...this.money.rows(),
    }
  }

  /** Sold -> refunded, for some of a hold's places; the others are a hold of their own from then on. */
  #refund(hold: LaneHold, quantity: number): void {
    hold.state = 'refunded'
    this.#changed.add(hold)
    this.#move(hold, 'refund', 0, -hold.quantity)
    if (quantity === hold.quantity) return
    const staying = { id: newId(), quantity: hold.quantity - quantity, state: 'sold' } as const
    const rest: LaneHold = { ...hold, ...staying, request: null }
    this.#insert(rest)
    this.#move(rest, 'refund', 0, rest.quantity)
  }

  #offerOf(hold: LaneHold): SessionOffer {
    const offer = this.offerOf(hold.sessionId)
    if (!offer) throw new Error(`Session ${hold.sessionId} is gone`)
    return offer
  }

  #addOnsOf(holdId: string) {
    // Those of this very batch are drafted and not read.
    return [...this.#state.addOns, ...this.draft.addOns]
      .filter((addOn) => addOn.holdId === holdId)
      .sort((a, b) => a.position - b.position)
      .map(({ addOnId, ...addOn }) => ({ ...addOn, id: addOnId }))
  }

  #remember(hold: LaneHold): void {
    this.#byId.set(hold.id, hold)
    if (hold.request) {
      const others = this.#byRequest.get(hold.request.key)
      if (others) others.push(hold)
      else this.#byRequest.set(hold.request.key, [hold])
    }
    if (hold.state !== 'held') return
    const live = this.#liveByCart.get(hold.cart.id)
    if (live) live.set(hold.id, hold)
    else this.#liveByCart.set(hold.cart.id, new Map([[hold.id, hold]]))
  }

  #insert(hold: LaneHold): void {
    this.#remember(hold)
    // Changed again within its own batch, it is inserted in its final state.
    this.#inserted.add(hold)
  }

  #forgetLive(hold: LaneHold): void {
    this.#liveByCart.get(hold.cart.id)?.delete(hold.id)
  }

  #end(hold: LaneHold, state: 'released' | 'expired'): void {
    this.#forgetLive(hold)
    hold.state = state
    this.#changed.add(hold)
    this.#move(hold, state === 'released' ? 'release' : 'expire', -hold.quantity, 0)
  }

  #move(hold: LaneHold, kind: LedgerKind, heldDelta: number, soldDelta: number): void {
    for (const poolId of [hold.sessionId, hold.ticketTypeId]) {
      const pool = this.#pools.get(poolKey(hold.sessionId, poolId))
      if (pool) pool.taken += heldDelta + soldDelta
    }
    this.draft.move(hold, kind, heldDelta, soldDelta)
  }
}

const poolKey = (sessionId: string, poolId: string) => `${sessionId}/${poolId}`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const isIn = (line: StockLine, sessionId: string, poolId: string) =>
  line.sessionId === sessionId && (poolId === sessionId || line.ticketTypeId === poolId)

const quantityOf = (lines: readonly StockLine[]) =>
  lines.reduce((sum, line) => sum + line.quantity, 0)
