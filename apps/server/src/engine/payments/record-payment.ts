import { type ErrorCode, granted, type Refused } from '@foyer/contract'
import type { PaymentMode, Quote } from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { tooFewInOrder } from '../sales/sales-rules.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { Priced } from './payment-book.ts'
import type { PaymentAccount } from './payment-types.ts'

export interface PaymentParams<C extends ErrorCode = ErrorCode> {
  cartId: string
  mode: PaymentMode
  /** An intent that the provider reports as unpaid: its payment may be changed. */
  unpaidIntentId: string | null
  /** Why a cart with this price cannot be paid; then nothing is recorded. */
  problemWith(quote: Quote): Refused<C> | null
}

/** A payment for which the provider may be asked for an intent. */
export interface PaymentInProgress {
  id: string
  /** The organizer's account that it is made on; null: the platform's own. */
  account: PaymentAccount | null
  /** Null until the provider has answered. */
  intentId: string | null
  intentAttempts: number
  /** It is still over what the cart held before, because its intent may have been paid. */
  isOutdated: boolean
  cartNumber: string
  eventId: string
  /** The sessions where the cart holds tickets. */
  sessionIds: readonly string[]
  /** The price of what the cart holds. */
  quote: Quote
}

type OwnCode = 'payments_not_ready' | 'quantity_below_minimum'

/**
 * Records a payment over exactly what a cart holds, before the provider is asked for an intent. A
 * cart has one payment under way: a repeated call returns it, adjusted to what the cart holds now.
 * If its intent may have been paid, the payment is not changed and is returned as outdated; the
 * caller must ask the provider first.
 */
export function recordPaymentOp<C extends ErrorCode>(
  params: PaymentParams<C>,
): LaneOp<PaymentInProgress, C | 'hold_expired' | OwnCode> {
  const { cartId, unpaidIntentId } = params
  return {
    needs: { sessionIds: [], cartIds: [cartId], payableCartIds: [cartId], payees: [cartId] },
    decide: ofHeldCart<PaymentInProgress, C | OwnCode>(cartId, (book, live) => {
      const { quote, eventId, holdIds, sessionIds } = book.carts.price(live)
      const problem = params.problemWith(quote) ?? tooFewInOrder(book, ticketsIn(live))
      if (problem) return problem
      const priced = {
        eventId,
        amountMinor: quote.totalMinor,
        currency: quote.currency,
        holdIds,
        quote,
      }
      const present = book.payments.inProgressOf(cartId)
      const hasChanged = present !== undefined && !isOver(present, priced)
      const mayBePaid = present?.intentId && present.intentId !== unpaidIntentId
      const isOutdated = hasChanged && Boolean(mayBePaid)
      if (hasChanged && !isOutdated) book.payments.reprice(present, priced)
      // A payment that was begun stays on its account.
      const payee = present ? granted(present.account) : book.payments.payee(params.mode)
      if (!payee.ok) return payee
      const payment = present ?? {
        id: newId(),
        account: payee.value,
        cartId,
        changeOfOrderId: null,
        intentId: null,
        intentAttempts: 0,
        state: 'created',
        orderId: null,
        customer: null,
        capturedMinor: null,
        refunds: [],
        ...priced,
      }
      if (!present) book.payments.record(payment)
      return granted({
        id: payment.id,
        account: payment.account,
        intentId: payment.intentId,
        intentAttempts: payment.intentAttempts,
        isOutdated,
        cartNumber: live[0].cart.number,
        eventId,
        sessionIds,
        quote,
      })
    }),
  }
}

const rulesIn = ({ rules = [] }: Quote) => rules.map(({ ruleId }) => ruleId).join()

const isOver = (payment: Priced, { amountMinor, currency, holdIds, quote }: Priced) =>
  payment.quote.coupon?.id === quote.coupon?.id &&
  rulesIn(payment.quote) === rulesIn(quote) &&
  payment.amountMinor === amountMinor &&
  payment.currency === currency &&
  payment.holdIds.join() === holdIds.join()
