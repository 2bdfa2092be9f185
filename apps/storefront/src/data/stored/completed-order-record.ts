import type { BillingAddress, CartView, Contact, OrderView } from '@foyer/contract'
import { removeStored, type Stored, storedKeys } from './browser-storage.ts'
import { readRecord, writeRecord } from './stored-record.ts'

/**
 * What the browser stores of an order that it bought, so that the tickets open without a
 * connection. The e-mail address in it also opens the order again after the browser's cookie is
 * gone.
 */
export interface CompletedOrderRecord {
  orderId: string
  cartId: string
  /** Null if only a link opened the order and its reader chose to store it. */
  customerInfo: Contact | null
  billingAddress: BillingAddress | null
  cartData: CartView | null
  orderResult: OrderView['order']
  /** The answer of the purchase call, for support; no code reads it. */
  purchaseResult: unknown
  completedAt: string
  /** The server's latest answer about the order, with tickets and codes. */
  orderData: OrderView | null
}

const PREFIX = 'foyer-order-'
const keyOf = (orderId: string) => PREFIX + orderId
/**
 * After the event the tickets are not needed, and the next person at this browser must not find
 * them.
 */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000

export const readCompletedOrder = (orderId: string): Stored<CompletedOrderRecord> =>
  readRecord('local', keyOf(orderId))

/** The order that a cart of this browser became. */
export const findOrderOfCart = (cartId: string): CompletedOrderRecord | undefined =>
  storedKeys('local', PREFIX)
    .map((key) => readRecord<CompletedOrderRecord>('local', key))
    .flatMap((stored) => (stored.kind === 'found' ? [stored.value] : []))
    .find((record) => record.cartId === cartId)

/** Stores a record and drops those whose event ended more than 30 days before `now`. */
export function saveCompletedOrder(record: CompletedOrderRecord, now = Date.now()): void {
  for (const key of storedKeys('local', PREFIX)) {
    const stored = readRecord<CompletedOrderRecord>('local', key)
    if (stored.kind === 'found' && isOver(stored.value, now)) removeStored('local', key)
  }
  writeRecord('local', keyOf(record.orderId), record)
}

function isOver({ orderData, cartData, completedAt }: CompletedOrderRecord, now: number): boolean {
  const end = orderData?.session.endTime ?? cartData?.sessionStartsAt ?? completedAt
  return now - Date.parse(end) > KEPT_MILLISECONDS
}
