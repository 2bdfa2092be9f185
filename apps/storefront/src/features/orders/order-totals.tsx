import type { OrderView } from '@foyer/contract'
import { balanceRowsOf, discountRows, formatAmount, refundsOfCharges } from '@foyer/domain'
import { TicketCardRow, TicketCardRows } from '@foyer/ui'
import { QuoteLines, QuoteTotals, TaxRows } from '../../shared/order/quote-rows.tsx'

interface OrderTotalsProps {
  order: OrderView
  locale: string
  /** What the total of an order is called as long as it equals what was paid. */
  totalLabel?: string
  /** Below rows that show what each ticket and add-on was bought at, with fees. */
  isAllIn?: boolean
}

/**
 * What the order costs as it is now and, once it has changed, what was charged and refunded for it, and
 * the balance.
 */
export function OrderTotals({
  order,
  locale,
  totalLabel = 'Total',
  isAllIn = false,
}: OrderTotalsProps) {
  const { quote } = order.order
  const isChanged = order.changes.length > 1
  const label = isChanged ? 'Total' : totalLabel
  return (
    <>
      {isAllIn ? (
        <AllInTotal quote={quote} locale={locale} label={label} />
      ) : (
        <>
          {quote.lines.length > 0 && <QuoteLines quote={quote} locale={locale} />}
          <QuoteTotals quote={quote} locale={locale} totalLabel={label} />
        </>
      )}
      {isChanged && <Payments order={order} locale={locale} />}
    </>
  )
}

interface AllInTotalProps {
  quote: OrderView['order']['quote']
  locale: string
  label: string
}

/** The total below rows that have their fees and discounts in them. */
function AllInTotal({ quote, locale, label }: AllInTotalProps) {
  const amount = (minor: number) => formatAmount(minor, quote.currency, locale)
  return (
    <TicketCardRows>
      {discountRows(quote).map(({ label, discountMinor }) => (
        <TicketCardRow
          key={label}
          label={`${label}, taken off above`}
          amount={`−${amount(discountMinor)}`}
        />
      ))}
      {quote.fees.map(({ name, feeMinor }) => (
        <TicketCardRow key={name} label={`${name}, included above`} amount={amount(feeMinor)} />
      ))}
      <TaxRows quote={quote} kind="added" locale={locale} note=", included above" />
      <TicketCardRow total label={label} amount={amount(quote.totalMinor)} />
      <TaxRows quote={quote} kind="included" locale={locale} />
    </TicketCardRows>
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
