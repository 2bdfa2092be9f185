import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { CalendarDay, monthElementId, type Notation } from './calendar-day.tsx'
import { type Month, weekdayNames } from './calendar-model.ts'

interface CalendarMonthProps {
  month: Month
  notation: Notation
  /** The chosen day if it is in this month. */
  chosen: string | undefined
  /** The day that Tab reaches if it is in this month. */
  tabStop: string | undefined
  /** Shown beside the name if one month is shown at a time. */
  pager?: ReactNode
  onChoose: (date: string) => void
  onKey: (event: KeyboardEvent, from: string) => void
}

/** From this amount on a price has seven or more characters: '$151.62'. */
const WIDE_PRICE_MINOR = 10_000

/**
 * One month as a date grid. Memoized: it does not render while focus or choice move in other
 * months.
 */
export const CalendarMonth = memo(function CalendarMonth(props: CalendarMonthProps) {
  const { month, notation, chosen, tabStop, pager, onChoose, onKey } = props
  const headingId = `${monthElementId(month.id)}-name`
  if (!month.hasSessions) return <EmptyMonth month={month} />
  return (
    <section
      id={monthElementId(month.id)}
      className="calendar-month"
      data-weeks={month.weeks.length}
    >
      <div className="flex min-h-7 items-center justify-between gap-4">
        <h3
          id={headingId}
          aria-live={pager ? 'polite' : undefined}
          className="font-display text-lg font-bold"
        >
          {month.label}
        </h3>
        {pager}
      </div>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date grid (ARIA APG)
        role="grid"
        aria-labelledby={headingId}
        className="calendar mt-2"
        data-wide-prices={month.highestMinor >= WIDE_PRICE_MINOR || undefined}
      >
        <thead>
          <tr>
            {weekdayNames(notation.locale).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no identity but their position
            <tr key={row}>
              {week.map((day, column) =>
                day ? (
                  <CalendarDay
                    key={day.date}
                    {...day}
                    notation={notation}
                    isChosen={day.date === chosen}
                    isTabStop={day.date === tabStop}
                    onChoose={onChoose}
                    onKey={onKey}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its position
                  <td key={column} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
})

/** Keeps the calendar continuous without a page of blank days. */
function EmptyMonth({ month }: { month: Month }) {
  return (
    <section id={monthElementId(month.id)}>
      <h3 className="font-display text-lg font-bold text-muted">{month.label}</h3>
      <p className="text-sm text-muted">No sessions this month</p>
    </section>
  )
}
