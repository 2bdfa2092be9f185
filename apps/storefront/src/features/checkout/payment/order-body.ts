import type { BodyOf, CartView, checkout } from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { BILLING_COUNTRY, type Details } from '../details/details.ts'

export type OrderBody = BodyOf<typeof checkout.createOrder>

/** What is bought, and by whom. */
export interface Purchase {
  cart: CartView
  details: Details
}

/** The order call's payload. The figures are the quote's own, for the record: the server recomputes. */
export function orderBodyOf(
  { cart, details }: Purchase,
  paymentIntentId: string | null,
): OrderBody {
  const { quote } = cart
  const major = (amountMinor: number) => toMajor(amountMinor, quote.currency)
  const { address, city, state, zipCode, ...contact } = details
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
    billingAddress: { address1: address, city, state, zipCode, country: BILLING_COUNTRY },
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
