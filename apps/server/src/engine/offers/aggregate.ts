import type { LaneClient } from '@foyer/db'
import { salesEndOf } from '@foyer/domain'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import type { StockBook } from '../stock/stock-book.ts'
import type { Offers } from './offer-rules.ts'
import type { SessionOffer } from './offer-types.ts'
import { readOffers } from './read-offers.ts'
import { DISRUPTION_STATEMENTS, type NewDisruption } from './write-disruptions.ts'

export interface OfferState {
  /** The database's clock after the stock was locked. */
  now: Date
  /** By session. */
  offers: ReadonlyMap<string, SessionOffer>
}

/**
 * What the locked sessions offer. The catalog is only read, without a lock of its own; but a session is
 * moved or called off here, behind the lock of its stock, so that no sale overtakes it.
 */
export const offers = {
  lockAndRead: (client: LaneClient, tenantId: number, { sessionIds }: BatchNeeds<object>) =>
    readOffers(client, tenantId, sessionIds),
  book: (state: { offers: OfferState }, books: { stock: StockBook }) =>
    new OfferBook(state.offers, books.stock),
  statements: DISRUPTION_STATEMENTS,
} satisfies Aggregate

export class OfferBook implements Offers {
  readonly now: Date
  #offers: ReadonlyMap<string, SessionOffer>
  readonly #stock: StockBook
  readonly #disruptions: NewDisruption[] = []

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

  /** Moves a session or calls it off: what is decided after it sees the session as it is then. */
  disrupt(session: SessionOffer, disruption: NewDisruption): void {
    const { sessionId, state, toStartsAt, toDate } = disruption
    const startsAt = toStartsAt ?? session.startsAt
    const lasts = session.endsAt.getTime() - session.startsAt.getTime()
    const time = { startsAt, endsAt: new Date(startsAt.getTime() + lasts) }
    const salesEndAt = salesEndOf(time, { ...session, closesAt: session.salesCloseAt })
    const localDate = toDate ?? session.localDate
    this.#offers = new Map(this.#offers).set(sessionId, {
      ...session,
      ...time,
      state,
      salesEndAt,
      localDate,
    })
    this.#disruptions.push(disruption)
  }

  rows() {
    return { disruptions: this.#disruptions }
  }
}
