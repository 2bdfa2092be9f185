import { granted, type Result, refused } from '@foyer/contract'
import { graceEndsAt, holdEndsAt } from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import type { CartRef } from '../carts/cart-types.ts'
import type { OfferBook } from '../offers/aggregate.ts'
import type { LaneOrder } from '../orders/order-types.ts'
import type { StockBook } from '../stock/stock-book.ts'
import type { LedgerKind, StockLine } from '../stock/stock-types.ts'
import { HoldIndex } from './hold-index.ts'
import type { HoldLine, LaneHold, ReadHolds, RequestKey } from './hold-types.ts'

/** The books that holds are decided with. */
export interface StockBooks {
  readonly stock: StockBook
  readonly offers: OfferBook
}

/** The holds of a batch. A method that changes a hold also moves the counters of its stock. */
export class HoldBook {
  readonly #stock: StockBook
  readonly #offers: OfferBook
  readonly #holds: HoldIndex
  readonly #inserted = new Set<LaneHold>()
  /** The value says whether the hold was live before this batch. */
  readonly #changed = new Map<LaneHold, boolean>()
  readonly #extended = new Set<LaneHold>()
  /** Sessions and add-ons whose expired holds may not all have been read. */
  readonly #behind: ReadonlySet<string>

  constructor({ rows, expiredPerSession }: ReadHolds, { stock, offers }: StockBooks) {
    this.#stock = stock
    this.#offers = offers
    this.#holds = new HoldIndex(rows)
    this.#behind = this.#endExpired(expiredPerSession)
  }

  /**
   * Ends the expired holds that were read. Returns the stock items where the reading limit was
   * reached, so that more expired holds may be left.
   */
  #endExpired(expiredPerSession: number): Set<string> {
    const ended = new Map<string, number>()
    for (const hold of this.#holds.all()) {
      // A hold expires without a sweep: the next batch of its session compares its end with the
      // clock and ends it.
      const hasExpired = hold.state === 'held' && hold.reclaimAt <= this.#offers.now
      if (!hasExpired || !this.#stock.isLocked(hold.sessionId)) continue
      this.#end(hold, 'expired')
      ended.set(hold.sessionId, (ended.get(hold.sessionId) ?? 0) + 1)
    }
    return new Set([...ended].flatMap(([id, count]) => (count >= expiredPerSession ? id : [])))
  }

  soldIn(order: LaneOrder): LaneHold[] {
    return this.#holds.all().filter((hold) => hold.orderId === order.id && hold.state === 'sold')
  }

  /**
   * The live holds of a cart, of any session or add-on. A hold whose stock is not locked is
   * included even if it seems expired: another process may be giving it more time. See {@link
   * widenFor}. A hold whose stock rows are gone is left out: it can be neither sold nor given back.
   */
  liveOf(cartId: string): LaneHold[] {
    return this.#holds.heldOf(cartId).filter((hold) => !this.#stock.isGone(hold.sessionId))
  }

  /** Whether the stock of each of these holds is locked; then its rows exist. */
  areLocked(holds: readonly LaneHold[]): boolean {
    return holds.every((hold) => this.#stock.isLocked(hold.sessionId))
  }

  /** Whether expired holds may be left that no batch has ended; then the counters are too high. */
  isBehind(sessionId: string): boolean {
    return this.#behind.has(sessionId)
  }

  /** Holds by id, in any state; those that were not read are left out. */
  byIds(ids: readonly string[]): LaneHold[] {
    return this.#holds.byIds(ids)
  }

  /**
   * Null if the batch has already asked to lock the stock of all these holds, so that a retry would
   * find nothing more.
   */
  widenFor(holds: readonly Pick<LaneHold, 'sessionId'>[]): { widenTo: string[] } | null {
    const widenTo = holds.map((hold) => hold.sessionId).filter((id) => !this.#stock.isAsked(id))
    return widenTo.length > 0 ? { widenTo } : null
  }

  /** The answer of an earlier request under this key; null if the key is new. */
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

  /** Holds lines for a cart at today's prices. The caller has checked that they fit. */
  grant(
    cart: CartRef,
    lines: readonly HoldLine[],
    request: RequestKey | null,
    customerIdentifier: string | null,
  ): LaneHold[] {
    const expiresAt = holdEndsAt(this.#offers.now)
    return lines.map(({ sessionId, ticketTypeId, quantity, unitPriceMinor }, line) => {
      const type = this.#offers.offerOf(sessionId)?.types.get(ticketTypeId)
      const hold: LaneHold = {
        id: newId(),
        cart,
        sessionId,
        ticketTypeId,
        quantity,
        unitPriceMinor: unitPriceMinor ?? type?.unitPriceMinor ?? 0,
        feeSet: type?.feeSet ?? null,
        taxRate: type?.taxRate ?? null,
        state: 'held',
        customerIdentifier,
        request,
        line,
        orderId: null,
        createdAt: this.#offers.now,
        expiresAt,
        reclaimAt: expiresAt,
        moreTimeKeys: null,
        couponUseId: null,
        rules: null,
      }
      this.#insert(hold)
      this.#stock.move(hold, 'hold', quantity, 0)
      return hold
    })
  }

  release(holds: readonly LaneHold[]): LaneHold[] {
    for (const hold of holds) this.#end(hold, 'released')
    return [...holds]
  }

  /** Extends holds by the grace, once, for a payment that is under way. */
  grantGrace(holds: readonly LaneHold[]): void {
    for (const hold of holds) {
      if (hold.reclaimAt > hold.expiresAt) continue
      hold.reclaimAt = graceEndsAt(hold.expiresAt)
      this.#change(hold, true)
    }
  }

  /** Moves the end of holds, and the end of their grace. `key` lets a retry be recognised. */
  extend(holds: readonly LaneHold[], seconds: number, key: string | null): void {
    for (const hold of holds) {
      hold.expiresAt = after(hold.expiresAt, seconds)
      hold.reclaimAt = after(hold.reclaimAt, seconds)
      hold.moreTimeKeys = [...(hold.moreTimeKeys ?? []), ...(key ? [key] : [])]
      this.#extended.add(hold)
    }
  }

  /** Marks held or expired holds as sold. The caller has checked that expired ones still fit. */
  sell(holds: readonly LaneHold[], orderId: string): void {
    for (const hold of holds) {
      const wasHeld = hold.state === 'held'
      this.#holds.endOf(hold)
      hold.state = 'sold'
      hold.orderId = orderId
      this.#change(hold, wasHeld)
      this.#stock.move(
        hold,
        wasHeld ? 'sell' : 'reallocate',
        wasHeld ? -hold.quantity : 0,
        hold.quantity,
      )
    }
  }

  /**
   * Marks part or all of a sold hold as refunded; the part that stays sold becomes a hold of its
   * own.
   */
  refund(hold: LaneHold, quantity: number): void {
    this.#giveBack(hold, quantity, 'refunded', 'refund')
  }

  /** The same for tickets that are exchanged for what {@link sellInExchange} sells. */
  exchange(hold: LaneHold, quantity: number): void {
    this.#giveBack(hold, quantity, 'exchanged', 'exchange')
  }

  /** Sells a line to an order, without a hold before. The caller has checked that it fits. */
  sellInExchange(
    order: Pick<LaneOrder, 'id' | 'cart'>,
    line: StockLine & Pick<LaneHold, 'unitPriceMinor' | 'feeSet' | 'taxRate'>,
  ): void {
    const { now } = this.#offers
    const sold: LaneHold = {
      ...line,
      id: newId(),
      cart: order.cart,
      state: 'sold',
      customerIdentifier: null,
      request: null,
      line: 0,
      orderId: order.id,
      createdAt: now,
      expiresAt: now,
      reclaimAt: now,
      moreTimeKeys: null,
      couponUseId: null,
      rules: null,
    }
    this.#goOn(sold, 'exchange')
  }

  rows() {
    const changed = [...this.#changed].filter(([hold]) => !this.#inserted.has(hold))
    return {
      inserts: [...this.#inserted],
      /** Changes of holds that were live before this batch. */
      changes: changed.flatMap(([hold, wasHeld]) => (wasHeld ? hold : [])),
      /** Changes of other holds: sold after they had expired, refunded or moved. */
      endedChanges: changed.flatMap(([hold, wasHeld]) => (wasHeld ? [] : hold)),
      extensions: [...this.#extended],
    }
  }

  #giveBack(
    hold: LaneHold,
    quantity: number,
    state: 'refunded' | 'exchanged',
    kind: LedgerKind,
  ): void {
    hold.state = state
    this.#change(hold, false)
    this.#stock.move(hold, kind, 0, -hold.quantity)
    if (quantity === hold.quantity) return
    const rest = { ...hold, id: newId(), quantity: hold.quantity - quantity, request: null }
    this.#goOn({ ...rest, state: 'sold' }, kind)
  }

  #goOn(sold: LaneHold, kind: LedgerKind): void {
    this.#insert(sold)
    this.#stock.move(sold, kind, 0, sold.quantity)
  }

  #change(hold: LaneHold, wasHeld: boolean): void {
    if (!this.#changed.has(hold)) this.#changed.set(hold, wasHeld)
  }

  #insert(hold: LaneHold): void {
    this.#holds.add(hold)
    // A hold that the same batch changes again is inserted in its final state.
    this.#inserted.add(hold)
  }

  #end(hold: LaneHold, state: 'released' | 'expired'): void {
    this.#holds.endOf(hold)
    hold.state = state
    this.#change(hold, true)
    this.#stock.move(hold, state === 'released' ? 'release' : 'expire', -hold.quantity, 0)
  }
}

const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
