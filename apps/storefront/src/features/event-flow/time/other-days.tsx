import { formatPrice, formatShortDate } from '@foyer/domain'
import { buttonStyle } from '@foyer/ui'
import { Link } from '../../../routing/link.tsx'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { nearestDays } from './slots.ts'

const DAYS_OFFERED = 3

/** Ways on from a day that has no room: the nearest days on sale, and the choice of tickets. */
export function OtherDays() {
  const { event, flow, search, calendar, linkTo } = useEventFlow()
  const { locale } = useApp().tenant
  const dates = calendar.data?.dates ?? {}
  const days = search.date ? nearestDays(dates, search.date, DAYS_OFFERED) : []
  // The chosen session was of this day.
  const { session: _, ...kept } = search
  return (
    <>
      {days.map((date) => (
        <Link key={date} {...linkTo('time', { ...kept, date })} className={buttonStyle()}>
          {formatShortDate(date, locale)}, from{' '}
          {formatPrice(dates[date]?.allInMinor ?? 0, event.currency, locale)}
        </Link>
      ))}
      {flow.mode === 'purchase' && (
        <Link {...linkTo('tickets', kept)} className={buttonStyle('ghost')}>
          Change tickets
        </Link>
      )}
      <Link {...linkTo('date', kept)} className={buttonStyle('ghost')}>
        See all dates
      </Link>
    </>
  )
}
