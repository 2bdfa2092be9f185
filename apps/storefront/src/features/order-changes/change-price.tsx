import type { ChangeQuote } from '@foyer/contract'
import { discountRows, formatSummand } from '@foyer/domain'
import type { ReactNode } from 'react'
import { useApp } from '../../shared/app-context.tsx'

interface ChangePriceProps {
  change: ChangeQuote
  /** The price of the order now and after the change. */
  beforeLabel: string
  afterLabel: string
  /** Between the two totals and the difference, as 'Price difference, 2 tickets: 2 × $30.00'. */
  children?: ReactNode
}

/**
 * The changed order less the order as it is, line by line, and the amount to pay. Every amount is the
 * server's.
 */
export function ChangePrice({ change, beforeLabel, afterLabel, children }: ChangePriceProps) {
  const { locale } = useApp().tenant
  const { before, after } = change
  const amount = (minor: number) => formatSummand(minor, after.currency, locale)
  return (
    <dl className="flex flex-col gap-2">
      {after.subtotalMinor !== after.totalMinor && (
        <PriceRow label="Subtotal">{amount(after.subtotalMinor)}</PriceRow>
      )}
      {discountRows(after).map(({ label, discountMinor }) => (
        <PriceRow key={label} label={label}>
          {amount(-discountMinor)}
        </PriceRow>
      ))}
      {after.feeMinor > 0 && <PriceRow label="Fees">{amount(after.feeMinor)}</PriceRow>}
      {after.taxMinor > 0 && <PriceRow label="Taxes">{amount(after.taxMinor)}</PriceRow>}
      <PriceRow label={afterLabel}>{amount(after.totalMinor)}</PriceRow>
      <PriceRow label={beforeLabel}>{amount(-before.totalMinor)}</PriceRow>
      {change.changeFeeMinor > 0 && (
        <PriceRow label="Change fee">{amount(change.changeFeeMinor)}</PriceRow>
      )}
      {children ?? <PriceRow label="Price difference">{amount(change.differenceMinor)}</PriceRow>}
      {change.refundMinor > 0 && <PriceRow label="Refund">{amount(change.refundMinor)}</PriceRow>}
      <PriceRow label="To pay now" isTotal>
        {amount(change.dueMinor)}
      </PriceRow>
    </dl>
  )
}

interface PriceRowProps {
  label: string
  isTotal?: boolean
  children: ReactNode
}

export function PriceRow({ label, isTotal = false, children }: PriceRowProps) {
  return (
    <div
      className={`flex items-baseline justify-between gap-6 ${isTotal ? 'border-t border-edge pt-3 font-semibold' : 'text-muted'}`}
    >
      <dt>{label}</dt>
      <dd className={`figures shrink-0 ${isTotal ? 'font-display text-lg font-bold' : ''}`}>
        {children}
      </dd>
    </div>
  )
}
