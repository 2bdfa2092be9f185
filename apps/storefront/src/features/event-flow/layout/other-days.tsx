import type { CalendarView } from '@foyer/contract'
import { formatDay, formatOffer, formatShortDate, isOpenStatus } from '@foyer/domain'
import { buttonStyle } from '@foyer/ui'
import type { StepId } from '../../../routing/families.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'

const DAYS_OFFERED = 3

/** The nearest days on sale around the chosen one; each opens a step with it. */
export function NearestDays({ opens }: { opens: StepId }) {
  const { event, search, calendar, linkTo } = useEventFlow()
  const { locale } = useApp().tenant
  const dates = calendar.data?.dates ?? {}
  const days = search.date ? nearestDays(dates, search.date, DAYS_OFFERED) : []
  return days.map((date) => (
    <Link
      key={date}
      // The chosen session belongs to the chosen day.
      {...linkTo(opens, { ...search, session: undefined, date })}
      className={buttonStyle()}
    >
      {`${formatShortDate(date, locale)}, ${fromText(dates[date]?.allInMinor ?? 0, event.currency, locale)}`}
    </Link>
  ))
}

/** 'from $30', or 'Free'. */
const fromText = (amountMinor: number, currency: string, locale: string): string =>
  `${amountMinor > 0 ? 'from ' : ''}${formatOffer(amountMinor, currency, locale)}`

/** The next days on sale, a line each with its price. Nothing for an event with one day. */
export function NextDays() {
  const { event, search, calendar, facts, linkTo } = useEventFlow()
  const { locale } = useApp().tenant
  const dates = calendar.data?.dates ?? {}
  if (facts.skipped.has('date')) return null
  const days = Object.keys(dates)
    .filter((day) => isOpenStatus(dates[day]?.status))
    .sort()
    .slice(0, DAYS_OFFERED)
  if (days.length === 0) return null
  return (
    <ul className="-mb-2 divide-y divide-edge border-t border-edge text-sm">
      {days.map((date) => (
        <li key={date}>
          <Link
            {...linkTo('tickets', { ...search, date })}
            className="figures flex min-h-target items-center justify-between gap-4 hover:underline hover:underline-offset-4"
          >
            <span className="font-semibold">{formatDay(date, locale, { weekday: 'short' })}</span>
            <span className="text-muted">
              {fromText(dates[date]?.allInMinor ?? 0, event.currency, locale)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const DAY_MILLISECONDS = 86_400_000

/** Other days on sale, nearest to `date` first; of two equally near days the later one. */
export function nearestDays(dates: CalendarView['dates'], date: string, count: number): string[] {
  const distance = (day: string) =>
    Math.round((Date.parse(day) - Date.parse(date)) / DAY_MILLISECONDS)
  return Object.keys(dates)
    .filter((day) => day !== date && isOpenStatus(dates[day]?.status))
    .sort((a, b) => Math.abs(distance(a)) - Math.abs(distance(b)) || distance(b) - distance(a))
    .slice(0, count)
}

/**
 * Leads back to the calendar with all choices except the time, which belongs to the chosen day. An
 * event with one day has no other, so this leads to the other events.
 */
export function ChooseAnotherDay({ variant = 'quiet' }: { variant?: 'primary' | 'quiet' }) {
  const { facts, linkTo, search } = useEventFlow()
  const isOnlyDay = facts.skipped.has('date')
  return (
    <Link
      {...(isOnlyDay ? paths.eventList() : linkTo('date', { ...search, session: undefined }))}
      className={buttonStyle(variant)}
    >
      {isOnlyDay ? 'See other events' : 'Choose another day'}
    </Link>
  )
}
