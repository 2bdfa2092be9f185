import { cartSchema, orderSchema } from '@foyer/contract'
import * as z from 'zod/mini'
import { readStored, type Stored, writeStored } from './browser-storage.ts'

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

const keyOf = (orderId: string) => `foyer-order-${orderId}`

export const readCompletedOrder = (orderId: string): Stored<CompletedOrderRecord> =>
  readStored('local', keyOf(orderId), recordSchema)

export const saveCompletedOrder = (record: CompletedOrderRecord): void =>
  writeStored('local', keyOf(record.orderId), record)
