import type { DeskOrder } from '@foyer/contract'
import { formatAmount, REFUND_STATE_TEXTS } from '@foyer/domain'
import { CreditCard } from '@foyer/ui/icons'
import { cardText, momentText } from './order-texts.ts'

/** The charges of an order with their cards, its refunds, and what is left. */
export function PaymentsList({ order, locale }: { order: DeskOrder; locale: string }) {
  const { view, payments } = order
  const amount = (minor: number, currency = view.order.currency) =>
    formatAmount(minor, currency, locale)
  if (payments.length === 0) {
    return <p className="text-sm text-muted">Nothing was charged: the order was free.</p>
  }
  const { promoCode } = view.order
  return (
    <div className="text-sm">
      <ul aria-label="Payments" className="divide-y divide-edge rounded-lg border border-edge">
        {payments.map((payment) => (
          <li key={payment.at} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <CreditCard aria-hidden="true" className="size-5 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{cardText(payment.card)}</span>
              <span className="block wrap-anywhere text-muted">
                {payment.isOfChange ? 'For a change' : 'For the purchase'}, {momentText(payment.at)}
                {payment.intentId && ` · ${payment.intentId}`}
              </span>
            </span>
            <span className="figures text-end">
              <span className="block font-semibold">
                {amount(payment.capturedMinor, payment.currency)}
              </span>
              {payment.refundedMinor > 0 && (
                <span className="block text-muted">
                  {amount(payment.refundedMinor, payment.currency)} refunded
                </span>
              )}
            </span>
          </li>
        ))}
        {view.refunds.map((refund) => (
          <li key={refund.reference} className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
            <span className="min-w-0 wrap-anywhere">
              Refund {refund.reference}, {REFUND_STATE_TEXTS[refund.state]}
            </span>
            <span className="figures">−{amount(refund.amountMinor, refund.currency)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 px-4 font-semibold">
        <span>Left of {amount(view.balance.paidMinor)}</span>
        <span className="figures">{amount(view.balance.leftMinor)}</span>
      </p>
      {promoCode && <p className="mt-1 px-4 text-muted">Bought with the code {promoCode}</p>}
    </div>
  )
}
