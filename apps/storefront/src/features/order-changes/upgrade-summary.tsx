import type { ChangeQuote, UpgradeOption } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { useApp } from '../../shared/app-context.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { ChangePrice, PriceRow } from './change-price.tsx'
import { Comparison } from './comparison.tsx'

interface UpgradeSummaryProps {
  option: UpgradeOption
  change: ChangeQuote
}

/** The tickets now and after the upgrade, and its price. Every amount is the server's. */
export function UpgradeSummary({ option, change }: UpgradeSummaryProps) {
  const { locale } = useApp().tenant
  const { fromTypeName, toTypeName, ticketIds, eachMinor } = option
  const amount = (minor: number) => formatAmount(minor, change.after.currency, locale)
  const tickets = ticketsText(ticketIds.length)
  return (
    <>
      <Comparison
        before={{
          title: 'Current ticket',
          children: <Tickets name={fromTypeName} text={tickets} />,
        }}
        after={{ title: 'New ticket', children: <Tickets name={toTypeName} text={tickets} /> }}
      />
      <div className="my-6">
        <ChangePrice change={change} beforeLabel="Your order now" afterLabel="With the new tickets">
          <PriceRow label={`Price difference, ${tickets}`}>
            {eachMinor === null
              ? amount(change.differenceMinor)
              : `${ticketIds.length} × ${amount(eachMinor)}`}
          </PriceRow>
        </ChangePrice>
        <p className="mt-3 text-sm text-muted">
          {change.isWaived && 'This difference is too small to be charged. '}
          Your tickets get new codes, and the old ones stop working.
        </p>
      </div>
    </>
  )
}

/** What is about to be paid, in one line. */
export function UpgradeTotal({ option, change }: UpgradeSummaryProps) {
  const { locale } = useApp().tenant
  const { fromTypeName, toTypeName, ticketIds } = option
  return (
    <dl className="mb-6">
      <PriceRow
        label={`${ticketsText(ticketIds.length)}: ${fromTypeName} to ${toTypeName}`}
        isTotal
      >
        {formatAmount(change.dueMinor, change.after.currency, locale)}
      </PriceRow>
    </dl>
  )
}

function Tickets({ name, text }: { name: string; text: string }) {
  return (
    <>
      <p className="font-display text-lg leading-tight font-bold">{name}</p>
      <p className="mt-1 text-sm">{text}</p>
    </>
  )
}

/** Said once the upgrade was made. */
export const UPGRADED = {
  title: 'Ticket Upgraded Successfully',
  text: 'Your new tickets have new codes.',
} as const
