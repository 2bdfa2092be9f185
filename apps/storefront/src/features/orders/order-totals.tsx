import type { OrderView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { TicketCardRow, TicketCardRows } from '@foyer/ui'
import { refundsOfOrder } from '../../data/orders/order-changes.ts'
import { QuoteLines, QuoteTotals } from '../../shared/order/quote-rows.tsx'

interface OrderTotalsProps {
  order: OrderView
  locale: string
  /** What the total of an order is called as long as it equals what was paid. */
  totalLabel?: string
}

/**
 * What the order costs as it is now and, once it has changed, what was charged and refunded for it and
 * what became of the rest.
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

export const REFUND_LABELS: Readonly<Record<OrderView['refunds'][number]['state'], string>> = {
  pending: 'on its way',
  succeeded: 'returned',
  failed: 'came back; we look after it',
}

/** What was charged and refunded, and the parts of the rest that are not in the total above. */
function Payments({ order, locale }: { order: OrderView; locale: string }) {
  const { balance } = order
  const amount = (minor: number) => formatAmount(minor, order.order.currency, locale)
  const besides = [
    ['Change fees', balance.changeFeesMinor],
    [balance.keptMinor > 0 ? 'Not refunded' : 'Refunded besides', balance.keptMinor],
    [balance.creditMinor > 0 ? 'Credit' : 'Not charged', balance.creditMinor],
  ] as const
  return (
    <section aria-label="Payments and refunds">
      <TicketCardRows>
        {besides
          .filter(([, minor]) => minor !== 0)
          .map(([label, minor]) => (
            <TicketCardRow
              key={label}
              label={label}
              amount={minor < 0 ? `−${amount(-minor)}` : amount(minor)}
            />
          ))}
        <TicketCardRow label="Charged" amount={amount(balance.paidMinor)} />
        {refundsOfOrder(order).map(({ reference, state, amountMinor }) => (
          <TicketCardRow
            key={reference}
            label={`Refund ${reference}, ${REFUND_LABELS[state]}`}
            amount={state === 'failed' ? amount(amountMinor) : `−${amount(amountMinor)}`}
          />
        ))}
        <TicketCardRow total label="Total paid" amount={amount(balance.leftMinor)} />
      </TicketCardRows>
    </section>
  )
}
