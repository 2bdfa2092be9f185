import type { OrderView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { useApp } from '../../shared/app-context.tsx'
import { AskOrganizer } from './ask-organizer.tsx'

interface ReschedulePriceProps {
  order: OrderView
  /** Minor units; null where it is not known before it is tried. */
  differenceMinor: number | null
}

/** The price of a move in words: what it costs more, or that nothing is charged. */
export function ReschedulePrice({ order, differenceMinor }: ReschedulePriceProps) {
  const { locale } = useApp().tenant
  const { currency, orderNumber } = order.order
  const isDearer = differenceMinor !== null && differenceMinor > 0
  return (
    <div className="my-6">
      <p className="flex items-baseline justify-between gap-6">
        <span className="font-semibold">Price difference</span>
        <span className="figures font-display text-lg font-bold">
          {differenceMinor === null
            ? 'No charge today'
            : formatAmount(Math.max(0, differenceMinor), currency, locale)}
        </span>
      </p>
      {!isDearer && (
        <p className="mt-2 text-sm text-muted">
          {differenceMinor !== null && differenceMinor < 0
            ? 'The new time costs less; what you paid stays as it is.'
            : 'You pay nothing for the move.'}{' '}
          Your tickets get new codes, and the old ones stop working.
        </p>
      )}
      {isDearer && (
        <div className="mt-5">
          <AskOrganizer
            title={`The new time costs ${formatAmount(differenceMinor, currency, locale)} more`}
            subject={`Order ${orderNumber}: move to a time that costs more`}
          >
            The difference cannot be paid on this page. Choose a time that costs no more, or ask for
            this one:
          </AskOrganizer>
        </div>
      )}
    </div>
  )
}
