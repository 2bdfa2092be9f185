import type { Refused } from '@foyer/contract'
import { chargeOf, type Quote } from '@foyer/domain'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { Customer } from '../carts/cart-types.ts'
import type { HoldAllowance } from '../holds/hold-allowance.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { NewRefund } from '../money/money-types.ts'
import { isHonoured, type Offers } from '../offers/offer-rules.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import { CUSTOMER_LIMIT, RULE_NOT_ALLOWED, SESSION_CALLED_OFF } from '../refusals.ts'

export interface CapturedPayment {
  id: string
  cartId: string
  intent: Intent
  /**
   * The customer as the browser sent it just now; otherwise the one stored with the cart is used.
   */
  customer?: Customer | undefined
  /** Used if the buyer left before sending contact data: the data entered at the provider. */
  fallback: Customer
  /**
   * Says why this must not be sold now at the price it was paid for; the payment stays as it is.
   */
  problemWith?: ((quote: Quote) => Refused<'amount_mismatch'> | null) | undefined
  /**
   * The buying client's limit, if the client itself calls: sold tickets no longer count as held.
   */
  allowance?: HoldAllowance | undefined
}

/** Whether the whole charge is still there, and equals the price of what was paid for. */
export const isExact = ({ quote, amountMinor, currency }: LanePayment, intent: Intent): boolean =>
  // The payment of a stray intent has the intent's amount but the cart's quote.
  intent.amountMinor === quote.totalMinor &&
  intent.amountMinor === amountMinor &&
  intent.currency === currency &&
  // Money that the provider has refunded must not buy tickets as well.
  intent.refundedMinor === 0

export const customerOf = (
  payment: LanePayment,
  { customer, fallback }: CapturedPayment,
): Customer => customer ?? payment.customer ?? fallback

/** The reason of the refund of what was paid for these lines; null if their seats were gone. */
export const whyGivenBack = (offers: Offers, lines: readonly { sessionId: string }[]) =>
  lines.every((line) => isHonoured(offers, line)) ? null : SESSION_CALLED_OFF

/**
 * Refunds everything that was captured, less what the provider has refunded already, because it could
 * not become what it was paid for. If the provider has refunded all of it, its refund is adopted as this
 * one. `recipient` is whom the mail goes to.
 */
export function giveBack(
  book: Book,
  payment: LanePayment,
  captured: CapturedPayment,
  reason: typeof SESSION_CALLED_OFF | typeof CUSTOMER_LIMIT | typeof RULE_NOT_ALLOWED | null,
  { orderId, recipient }: { orderId: string | null; recipient: string } = {
    orderId: null,
    recipient: customerOf(payment, captured).contact.email,
  },
): NewRefund {
  const { capturedMinor, refundedMinor } = captured.intent
  book.payments.settle(payment, 'refund_due', capturedMinor, null)
  const refund = book.money.refund(payment, {
    ...chargeOf(payment.quote, capturedMinor - refundedMinor || capturedMinor),
    kind: 'unplaced',
    withFees: true,
    ticketIds: [],
    requestKey: `unplaced:${payment.id}`,
    state: 'queued',
    providerRefundId: null,
    orderId,
    reason,
  })
  book.money.mailRefund([refund], {
    recipient,
    // The cart of a change has the id of the change.
    ...(orderId ? { changeId: payment.cartId } : {}),
    ...(reason === SESSION_CALLED_OFF ? { isCalledOff: true } : {}),
    ...(reason === CUSTOMER_LIMIT ? { isOverLimit: true } : {}),
    ...(reason === RULE_NOT_ALLOWED ? { isNotAllowed: true } : {}),
  })
  return refund
}
