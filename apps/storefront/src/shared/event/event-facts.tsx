import type { EventView } from '@foyer/contract'
import {
  categoryLabel,
  FALLBACK_EVENT_PRICE_MINOR,
  formatInstantDate,
  formatPrice,
} from '@foyer/domain'
import { Badge, cx } from '@foyer/ui'
import { useApp } from '../app-context.tsx'

export function EventDate({ event }: { event: EventView }) {
  const { tenant } = useApp()
  if (!event.date) return 'Date TBD'
  return (
    <time dateTime={event.date}>
      {formatInstantDate(event.date, event.venue_timezone, tenant.locale)}
    </time>
  )
}

export function CategoryBadge({ event }: { event: EventView }) {
  return (
    <Badge>
      <span className="category-dot" data-category={event.category} />
      {categoryLabel(event.category)}
    </Badge>
  )
}

interface EventPriceProps {
  event: EventView
  className?: string
}

/** The lowest price of one ticket with fees, or that the event is sold out. */
export function EventPrice({ event, className }: EventPriceProps) {
  const { tenant } = useApp()
  if (event.status === 'sold_out') {
    return <p className={cx('font-display font-bold text-muted', className)}>Sold Out</p>
  }
  const lowest = event.fromAllInMinor ?? FALLBACK_EVENT_PRICE_MINOR
  if (lowest === 0) {
    return <p className={cx('font-display text-lg font-bold', className)}>Free</p>
  }
  return (
    <p className={className}>
      <span className="text-sm text-muted">From </span>
      <span className="figures font-display text-lg font-bold">
        {formatPrice(lowest, event.currency, tenant.locale)}
      </span>
      <span className="text-sm text-muted"> incl. fees</span>
    </p>
  )
}
