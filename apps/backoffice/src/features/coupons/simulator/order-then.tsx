import type { SimulatedOrder } from '@foyer/contract'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../routing/paths.ts'
import { type MoneyFormat, moneyText } from './simulator-texts.ts'

interface OrderThenProps {
  organizer: string
  order: SimulatedOrder['order']
  format: MoneyFormat
}

/** What an order was really bought at, and by which rules, beside what today's rules would do. */
export function OrderThen({ organizer, order, format }: OrderThenProps) {
  const { id, number, eventName, rules, totalMinor } = order
  return (
    <section aria-label="What really applied" className="mt-5 rounded-lg bg-surface p-4 text-sm">
      <p>
        <Link {...paths.order(organizer, id)} className="link font-semibold">
          Order {number}
        </Link>{' '}
        for {eventName} was bought for{' '}
        <strong className="figures">{moneyText(totalMinor, format)}</strong>. Above is what it would
        cost by the rules of today.
      </p>
      {rules.length === 0 ? (
        <p className="mt-1 text-muted">No rule took anything off then.</p>
      ) : (
        <ul aria-label="Rules that applied then" className="mt-2">
          {rules.map(({ ruleId, name, discountMinor }) => (
            <li key={ruleId} className="flex justify-between gap-4 py-1">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="figures shrink-0">{moneyText(-discountMinor, format)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
