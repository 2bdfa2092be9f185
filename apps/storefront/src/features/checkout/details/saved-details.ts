import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../../../shared/browser-storage.ts'
import { type Details, NO_DETAILS } from './details.ts'

/** Half-typed values are kept as they are: reading them back checks only that they are text. */
const typed = z.catch(z.string(), '')
const savedSchema = z.object({
  firstName: typed,
  lastName: typed,
  email: typed,
  phone: typed,
  address: typed,
  city: typed,
  state: typed,
  zipCode: typed,
})

const keyOf = (cartId: string) => `foyer-details-${cartId}`

/** What this tab's buyer typed for a cart, so that a reload loses nothing. Never card data. */
export function readDetails(cartId: string): Details {
  const stored = readStored('session', keyOf(cartId), savedSchema)
  return stored.kind === 'found' ? stored.value : NO_DETAILS
}

export const saveDetails = (cartId: string, details: Partial<Details>): void =>
  writeStored('session', keyOf(cartId), details)

export const removeDetails = (cartId: string): void => removeStored('session', keyOf(cartId))
