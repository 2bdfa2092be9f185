import { granted, type Result, refused } from '@foyer/contract'
import { graceEndsAt, holdEndsAt } from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import { type PricedHolds, priceHolds } from '../carts/price-holds.ts'
import { CouponBook } from '../coupons/coupon-book.ts'
import type { FrozenCoupon } from '../coupons/coupon-types.ts'
import { HoldIndex } from '../holds/hold-index.ts'
import { MoneyBook } from '../money/money-book.ts'
import { PaymentBook } from '../payments/payment-book.ts'
import { Pools, type Shortage } from '../stock/pools.ts'
import type { BatchWrites, LedgerKind } from './batch-writes.ts'
import { createDraft, type Draft } from './draft.ts'
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

/** A line to hold. A ticket costs what its session offers; an add-on brings its price along. */
export interface HoldLine extends StockLine {
  unitPriceMinor?: number
}

/**
 * The books of the locked places while a batch is being decided: counters, live holds, and what is
 * to be written. Each method leaves them whole, so that the next operation sees what the ones before
 * it did. It asks no database and no clock.
 */
export class Book {
  readonly now: Date
  /** Rows to write besides stock and holds. */
  readonly draft: Draft = createDraft()
  readonly payments: PaymentBook
  readonly money = new MoneyBook()
  readonly coupons: CouponBook
  readonly #state: BatchState
  readonly #pools: Pools
  readonly #holds: HoldIndex
  readonly #inserted = new Set<LaneHold>()
  /** With whether the hold was held before this batch. */
  readonly #changed = new Map<LaneHold, boolean>()
  readonly #extended = new Set<LaneHold>()
  /** Places whose lapsed holds may not all have been read. */
  readonly #behind: ReadonlySet<string>

  constructor(state: BatchState) {
    this.now = state.now
    this.#state = state
    this.payments = new PaymentBook(state.payments)
    this.coupons = new CouponBook(state.coupons)
    this.#pools = new Pools(state.pools, state.sessionIds)
    this.#holds = new HoldIndex(state.holds)
    this.#behind = this.#endLapsed(state.lapsedOfEach)
  }

  /** Returns the places where as many holds have lapsed as a batch reads. */
  #endLapsed(lapsedOfEach: number): Set<string> {
    const ended = new Map<string, number>()
    for (const hold of this.#holds.all()) {
      // Expiry is a predicate, not a sweep: a lapsed hold ends the moment its cart acts again.
      const hasLapsed = hold.state === 'held' && hold.reclaimAt <= this.now
      if (!hasLapsed || !this.#pools.isLocked(hold.sessionId)) continue
      this.#end(hold, 'expired')
      ended.set(hold.sessionId, (ended.get(hold.sessionId) ?? 0) + 1)
    }
    return new Set([...ended].flatMap(([id, count]) => (count >= lapsedOfEach ? id : [])))
  }

  offerOf(sessionId: string): SessionOffer | undefined {
    // A session without its stock rows is not one without limit: it has nothing to sell yet.
    return this.#pools.isLocked(sessionId) ? this.#state.offers.get(sessionId) : undefined
  }

  /** How many tickets a locked session has in all; null: without limit. */
  capacityOf(sessionId: string): number | null {
    return this.#pools.capacityOf(sessionId)
  }

  /** How much of a pool of a locked session or add-on is held or sold; null if there is no such pool. */
  takenOf(sessionId: string, poolId: string): number | null {
    return this.#pools.takenOf(sessionId, poolId)
  }

  /** Gives a pool another capacity. The caller has made sure that it is not below what is taken. */
  setCapacity(sessionId: string, poolId: string, capacity: number | null): void {
    this.#pools.resize(sessionId, poolId, capacity)
  }

  /** Whether a type has a pool in this session: without one it is not sold there. */
  sells(sessionId: string, ticketTypeId: string): boolean {
    return this.#pools.has(sessionId, ticketTypeId)
  }

  orderOf(id: string): LaneOrder | undefined {
    return this.#state.orders.find((order) => order.id === id)
  }

  /** Holds that stand as sold in this order. */
  soldIn(order: LaneOrder): LaneHold[] {
    return this.#holds.all().filter((hold) => hold.orderId === order.id && hold.state === 'sold')
  }

  /**
   * Holds of a cart that count, in whatever place. Where that is not locked, one that seems to have
   * lapsed is among them: somebody may just be making it last longer. See {@link widenFor}. A hold in a
   * place whose stock rows are gone is not: it can be neither sold nor given back.
   */
  liveOf(cartId: string): LaneHold[] {
    return this.#holds.heldOf(cartId).filter((hold) => !this.#pools.isGone(hold.sessionId))
  }

  /** Whether the place of each of these holds is locked, and so has stock rows. */
  hasPlacesOf(holds: readonly LaneHold[]): boolean {
    return holds.every((hold) => this.#pools.isLocked(hold.sessionId))
  }

  /** Whether a place may have lapsed holds that no batch has ended yet: its counters are too high then. */
  isBehind(sessionId: string): boolean {
    return this.#behind.has(sessionId)
  }

  /** Holds by id, in any state; those that were not read are left out. */
  holdsOf(ids: readonly string[]): LaneHold[] {
    return this.#holds.byIds(ids)
  }

  /** Null when the places of all these holds were asked for: no other look would find more there. */
  widenFor(holds: readonly LaneHold[]): Widen | null {
    const widenTo = holds.map((hold) => hold.sessionId).filter((id) => !this.#pools.isAsked(id))
    return widenTo.length > 0 ? { widenTo } : null
  }

  /**
   * What holds in locked sessions cost together, in the order of the receipt. Add-ons are known for
   * payable carts only, and so is the coupon that the holds carry; `coupon` replaces it.
   */
  price(holds: readonly LaneHold[], coupon = this.#couponOn(holds)): PricedHolds {
    // Add-ons of this very batch are drafted and were not read.
    const addOns = [...this.#state.addOns, ...this.draft.addOns]
    return priceHolds(holds, (sessionId) => this.offerOf(sessionId), addOns, coupon)
  }

  #couponOn(holds: readonly LaneHold[]): FrozenCoupon | undefined {
    const claim = holds[0] && this.coupons.claimOf(holds[0].cart.id)
    const counts = claim !== undefined && claim.claimedUntil > this.now
    return counts && holds.some((hold) => hold.id === claim.holdId) ? claim : undefined
  }

  /** The answer of an earlier request under this key; null when it is new. */
  replayOf(request: RequestKey | null): Result<LaneHold[], 'idempotency_conflict'> | null {
    const holds = request ? this.#holds.ofRequest(request.key) : undefined
    if (!request || !holds) return null
    if (holds.every((hold) => hold.request?.hash === request.hash)) {
      return granted(holds.toSorted((a, b) => a.line - b.line))
    }
    return refused(
      'idempotency_conflict',
      'This Idempotency-Key was used before with another request. Use a new key.',
    )
  }

  /** The first pool that these lines would overdraw; null when all fit once `freed` is back. */
  shortPool(lines: readonly StockLine[], freed: readonly LaneHold[] = []): Shortage | null {
    return this.#pools.shortage(lines, freed)
  }

  /** Holds lines for a cart at today's prices. The caller has made sure that they fit. */
  grant(
    cart: CartRef,
    lines: readonly HoldLine[],
    request: RequestKey | null,
    customerIdentifier: string | null,
  ): LaneHold[] {
    const expiresAt = holdEndsAt(this.now)
    return lines.map(({ sessionId, ticketTypeId, quantity, unitPriceMinor }, line) => {
      const type = this.offerOf(sessionId)?.types.get(ticketTypeId)
      const hold: LaneHold = {
        id: newId(),
        cart,
        sessionId,
        ticketTypeId,
        quantity,
        unitPriceMinor: unitPriceMinor ?? type?.unitPriceMinor ?? 0,
        feeSet: type?.feeSet ?? null,
        state: 'held',
        customerIdentifier,
        request,
        line,
        orderId: null,
        createdAt: this.now,
        expiresAt,
        reclaimAt: expiresAt,
        moreTimeKeys: null,
        couponUseId: null,
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
      hold.reclaimAt = graceEndsAt(hold.expiresAt)
      this.#change(hold, true)
    }
  }

  /** Moves the end of holds, and with it that of a grace. `key` makes a retry recognisable. */
  extend(holds: readonly LaneHold[], seconds: number, key: string | null): void {
    for (const hold of holds) {
      hold.expiresAt = after(hold.expiresAt, seconds)
      hold.reclaimAt = after(hold.reclaimAt, seconds)
      hold.moreTimeKeys = [...(hold.moreTimeKeys ?? []), ...(key ? [key] : [])]
      this.#extended.add(hold)
    }
  }

  /** Held or lapsed -> sold. The caller has made sure that lapsed ones still fit. */
  sell(holds: readonly LaneHold[], orderId: string): void {
    for (const hold of holds) {
      const wasHeld = hold.state === 'held'
      this.#holds.endOf(hold)
      hold.state = 'sold'
      hold.orderId = orderId
      this.#change(hold, wasHeld)
      this.#move(hold, wasHeld ? 'sell' : 'reallocate', wasHeld ? -hold.quantity : 0, hold.quantity)
    }
  }

  /** Sold -> refunded, for some of a hold's places; the others are a hold of their own from then on. */
  refund(hold: LaneHold, quantity: number): void {
    hold.state = 'refunded'
    this.#change(hold, false)
    this.#move(hold, 'refund', 0, -hold.quantity)
    if (quantity === hold.quantity) return
    const rest = { ...hold, id: newId(), quantity: hold.quantity - quantity, request: null }
    this.#goOn({ ...rest, state: 'sold' }, 'refund')
  }

  /** A sale goes on in another session. The caller has made sure that it fits there. */
  moveTo(sessionId: string, holds: readonly LaneHold[]): void {
    for (const hold of holds) {
      hold.state = 'moved'
      this.#change(hold, false)
      this.#move(hold, 'move', 0, -hold.quantity)
      const next = { ...hold, id: newId(), sessionId, request: null, createdAt: this.now }
      this.#goOn({ ...next, state: 'sold' }, 'move')
    }
  }

  writes(): BatchWrites {
    const changed = [...this.#changed].filter(([hold]) => !this.#inserted.has(hold))
    return {
      inserts: [...this.#inserted],
      changes: changed.flatMap(([hold, wasHeld]) => (wasHeld ? hold : [])),
      endedChanges: changed.flatMap(([hold, wasHeld]) => (wasHeld ? [] : hold)),
      extensions: [...this.#extended],
      capacities: this.#pools.capacityChanges(),
      ...this.draft.rows(),
      ...this.payments.rows(),
      ...this.money.rows(),
      coupons: this.coupons.rows(),
    }
  }

  #goOn(sold: LaneHold, kind: LedgerKind): void {
    this.#insert(sold)
    this.#move(sold, kind, 0, sold.quantity)
  }

  #change(hold: LaneHold, wasHeld: boolean): void {
    if (!this.#changed.has(hold)) this.#changed.set(hold, wasHeld)
  }

  #insert(hold: LaneHold): void {
    this.#holds.add(hold)
    // Changed again within its own batch, it is inserted in its final state.
    this.#inserted.add(hold)
  }

  #end(hold: LaneHold, state: 'released' | 'expired'): void {
    this.#holds.endOf(hold)
    hold.state = state
    this.#change(hold, true)
    this.#move(hold, state === 'released' ? 'release' : 'expire', -hold.quantity, 0)
  }

  #move(hold: LaneHold, kind: LedgerKind, heldDelta: number, soldDelta: number): void {
    this.#pools.take(hold, heldDelta + soldDelta)
    this.draft.move(hold, kind, heldDelta, soldDelta)
  }
}

const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
