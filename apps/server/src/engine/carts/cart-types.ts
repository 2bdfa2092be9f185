import type { Address, Contact } from '@foyer/db'
import type { FeeSet, Quote, TaxRate } from '@foyer/domain'
import type { ShownSession } from '../offers/offer-types.ts'

/** A browser's cart. The id is derived from browser and number (adapters/ids.ts). */
export interface CartRef {
  id: string
  browserId: string
  number: string
}

export interface AddOnLine {
  addOnId: string
  name: string
  /** Its rank among the add-ons of its event. */
  position: number
  quantity: number
  unitPriceMinor: number
  feeSet?: FeeSet | null
  taxRate?: TaxRate | null
}

/** An add-on as a buyer asks for it. */
export interface WantedAddOn extends AddOnLine {
  /** Whether it has a stock of its own, which must be locked. */
  hasStock: boolean
}

/** An add-on in a cart. It ends with the hold that it was added with. */
export interface HeldAddOn extends AddOnLine {
  cartId: string
  holdId: string
}

/** What a cart's page shows of it and of its sessions; the sessions earliest first. */
export interface ShownCart {
  /** The cart number that the browser uses. */
  number: string
  eventId: string
  sessions: readonly CartSession[]
  quote: Quote
  /** The end of the hold as the buyer sees it. */
  expiresAt: Date
  /** How many minutes a call for more time would add now; 0 if none. */
  moreTimeMinutes: number
  /** Null while the cart holds something. */
  orderId: string | null
  /** The database's clock when the cart was read. */
  now: Date
}

interface CartSession extends ShownSession {
  sessionId: string
  startsAt: Date
  /** The day of the session in its venue's zone. */
  localDate: string
}

/** Who an order is for, as the buyer entered it before paying. */
export interface Customer {
  contact: Contact
  billingAddress: Address
}
