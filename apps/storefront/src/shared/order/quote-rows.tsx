import { discountLabel, formatAmount } from '@foyer/domain'
import { RollingNumber, StubRow, StubRows } from '@foyer/ui'
import { feesByName, type QuoteView } from './quote-lines.ts'

interface QuoteRowsProps {
  quote: QuoteView
  locale: string
}

/** What is bought, line by line, before fees. */
export function QuoteLines({ quote, locale }: QuoteRowsProps) {
  return (
    <StubRows>
      {quote.lines.map((line) => (
        <StubRow
          key={line.id}
          label={<span className="text-text">{`${line.quantity} × ${line.name}`}</span>}
          amount={formatAmount(line.subtotalMinor, quote.currency, locale)}
        />
      ))}
    </StubRows>
  )
}

interface QuoteTotalsProps extends QuoteRowsProps {
  /** The price may still rise with a choice to come: the label says 'Total from'. */
  isFrom?: boolean
}

/** Subtotal, discount and fees by name, down to the one total. */
export function QuoteTotals({ quote, locale, isFrom = false }: QuoteTotalsProps) {
  const amount = (amountMinor: number) => formatAmount(amountMinor, quote.currency, locale)
  return (
    <StubRows>
      <StubRow label="Subtotal" amount={amount(quote.subtotalMinor)} />
      {quote.discountMinor > 0 && (
        <StubRow label={discountLabel(quote)} amount={`−${amount(quote.discountMinor)}`} />
      )}
      {feesByName(quote).map(({ name, feeMinor }) => (
        <StubRow key={name} label={name} amount={amount(feeMinor)} />
      ))}
      <StubRow
        total
        label={isFrom ? 'Total from' : 'Total'}
        amount={<RollingNumber value={quote.totalMinor} text={amount(quote.totalMinor)} />}
      />
    </StubRows>
  )
}
