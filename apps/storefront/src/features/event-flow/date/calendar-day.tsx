import { formatOffer, SALE_STATUSES } from '@foyer/domain'
import { type KeyboardEvent, memo } from 'react'
import { type Day, describeDay, isOpen } from './calendar-model.ts'

/**
 * How dates and prices are formatted. One object for the whole calendar, so that months can be
 * memoized.
 */
export interface Notation {
  locale: string
  currency: string
}

interface CalendarDayProps extends Day {
  notation: Notation
  isChosen: boolean
  isTabStop: boolean
  onChoose: (date: string) => void
  onKey: (event: KeyboardEvent, from: string) => void
}

/**
 * A day with its lowest price; the stylesheet draws its availability. A day that is sold out can be
 * focused and says so. Memoized: it does not render when other days change.
 */
export const CalendarDay = memo(function CalendarDay(props: CalendarDayProps) {
  const { notation, isChosen, isTabStop, onChoose, onKey, ...day } = props
  if (day.status === 'none') {
    return (
      <td>
        <span className="calendar-blank">{day.dayOfMonth}</span>
      </td>
    )
  }
  const price = formatOffer(day.fromMinor, notation.currency, notation.locale)
  const canChoose = isOpen(day)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a date grid (ARIA APG)
      role="gridcell"
      aria-selected={isChosen}
    >
      <button
        id={dayElementId(day.date)}
        type="button"
        className="calendar-day"
        data-status={day.status}
        tabIndex={isTabStop ? 0 : -1}
        aria-disabled={!canChoose || undefined}
        onClick={canChoose ? () => onChoose(day.date) : undefined}
        onKeyDown={(event) => onKey(event, day.date)}
      >
        <span className="sr-only">{describeDay(day, price, notation.locale)}</span>
        <span aria-hidden="true" className="calendar-number">
          {day.dayOfMonth}
        </span>
        {/* A new element once it is sold out: the text replaces the price instead of animating from it. */}
        <span key={String(canChoose)} aria-hidden="true" className="calendar-price">
          {canChoose ? price : SALE_STATUSES[day.status].short}
        </span>
        {day.status === 'selling_fast' && (
          <span aria-hidden="true" className="calendar-words">
            {SALE_STATUSES.selling_fast.label}
          </span>
        )}
      </button>
    </td>
  )
})

/** Ids by which the calendar finds its parts to focus and to scroll to. */
export const dayElementId = (date: string): string => `day-${date}`
export const monthElementId = (month: string): string => `month-${month}`
