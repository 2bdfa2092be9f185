import type { OrderView } from '@foyer/contract'
import { balanceRowsOf, formatAmount, refundsOfCharges } from '@foyer/domain'
import { TicketCardRow, TicketCardRows } from '@foyer/ui'
import { QuoteLines, QuoteTotals } from '../../shared/order/quote-rows.tsx'

interface OrderTotalsProps {
  order: OrderView
  locale: string
  /** What the total of an order is called as long as it equals what was paid. */
  totalLabel?: string
}

/**
 * What the order costs as it is now and, once it has changed, what was charged and refunded for it, and
 * the balance.
 */
export function OrderTotals({ order, locale, totalLabel = 'Total' }: OrderTotalsProps) {
  const { quote } = order.order
  const isChanged = order.changes.length > 1
  return (
    <>
      {quote.lines.length > 0 && <QuoteLines quote={quote} locale={locale} />}
      <QuoteTotals quote={quote} locale={locale} totalLabel={isChanged ? 'Total' : totalLabel} />
      {isChanged && <Payments order={order} locale={locale} />}
    </>
  )
}

/** What was charged and refunded, and the parts of the rest that are not in the total above. */
function Payments({ order, locale }: { order: OrderView; locale: string }) {
  const { balance, refunds, changes } = order
  const { currency } = order.order
  const { besides, payments } = balanceRowsOf(balance, refundsOfCharges(refunds, changes), {
    currency,
    locale,
  })
  return (
    <section aria-label="Payments and refunds">
      <TicketCardRows>
        {besides.map(({ label, value }) => (
          <TicketCardRow key={label} label={label} amount={value} />
        ))}
        <TicketCardRow
          total
          label="Total paid"
          amount={formatAmount(balance.leftMinor, currency, locale)}
        />
        {payments.map(({ label, value }) => (
          <TicketCardRow key={label} label={label} amount={value} />
        ))}
      </TicketCardRows>
    </section>
  )
}
