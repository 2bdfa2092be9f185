import { ApiError, type Client, checkout } from '@foyer/contract'
import { orderTexts } from '../../../shared/purchase-text.ts'
import type { OrderBody } from './order-body.ts'

/** How the order call ended; the caller handles each. */
export type OrderOutcome =
  | { kind: 'ordered'; orderId: string }
  /** No order, and what became of the payment is the next question. */
  | { kind: 'noOrder'; message: string }
  /** Nothing was paid and the hold is over. */
  | { kind: 'lapsed' }
  /** No answer, or one that says to ask again. */
  | { kind: 'unanswered' }

/** An answer that has not come by then is lost; the call is safe to repeat. */
const PATIENCE_MILLISECONDS = 20_000

/**
 * Makes the order of a paid cart, or of one that costs nothing. Safe to repeat: however often it is
 * called for one cart, the server makes one order.
 */
export async function placeOrder(call: Client, body: OrderBody): Promise<OrderOutcome> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const { id, orderId } = await call(checkout.createOrder, { body, signal })
    const made = id || orderId
    return made
      ? { kind: 'ordered', orderId: made }
      : { kind: 'noOrder', message: orderTexts.noOrderId }
  } catch (error) {
    if (isPassing(error)) return { kind: 'unanswered' }
    if (error instanceof ApiError && error.code === 'hold_expired') return { kind: 'lapsed' }
    return { kind: 'noOrder', message: error instanceof ApiError ? error.text : '' }
  }
}

/** A failure that may pass by itself: no connection, an overloaded server, a provider out of reach. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429
