import { cx } from '@foyer/ui'
import { type KeyboardEvent, memo } from 'react'
import { CalendarDay, type Notation } from './calendar-day.tsx'
import { type Month, weekdayNames } from './calendar-model.ts'
import { monthElementId } from './element-ids.ts'

interface CalendarMonthProps {
  month: Month
  notation: Notation
  /** The chosen day, where it is of this month. */
  chosen: string | undefined
  /** The day that Tab reaches, where it is of this month. */
  tabStop: string | undefined
  onChoose: (date: string) => void
  onKey: (event: KeyboardEvent, from: string) => void
}

/**
 * A month out of sight is neither laid out nor painted (`content-visibility`); its height is known
 * from its weeks, so that the page does not jump while one scrolls through a year.
 */
const reservedHeight: Record<number, string> = {
  4: '[contain-intrinsic-size:auto_24rem] sm:[contain-intrinsic-size:auto_29rem]',
  5: '[contain-intrinsic-size:auto_29rem] sm:[contain-intrinsic-size:auto_35rem]',
  6: '[contain-intrinsic-size:auto_34rem] sm:[contain-intrinsic-size:auto_41rem]',
}

export const CalendarMonth = memo(function CalendarMonth({
  month,
  notation,
  chosen,
  tabStop,
  onChoose,
  onKey,
}: CalendarMonthProps) {
  const headingId = `${monthElementId(month.id)}-name`
  if (!month.hasSessions) return <EmptyMonth month={month} />
  return (
    <section
      id={monthElementId(month.id)}
      className={cx('scroll-mt-20 [content-visibility:auto]', reservedHeight[month.weeks.length])}
    >
      <h3 id={headingId} className="font-display text-lg font-bold">
        {month.label}
      </h3>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date grid (ARIA APG)
        role="grid"
        aria-labelledby={headingId}
        className="-mx-1 mt-2 w-[calc(100%+0.5rem)] table-fixed border-separate border-spacing-1"
      >
        <thead>
          <tr>
            {weekdayNames(notation.locale).map(({ short, long }) => (
              <th
                key={long}
                scope="col"
                abbr={long}
                className="pb-1 text-center text-xs font-medium text-muted sm:ps-2.5 sm:text-start"
              >
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no identity but their place
            <tr key={row}>
              {week.map((day, column) =>
                day ? (
                  <CalendarDay
                    key={day.date}
                    day={day}
                    notation={notation}
                    isChosen={day.date === chosen}
                    isTabStop={day.date === tabStop}
                    onChoose={onChoose}
                    onKey={onKey}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its place
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
    <section id={monthElementId(month.id)} className="scroll-mt-20">
      <h3 className="font-display text-lg font-bold text-muted">{month.label}</h3>
      <p className="text-sm text-muted">No sessions this month</p>
    </section>
  )
}
