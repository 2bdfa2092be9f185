import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import type { StockBook } from '../stock/stock-book.ts'
import type { Offers } from './offer-rules.ts'
import type { SessionOffer } from './offer-types.ts'
import { readOffers } from './read-offers.ts'

export interface OfferState {
  /** The database's clock after the stock was locked. */
  now: Date
  /** By session. */
  offers: ReadonlyMap<string, SessionOffer>
}

/**
 * What the locked sessions offer. The catalog is only read: this aggregate has no lock and writes
 * nothing.
 */
export const offers = {
  lockAndRead: (client: LaneClient, tenantId: number, { sessionIds }: BatchNeeds<object>) =>
    readOffers(client, tenantId, sessionIds),
  book: (state: { offers: OfferState }, books: { stock: StockBook }) =>
    new OfferBook(state.offers, books.stock),
  statements: [],
} satisfies Aggregate

export class OfferBook implements Offers {
  readonly now: Date
  readonly #offers: ReadonlyMap<string, SessionOffer>
  readonly #stock: StockBook

  constructor({ now, offers }: OfferState, stock: StockBook) {
    this.now = now
    this.#offers = offers
    this.#stock = stock
  }

  offerOf(sessionId: string): SessionOffer | undefined {
    // A session whose stock rows are missing has no offer; it must not be taken for one without
    // limit.
    return this.#stock.isLocked(sessionId) ? this.#offers.get(sessionId) : undefined
  }

  /** Whether a type has a pool in this session; a type without a pool is not sold there. */
  sells(sessionId: string, ticketTypeId: string): boolean {
    return this.#stock.has(sessionId, ticketTypeId)
  }

  rows() {
    return {}
  }
}
