import type { QuoteView } from '@foyer/contract'
import { discountRows } from '@foyer/domain'
import { cx } from '@foyer/ui'
import type { ReactNode } from 'react'
import { type MoneyFormat, moneyText } from './simulator-texts.ts'

/** The price of a cart as its buyer sees it: lines, what is taken off, fees, taxes, total. */
export function SimulatedPrice({ quote, format }: { quote: QuoteView; format: MoneyFormat }) {
  const money = (minor: number) => moneyText(minor, format)
  return (
    <dl aria-label="Price" className="text-sm">
      {quote.lines.map(({ id, name, quantity, subtotalMinor }) => (
        <Row key={id} term={`${quantity} × ${name}`}>
          {money(subtotalMinor)}
        </Row>
      ))}
      {discountRows(quote).map(({ label, discountMinor }) => (
        <Row key={label} term={label} className="text-success-text">
          {money(-discountMinor)}
        </Row>
      ))}
      {quote.fees.map(({ name, feeMinor }) => (
        <Row key={name} term={name}>
          {money(feeMinor)}
        </Row>
      ))}
      {quote.taxMinor > 0 && <Row term="Tax">{money(quote.taxMinor)}</Row>}
      <Row term="Total" className="border-t border-edge font-semibold">
        {money(quote.totalMinor)}
      </Row>
    </dl>
  )
}

function Row({
  term,
  className,
  children,
}: {
  term: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={cx('flex justify-between gap-4 py-1.5', className)}>
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd className="figures shrink-0">{children}</dd>
    </div>
  )
}
