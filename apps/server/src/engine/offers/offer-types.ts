import type { FeeSet, LineLimits, OrderLimits, SessionSale, TaxRate } from '@foyer/domain'

/** What a session offers, read in the transaction of the batch. */
export interface SessionOffer extends SessionSale {
  eventId: string
  endsAt: Date
  /** The day of the session in its venue's zone. */
  localDate: string
  /** The event's currency, lower-case ISO 4217. */
  currency: string
  /** What `salesEndAt` follows from, for a session that is moved. */
  cutoffMinutes: number
  salesCloseAt: Date | null
  /** The bounds of the event for orders and customers. */
  limits: OrderLimits
  types: ReadonlyMap<string, OfferedType>
  shown: ShownSession
}

/** What a cart's page shows of a session, its event and its venue. */
export interface ShownSession {
  sessionName: string
  eventName: string
  /** The organizer's picture of the event; null if it has none. */
  pictureHash: string | null
  isTimedEntry: boolean
  venueName: string
  /** The room of the venue; null if it is in none. */
  room: string | null
  city: string
  /** Empty where a venue's country has no states. */
  state: string
  country: string
  timeZone: string
}

export interface OfferedType extends LineLimits {
  name: string
  /** Its rank among the types of its event. */
  position: number
  /** It is no longer sold; what a cart holds of it can still be paid. */
  isArchived: boolean
  /** Minor units; 0 is free. Null for a dynamic type without a price for this session yet. */
  unitPriceMinor: number | null
  feeSet: FeeSet | null
  taxRate?: TaxRate | null
  isHidden: boolean
  /** The window of the type itself; null: no bound. */
  opensAt: Date | null
  closesAt: Date | null
  /** The most that one customer may have over all orders; null: no bound. */
  maxPerCustomer: number | null
}
