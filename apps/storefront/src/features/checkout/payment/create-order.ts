import {
  ApiError,
  type BillingAddress,
  type BodyOf,
  type CartView,
  type Client,
  orders,
} from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { isTransient } from '../../../shared/payment/transient-failure.ts'
import { orderTexts } from '../../../shared/purchase-text.ts'
import type { GivenConsents } from '../consents/use-consents.ts'
import { asCalls, type Details } from '../details/details.ts'

/** How the order call ended. */
export type OrderOutcome =
  | { kind: 'ordered'; orderId: string }
  /** No order was made; the state of the payment says why. */
  | { kind: 'noOrder'; message: string }
  /** Nothing was paid and the hold is over. */
  | { kind: 'expired' }
  /** No answer, or one that asks to try again. */
  | { kind: 'unanswered' }

/** Later answers count as lost; the call is safe to repeat. */
const PATIENCE_MILLISECONDS = 20_000

/**
 * Creates the order of a paid or free cart. Safe to repeat: the server makes one
 * order per cart.
 */
export async function createOrder(call: Client, body: OrderBody): Promise<OrderOutcome> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const { id, orderId } = await call(orders.createOrder, { body, signal })
    const made = id || orderId
    return made
      ? { kind: 'ordered', orderId: made }
      : { kind: 'noOrder', message: orderTexts.noOrderId }
  } catch (error) {
    if (isTransient(error)) return { kind: 'unanswered' }
    if (error instanceof ApiError && error.code === 'hold_expired') return { kind: 'expired' }
    return { kind: 'noOrder', message: (error instanceof ApiError && error.text) || '' }
  }
}

export type OrderBody = BodyOf<typeof orders.createOrder>

/** The purchase and its buyer. */
export interface Purchase {
  cart: CartView
  details: Details
  /** What was ticked; absent in shops that ask for nothing. */
  consents?: GivenConsents | undefined
}

/** The body of the order call. Its figures are those of the quote; the server recomputes them. */
export function orderBodyOf(
  { cart, details }: Purchase,
  paymentIntentId: string | null,
): OrderBody {
  const { quote } = cart
  const major = (amountMinor: number) => toMajor(amountMinor, quote.currency)
  const { contact, billingAddress } = asCalls(details)
  return {
    cartId: cart.cartId,
    eventId: cart.eventId,
    ...contact,
    totalAmount: major(quote.totalMinor),
    subtotal: major(quote.subtotalMinor),
    fee_amount: major(quote.feeMinor),
    fee_details: quote.lines
      .filter((line) => line.feeName !== null)
      .map((line) => ({ name: line.feeName, amount: major(line.feeMinor) })),
    selectedDate: cart.selectedDate,
    sessionId: cart.sessionId,
    ...(billingAddress ? { billingAddress: asOrderAddress(billingAddress) } : {}),
    paymentMethod: 'stripe',
    paymentIntentId,
    status: 'PAID',
    tickets: quote.lines
      .filter((line) => line.kind === 'ticket')
      .map(({ id, name, quantity, unitPriceMinor }) => ({
        id,
        name,
        price: major(unitPriceMinor),
        quantity,
      })),
  }
}

function asOrderAddress({ address: address1, ...rest }: BillingAddress) {
  return { address1, ...rest }
}
