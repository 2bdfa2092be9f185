/** What the jsonb columns of carts and orders hold; the generated schema refers to these. */

export interface Contact {
  firstName: string
  lastName: string
  email: string
  phone: string
}

export interface Address {
  address: string
  city: string
  state: string
  zipCode: string
  country: string
}

/** Places left by id of the ticket type; null means without limit. */
export type RoomByType = Record<string, number | null>
