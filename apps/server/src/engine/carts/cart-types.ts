import type { Address, Contact } from '@foyer/db'

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

/** Who an order is for, as the buyer entered it before paying. */
export interface Customer {
  contact: Contact
  billingAddress: Address
}
