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
  /** Whether it has a stock of its own, which has to be locked. */
  hasStock: boolean
}

/** An add-on in a cart. It comes and goes with the hold it was taken with. */
export interface HeldAddOn extends AddOnLine {
  cartId: string
  holdId: string
}

/** Who an order is for, as the buyer says before paying. */
export interface Customer {
  contact: Contact
  billingAddress: Address
}
