import type { QuoteView } from '@foyer/contract'
import { discountRows, formatAmount, taxRowsOf } from '@foyer/domain'
import { RollingNumber, TicketCardRow, TicketCardRows } from '@foyer/ui'

interface QuoteRowsProps {
  quote: QuoteView
  locale: string
}

/** The lines of a quote, before fees. */
export function QuoteLines({ quote, locale }: QuoteRowsProps) {
  return (
    <TicketCardRows>
      {quote.lines.map((line) => (
        <TicketCardRow
          key={line.id}
          label={<span className="text-text">{`${line.quantity} × ${line.name}`}</span>}
          amount={formatAmount(line.subtotalMinor, quote.currency, locale)}
        />
      ))}
    </TicketCardRows>
  )
}

interface QuoteTotalsProps extends QuoteRowsProps {
  /** A later choice may still raise the price: the label is 'Total from'. */
  isFrom?: boolean
  totalLabel?: string
}

/** Subtotal, discount, fees and taxes by name, and the total. */
export function QuoteTotals({
  quote,
  locale,
  isFrom = false,
  totalLabel = 'Total',
}: QuoteTotalsProps) {
  const amount = (amountMinor: number) => formatAmount(amountMinor, quote.currency, locale)
  return (
    <TicketCardRows>
      <TicketCardRow label="Subtotal" amount={amount(quote.subtotalMinor)} />
      {discountRows(quote).map(({ label, discountMinor }) => (
        <TicketCardRow key={label} label={label} amount={`−${amount(discountMinor)}`} />
      ))}
      {quote.fees.map(({ name, feeMinor }) => (
        <TicketCardRow key={name} label={name} amount={amount(feeMinor)} />
      ))}
      <TaxRows quote={quote} kind="added" locale={locale} />
      <TicketCardRow
        total
        label={isFrom ? 'Total from' : totalLabel}
        amount={<RollingNumber value={quote.totalMinor} text={amount(quote.totalMinor)} />}
      />
      <TaxRows quote={quote} kind="included" locale={locale} />
    </TicketCardRows>
  )
}

interface TaxRowsProps extends QuoteRowsProps {
  kind: 'added' | 'included'
  /** Follows each label: ', included above'. */
  note?: string
}

/** A row for each tax that was added to the prices, or that is included in them. */
export function TaxRows({ quote, kind, locale, note = '' }: TaxRowsProps) {
  return taxRowsOf(quote.taxes, kind, locale).map(({ label, taxMinor }) => (
    <TicketCardRow
      key={label}
      label={`${label}${note}`}
      amount={formatAmount(taxMinor, quote.currency, locale)}
    />
  ))
}
