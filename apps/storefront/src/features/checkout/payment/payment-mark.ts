import { type CartView, cartSchema } from '@foyer/contract'
import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../../../shared/browser-storage.ts'
import { type Details, detailsSchema } from '../details/details.ts'

const markSchema = z.object({
  cart: cartSchema,
  details: detailsSchema,
  paymentIntentId: z.string(),
  clientSecret: z.string(),
})

/**
 * Left from the moment the bank is asked until the end is known, so that a reload, a redirect to
 * the bank or a crash comes back to 'Confirming…' and not to an empty form. Holds all it takes to
 * finish the order; never card data.
 */
export type PaymentMark = z.output<typeof markSchema>

const keyOf = (cartId: string) => `foyer-payment-${cartId}`

/** Beside the storage, which a browser may forbid: within a page no mark is ever lost. */
const marksOfPage = new Map<string, PaymentMark>()

export function readMark(cartId: string): PaymentMark | null {
  const stored = readStored('local', keyOf(cartId), markSchema)
  return stored.kind === 'found' ? stored.value : (marksOfPage.get(cartId) ?? null)
}

export function saveMark(mark: PaymentMark): void {
  marksOfPage.set(mark.cart.cartId, mark)
  writeStored('local', keyOf(mark.cart.cartId), mark)
}

export function removeMark(cartId: string): void {
  marksOfPage.delete(cartId)
  removeStored('local', keyOf(cartId))
}

/**
 * The mark rebuilt from what the provider adds to the address when it sends a buyer back, for a
 * browser that kept no storage. Null where the address says nothing or the details are not whole.
 */
export function markFromReturn(query: string, cart: CartView, typed: Details): PaymentMark | null {
  const parameters = new URLSearchParams(query)
  const paymentIntentId = parameters.get('payment_intent')
  const clientSecret = parameters.get('payment_intent_client_secret')
  const details = detailsSchema.safeParse(typed)
  if (!paymentIntentId || !clientSecret || !details.success) return null
  return { cart, details: details.data, paymentIntentId, clientSecret }
}
