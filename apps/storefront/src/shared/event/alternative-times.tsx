import type { Alternative } from '@foyer/contract'
import {
  availabilityOf,
  formatLongDate,
  formatOffer,
  groupBy,
  parseSelection,
  totalQuantity,
} from '@foyer/domain'
import { AvailabilityMark } from '@foyer/ui'
import { ChevronRight } from '@foyer/ui/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { dailyPricesQuery } from '../../data/queries.ts'
import type { Target } from '../../routing/address.ts'
import { Link } from '../../routing/link.tsx'
import type { FlowSearch } from '../../routing/search.ts'
import { useApp } from '../app-context.tsx'
import { ticketsText } from '../order/quote-lines.ts'

/** The hold that was refused, with the choices of its address. */
interface RefusedHold {
  eventId: string
  search: FlowSearch
  currency: string
  /** The link to the review of the same flow, with another date and time. */
  linkToReview: (choice: FlowSearch) => Target
}

interface AlternativeTimesProps {
  refused: RefusedHold
  alternatives: readonly Alternative[]
  /** Heading level in the page's outline; days are one level below. */
  level: 2 | 3
  onChoose?: (alternative: Alternative) => void
}

/** Times that have room for all tickets. Each leads to the review with all other choices kept. */
export function AlternativeTimes({
  refused,
  alternatives,
  level,
  onChoose,
}: AlternativeTimesProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // The heading takes the focus and not the first time, which a second Enter would choose unread.
  useEffect(() => heading.current?.focus(), [])
  useDaysAhead(refused.eventId, alternatives)
  const count = totalQuantity(parseSelection(refused.search.types))
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={headingId}>
      <Heading id={headingId} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {alternatives.length === 1 ? 'This time has' : 'These times have'} room for your{' '}
        {ticketsText(count)}
      </Heading>
      {[...groupBy(alternatives, ({ date }) => date)].map(([date, times]) => (
        <DayOfTimes
          key={date}
          refused={refused}
          date={date}
          times={times}
          level={level}
          onChoose={onChoose}
        />
      ))}
    </section>
  )
}

interface DayOfTimesProps extends Omit<AlternativeTimesProps, 'alternatives'> {
  date: string
  times: readonly Alternative[]
}

/** The times of another day have that day as heading; the chosen day needs none. */
function DayOfTimes({ refused, date, times, level, onChoose }: DayOfTimesProps) {
  const { locale } = useApp().tenant
  const Heading = level === 2 ? 'h3' : 'h4'
  const day = date === refused.search.date ? null : formatLongDate(date, locale)
  return (
    <>
      {day && <Heading className="mt-4 text-sm text-muted">{day}</Heading>}
      <ul className="mt-2 flex flex-col gap-2">
        {times.map((alternative) => (
          <li key={alternative.sessionId} className="grid">
            <AlternativeTime
              refused={refused}
              alternative={alternative}
              day={day}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Prefetches the days of the alternatives, so that the review shows the chosen one at once. */
function useDaysAhead(eventId: string, alternatives: readonly Alternative[]): void {
  const app = useApp()
  const queryClient = useQueryClient()
  useEffect(() => {
    for (const date of new Set(alternatives.map((alternative) => alternative.date))) {
      void queryClient.prefetchQuery(dailyPricesQuery(app, eventId, date))
    }
  }, [app, queryClient, eventId, alternatives])
}

interface AlternativeTimeProps extends Pick<AlternativeTimesProps, 'refused' | 'onChoose'> {
  alternative: Alternative
  /** Its date as text, unless it is the chosen day. */
  day: string | null
}

function AlternativeTime({ refused, alternative, day, onChoose }: AlternativeTimeProps) {
  const { currency, linkToReview } = refused
  const { locale } = useApp().tenant
  const { sessionId, date, localTime, availableCount, fromAllInMinor } = alternative
  const isFew = availabilityOf(availableCount) !== 'available'
  return (
    <Link
      {...linkToReview({ date, session: sessionId })}
      resetScroll={false}
      onClick={() => onChoose?.(alternative)}
      className="flex min-h-13 items-center gap-3 rounded-md border border-edge bg-raised px-4 py-1.5 transition-colors hover:border-edge-strong hover:bg-hover"
    >
      <span className="figures min-w-0 flex-1 font-display text-base font-bold">
        {localTime}
        {day && <span className="sr-only"> {day}</span>}
      </span>
      <span className="figures flex shrink-0 flex-col items-end gap-0.5 text-xs text-muted">
        {isFew && <AvailabilityMark level="few">{availableCount} left</AvailabilityMark>}
        {fromAllInMinor !== null && (
          <span>
            {fromAllInMinor > 0
              ? `from ${formatOffer(fromAllInMinor, currency, locale)} incl. fees`
              : formatOffer(fromAllInMinor, currency, locale)}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
