import { cartSchema, orderSchema } from '@foyer/contract'
import * as z from 'zod/mini'
import {
  readStored,
  removeStored,
  type Stored,
  storedKeys,
  writeStored,
} from './browser-storage.ts'

/**
 * What the browser that bought keeps of an order, so that its tickets open without a connection.
 * The address in it also opens the order again when the browser's cookie is gone.
 */
const recordSchema = z.object({
  orderId: z.string(),
  cartId: z.string(),
  customerInfo: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
  }),
  billingAddress: orderSchema.shape.order.shape.billingAddress,
  cartData: z.nullable(cartSchema),
  orderResult: orderSchema.shape.order,
  /** What the purchase call answered, for support; nothing reads it back. */
  purchaseResult: z.unknown(),
  completedAt: z.string(),
  /** The server's newest answer about the order, tickets and codes included. */
  orderData: z.nullable(orderSchema),
})
export type CompletedOrderRecord = z.output<typeof recordSchema>

const PREFIX = 'foyer-order-'
const keyOf = (orderId: string) => PREFIX + orderId
/** After its event is over nobody needs the tickets, and the next person at this browser even less. */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000

export const readCompletedOrder = (orderId: string): Stored<CompletedOrderRecord> =>
  readStored('local', keyOf(orderId), recordSchema)

/** Keeps a record, and drops those whose event was over a month before `now`. */
export function saveCompletedOrder(record: CompletedOrderRecord, now = Date.now()): void {
  for (const key of storedKeys('local', PREFIX)) {
    const stored = readStored('local', key, recordSchema)
    if (stored.kind === 'found' && isOver(stored.value, now)) removeStored('local', key)
  }
  writeStored('local', keyOf(record.orderId), record)
}

function isOver({ orderData, cartData, completedAt }: CompletedOrderRecord, now: number): boolean {
  const end = orderData?.session.endTime ?? cartData?.sessionStartsAt ?? completedAt
  return now - Date.parse(end) > KEPT_MILLISECONDS
}
