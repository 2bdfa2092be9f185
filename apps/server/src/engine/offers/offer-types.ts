import type { FeeSet, SessionSale } from '@foyer/domain'

/** What a session offers, read in the batch's own transaction. */
export interface SessionOffer extends SessionSale {
  eventId: string
  startsAt: Date
  /** The day of the session at its venue. */
  localDate: string
  /** The event's currency; lower-case ISO 4217. */
  currency: string
  types: ReadonlyMap<string, OfferedType>
}

export interface OfferedType {
  name: string
  /** Its rank among the types of its event. */
  position: number
  /** Not sold any more; what is held of it can still be paid. */
  isArchived: boolean
  /** Minor units; 0 is free. Null: a dynamic type whose price for this session is not set yet. */
  unitPriceMinor: number | null
  feeSet: FeeSet | null
  maxQuantity: number
}
