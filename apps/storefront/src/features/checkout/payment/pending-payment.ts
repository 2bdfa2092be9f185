import { PAYMENT_RECORDS, removeStored, storedKeys } from '../../../data/stored/browser-storage.ts'
import { removeHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { readRecord, writeRecord } from '../../../data/stored/stored-record.ts'
import type { Purchase } from './create-order.ts'

/**
 * The record of a payment that is not resolved yet. It is stored from the moment the bank is asked
 * until the outcome is known, so that a reload, a bank's redirect or a crash comes back to
 * 'Confirming…' and not to an empty form. It has everything that the order needs, and no card data.
 */
export interface PendingPayment {
  cartId: string
  /** The provider's payment intent; null if nothing was to be paid. */
  intent: { id: string; clientSecret: string; accountId?: string | undefined } | null
  /** The provider said that it has the money. */
  isPaid: boolean
  /** The bank needs longer: a reload shows so at once, and its text does not change again. */
  isWithBank?: boolean
  /** What the order call needs; null if this browser knows only the payment. */
  purchase: Purchase | null
}

const keyOf = (cartId: string) => PAYMENT_RECORDS + cartId

/** A second copy, because a browser may forbid storage: within a page no record is ever lost. */
const copies = new Map<string, PendingPayment>()

export function readPendingPayment(cartId: string): PendingPayment | null {
  const stored = readRecord<PendingPayment>('local', keyOf(cartId))
  return stored.kind === 'found' ? stored.value : (copies.get(cartId) ?? null)
}

/** The carts of this browser whose payment is not resolved yet. */
export const cartsBeingPaid = (): string[] =>
  storedKeys('local', PAYMENT_RECORDS).map((key) => key.slice(PAYMENT_RECORDS.length))

export function savePendingPayment(pending: PendingPayment): void {
  copies.set(pending.cartId, pending)
  writeRecord('local', keyOf(pending.cartId), pending)
}

export function removePendingPayment(cartId: string): void {
  copies.delete(cartId)
  removeStored('local', keyOf(cartId))
}

/** Calls `listener` when another tab of this browser begins to pay; the returned function ends that. */
export function onPaymentInOtherTab(cartId: string, listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(cartId) && newValue !== null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Names, in the address that the provider leads back to, the account that was paid on. */
export const RETURN_ACCOUNT = 'account'

/**
 * The record rebuilt from what the provider adds to the address when it sends a buyer back, for a
 * browser without storage. Null if the address names no payment.
 */
export function pendingFromReturn(query: string, cartId: string): PendingPayment | null {
  const parameters = new URLSearchParams(query)
  const id = parameters.get('payment_intent')
  const clientSecret = parameters.get('payment_intent_client_secret')
  if (!id || !clientSecret) return null
  const accountId = parameters.get(RETURN_ACCOUNT) ?? undefined
  return { cartId, intent: { id, clientSecret, accountId }, isPaid: false, purchase: null }
}

/** Removes what this browser stored of a cart, once there is an order to show instead. */
export function forgetCart(cartId: string): void {
  removeHoldRecord(cartId)
  removePendingPayment(cartId)
}
