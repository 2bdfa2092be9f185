import { ApiError, type Client, checkout, type OutputOf } from '@foyer/contract'
import type { OrderBody } from './order-body.ts'

/** How the order call ended; the caller handles each. */
export type OrderOutcome =
  | { kind: 'ordered'; orderId: string; order: OutputOf<typeof checkout.createOrder>['order'] }
  /** The provider has not (yet) got the money. */
  | { kind: 'unpaid' }
  /** Paid, but the places were gone: the money is on its way back. */
  | { kind: 'refunded' }
  /** Nothing was paid and the hold is over. */
  | { kind: 'lapsed' }
  /** Our server stayed out of reach, or answered what nobody expects. */
  | { kind: 'failed'; message: string }

export interface OrderTools {
  call: Client
  /** Waits that many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  /** Told before each further attempt, so that the page can say that it is still at work. */
  onRetry: (attempt: number) => void
}

/** Pauses between attempts: about half a minute in all, short enough to watch. */
export const RETRY_PAUSES_MILLISECONDS = [500, 1000, 2000, 4000, 8000, 12_000] as const

const ORDER_FAILED = 'Payment succeeded but order creation failed. Please contact support.'
const NO_ORDER_ID = 'No order id returned from order creation'

/**
 * Makes the order of a paid cart. Safe to repeat: however often it is called for one cart, the
 * server makes one order. Keeps trying while the failure may be a passing one.
 */
export async function placeOrder(tools: OrderTools, body: OrderBody): Promise<OrderOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return readOrder(await tools.call(checkout.createOrder, { body }))
    } catch (error) {
      const pause = RETRY_PAUSES_MILLISECONDS[attempt]
      if (!isPassing(error) || pause === undefined) return outcomeOf(error)
      tools.onRetry(attempt + 1)
      await tools.wait(pause)
    }
  }
}

function readOrder(answer: Partial<OutputOf<typeof checkout.createOrder>>): OrderOutcome {
  const orderId = answer.order?.id ?? answer.id ?? answer.orderId
  if (!orderId || !answer.order) return { kind: 'failed', message: NO_ORDER_ID }
  return { kind: 'ordered', orderId, order: answer.order }
}

function outcomeOf(error: unknown): OrderOutcome {
  switch (error instanceof ApiError ? error.code : null) {
    case 'payment_not_succeeded':
      return { kind: 'unpaid' }
    case 'payment_refunded':
      return { kind: 'refunded' }
    case 'hold_expired':
      return { kind: 'lapsed' }
    default:
      return { kind: 'failed', message: ORDER_FAILED }
  }
}

/** A failure that may pass by itself: no connection, an overloaded server, a provider out of reach. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429
