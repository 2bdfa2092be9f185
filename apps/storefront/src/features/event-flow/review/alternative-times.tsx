import type { Alternative } from '@foyer/contract'
import { availabilityOf, formatLongDate, parseSelection, totalQuantity } from '@foyer/domain'
import { AvailabilityMark } from '@foyer/ui'
import { ChevronRight } from '@foyer/ui/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { useApp } from '../../../app-context.tsx'
import { dailyPricesQuery } from '../../../queries.ts'
import { ticketsText } from '../../../shared/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { linkTo } from '../engine/links.ts'
import { useMoney } from '../engine/use-money.ts'

interface AlternativeTimesProps {
  alternatives: readonly Alternative[]
  onChoose: (alternative: Alternative) => void
}

/** Where the party still fits. Choosing a time keeps all else: the next tap reserves it. */
export function AlternativeTimes({ alternatives, onChoose }: AlternativeTimesProps) {
  const { search } = useEventFlow()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Not the first time: a second press of Enter would take it unread.
  useEffect(() => heading.current?.focus(), [])
  useDaysAhead(alternatives)
  const count = totalQuantity(parseSelection(search.types))
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {alternatives.length === 1 ? 'This time has' : 'These times have'} room for your{' '}
        {ticketsText(count)}
      </h3>
      {[...Map.groupBy(alternatives, ({ date }) => date)].map(([date, times]) => (
        <DayOfTimes key={date} date={date} times={times} onChoose={onChoose} />
      ))}
    </section>
  )
}

interface DayOfTimesProps {
  date: string
  times: readonly Alternative[]
  onChoose: (alternative: Alternative) => void
}

/** The chosen day needs no name; another one has it above its times. */
function DayOfTimes({ date, times, onChoose }: DayOfTimesProps) {
  const { search } = useEventFlow()
  const { locale } = useApp().tenant
  const day = date === search.date ? null : formatLongDate(date, locale)
  return (
    <>
      {day && <h4 className="mt-4 text-sm text-muted">{day}</h4>}
      <ul className="mt-2 flex flex-col gap-2">
        {times.map((alternative) => (
          <li key={alternative.sessionId} className="grid">
            <AlternativeTime alternative={alternative} day={day} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The days they are on, so that the review shows the chosen one at once. */
function useDaysAhead(alternatives: readonly Alternative[]): void {
  const app = useApp()
  const queryClient = useQueryClient()
  const { event } = useEventFlow()
  useEffect(() => {
    for (const date of new Set(alternatives.map((alternative) => alternative.date))) {
      void queryClient.prefetchQuery(dailyPricesQuery(app, event.id, date))
    }
  }, [app, queryClient, event.id, alternatives])
}

interface AlternativeTimeProps {
  alternative: Alternative
  /** Its date in words, where it is not the chosen one. */
  day: string | null
  onChoose: (alternative: Alternative) => void
}

function AlternativeTime({ alternative, day, onChoose }: AlternativeTimeProps) {
  const { event, search } = useEventFlow()
  const money = useMoney()
  const { sessionId, date, localTime, availableCount, fromAllInMinor } = alternative
  const isFew = availabilityOf(availableCount) !== 'available'
  return (
    <Link
      {...linkTo('review', event.id, { ...search, date, session: sessionId })}
      resetScroll={false}
      onClick={() => onChoose(alternative)}
      className="flex min-h-13 items-center gap-3 rounded-md border border-edge bg-raised px-4 py-1.5 transition-colors hover:border-edge-strong hover:bg-hover"
    >
      <span className="figures min-w-0 flex-1 font-display text-base font-bold">
        {localTime}
        {day && <span className="sr-only"> {day}</span>}
      </span>
      <span className="figures flex shrink-0 flex-col items-end gap-0.5 text-xs text-muted">
        {isFew && <AvailabilityMark level="few">{availableCount} left</AvailabilityMark>}
        {fromAllInMinor !== null && <span>from {money.price(fromAllInMinor)} incl. fees</span>}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
