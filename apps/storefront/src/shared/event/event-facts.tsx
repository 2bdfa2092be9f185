import type { EventView } from '@foyer/contract'
import {
  categoryLabel,
  formatOffer,
  formatRun,
  formatShortDate,
  isOpenStatus,
  knownZone,
  localDateOf,
  statusLabel,
} from '@foyer/domain'
import { Badge, cx } from '@foyer/ui'
import { useApp } from '../app-context.tsx'

/** The next day with tickets, and the last day of a run: 'Nov 23 – Jan 4, 2027'. */
export function EventDate({ event }: { event: EventView }) {
  const { locale } = useApp().tenant
  const { date, calendarEndDate, venue_timezone } = event
  if (!date) return 'Date TBD'
  const day = localDateOf(new Date(date), knownZone(venue_timezone))
  const isRun = calendarEndDate !== null && calendarEndDate > day
  return (
    <time dateTime={date}>
      {isRun ? formatRun(day, calendarEndDate, locale) : formatShortDate(day, locale)}
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

/** The lowest price of one ticket with fees, or why the event is not sold. */
export function EventPrice({ event, className }: EventPriceProps) {
  const { tenant } = useApp()
  // What is going to be sold says for how much.
  if (!isOpenStatus(event.status) && event.status !== 'not_yet') {
    return (
      <p className={cx('font-display font-bold text-muted', className)}>
        {statusLabel(event.status)}
      </p>
    )
  }
  const lowest = event.fromAllInMinor
  if (lowest === null) {
    return <p className={cx('font-display font-bold text-muted', className)}>Price to come</p>
  }
  const price = formatOffer(lowest, event.currency, tenant.locale)
  if (lowest === 0) {
    return <p className={cx('font-display text-lg font-bold', className)}>{price}</p>
  }
  return (
    <p className={className}>
      <span className="text-sm text-muted">From </span>
      <span className="figures font-display text-lg font-bold">{price}</span>
      <span className="text-sm text-muted"> incl. fees</span>
    </p>
  )
}
