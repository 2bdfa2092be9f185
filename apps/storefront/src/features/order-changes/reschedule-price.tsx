import type { ChangeQuote, OrderView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { useApp } from '../../shared/app-context.tsx'
import { AskOrganizer } from './ask-organizer.tsx'
import { ChangePrice } from './change-price.tsx'

interface ReschedulePriceProps {
  order: OrderView
  change: ChangeQuote
}

/** The price of a reschedule: its calculation, and the amount to pay. */
export function ReschedulePrice({ order, change }: ReschedulePriceProps) {
  const { locale } = useApp().tenant
  const { currency, orderNumber } = order.order
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  return (
    <div className="my-6">
      <ChangePrice change={change} beforeLabel="Your booking now" afterLabel="With the new time" />
      {change.dueMinor === 0 ? (
        <p className="mt-3 text-sm text-muted">
          {change.isWaived &&
            `A difference of ${amount(change.differenceMinor)} is too small to be charged. `}
          {change.differenceMinor < 0
            ? 'The new time costs less; what you paid stays as it is. '
            : 'You pay nothing for the new time. '}
          Your tickets get new codes, and the old ones stop working.
        </p>
      ) : (
        <div className="mt-5">
          <AskOrganizer
            title={`The new time costs ${amount(change.dueMinor)} more`}
            subject={`Order ${orderNumber}: reschedule to a time that costs more`}
          >
            The difference cannot be paid on this page. Choose a time that costs no more, or ask for
            this one:
          </AskOrganizer>
        </div>
      )}
    </div>
  )
}
