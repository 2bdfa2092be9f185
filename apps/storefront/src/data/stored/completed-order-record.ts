import type { BillingAddress, CartView, Contact, OrderView } from '@foyer/contract'
import {
  readRecord,
  removeStored,
  type Stored,
  storedKeys,
  writeRecord,
} from './browser-storage.ts'

/**
 * What the browser that bought keeps of an order, so that its tickets open without a connection.
 * The address in it also opens the order again when the browser's cookie is gone.
 */
export interface CompletedOrderRecord {
  orderId: string
  cartId: string
  /** Null where a link alone opened the order and its reader chose to keep it. */
  customerInfo: Contact | null
  billingAddress: BillingAddress | null
  cartData: CartView | null
  orderResult: OrderView['order']
  /** What the purchase call answered, for support; nothing reads it back. */
  purchaseResult: unknown
  completedAt: string
  /** The server's newest answer about the order, tickets and codes included. */
  orderData: OrderView | null
}

const PREFIX = 'foyer-order-'
const keyOf = (orderId: string) => PREFIX + orderId
/** After its event is over nobody needs the tickets, and the next person at this browser even less. */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000

export const readCompletedOrder = (orderId: string): Stored<CompletedOrderRecord> =>
  readRecord('local', keyOf(orderId))

/** Keeps a record, and drops those whose event was over a month before `now`. */
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
