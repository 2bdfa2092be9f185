import type { BillingAddress, CartView, Contact, OrderView } from '@foyer/contract'
import {
  readStored,
  removeStored,
  type Stored,
  storedKeys,
  writeStored,
} from './browser-storage.ts'
import { isCartView } from './cart-shape.ts'
import { isBillingAddress, isOrder, isOrderView } from './order-shape.ts'
import { isAnything, isNullable, isShape, isText } from './shape.ts'

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

const isRecord = isShape<CompletedOrderRecord>({
  orderId: isText,
  cartId: isText,
  customerInfo: isNullable(
    isShape<Contact>({
      email: isText,
      firstName: isText,
      lastName: isText,
      phone: isText,
    }),
  ),
  billingAddress: isNullable(isBillingAddress),
  cartData: isNullable(isCartView),
  orderResult: isOrder,
  purchaseResult: isAnything,
  completedAt: isText,
  orderData: isNullable(isOrderView),
})

const PREFIX = 'foyer-order-'
const keyOf = (orderId: string) => PREFIX + orderId
/** After its event is over nobody needs the tickets, and the next person at this browser even less. */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000

export const readCompletedOrder = (orderId: string): Stored<CompletedOrderRecord> =>
  readStored('local', keyOf(orderId), isRecord)

/** Keeps a record, and drops those whose event was over a month before `now`. */
export function saveCompletedOrder(record: CompletedOrderRecord, now = Date.now()): void {
  for (const key of storedKeys('local', PREFIX)) {
    const stored = readStored('local', key, isRecord)
    if (stored.kind === 'found' && isOver(stored.value, now)) removeStored('local', key)
  }
  writeStored('local', keyOf(record.orderId), record)
}

function isOver({ orderData, cartData, completedAt }: CompletedOrderRecord, now: number): boolean {
  const end = orderData?.session.endTime ?? cartData?.sessionStartsAt ?? completedAt
  return now - Date.parse(end) > KEPT_MILLISECONDS
}
