import { readRecord, removeStored, writeRecord } from '../../../data/stored/browser-storage.ts'
import { removeHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import type { Purchase } from './place-order.ts'

/**
 * Left from the moment the bank is asked until the end is known, so that a reload, a redirect to
 * the bank or a crash comes back to 'Confirming…' and not to an empty form. Holds all it takes to
 * finish the order; never card data.
 */
export interface PendingPayment {
  cartId: string
  /** At the provider; null where nothing was to be paid. */
  intent: { id: string; clientSecret: string } | null
  /** The provider said that it has the money. */
  isPaid: boolean
  /** What the order call needs; null where this browser remembers nothing but the payment. */
  purchase: Purchase | null
}

const keyOf = (cartId: string) => `foyer-payment-${cartId}`

/** Beside the storage, which a browser may forbid: within a page no mark is ever lost. */
const pendingOfPage = new Map<string, PendingPayment>()

export function readPendingPayment(cartId: string): PendingPayment | null {
  const stored = readRecord<PendingPayment>('local', keyOf(cartId))
  return stored.kind === 'found' ? stored.value : (pendingOfPage.get(cartId) ?? null)
}

export function savePendingPayment(mark: PendingPayment): void {
  pendingOfPage.set(mark.cartId, mark)
  writeRecord('local', keyOf(mark.cartId), mark)
}

export function removePendingPayment(cartId: string): void {
  pendingOfPage.delete(cartId)
  removeStored('local', keyOf(cartId))
}

/** Calls back when another tab of this browser begins to pay; the answer ends that. */
export function onPaymentInOtherTab(cartId: string, tell: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(cartId) && newValue !== null) tell()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/**
 * The mark rebuilt from what the provider adds to the address when it sends a buyer back, for a
 * browser that kept no storage. Null where the address says nothing.
 */
export function pendingFromReturn(query: string, cartId: string): PendingPayment | null {
  const parameters = new URLSearchParams(query)
  const id = parameters.get('payment_intent')
  const clientSecret = parameters.get('payment_intent_client_secret')
  if (!id || !clientSecret) return null
  return { cartId, intent: { id, clientSecret }, isPaid: false, purchase: null }
}

/** Drops all that this browser kept of a cart, once there is an order to show instead. */
export function forgetCart(cartId: string): void {
  removeHoldRecord(cartId)
  removePendingPayment(cartId)
}
