import { type DateStatus, formatPrice } from '@foyer/domain'
import { AvailabilityMark, cx } from '@foyer/ui'
import type { KeyboardEvent } from 'react'
import { type Day, describeDay, isOpen } from './calendar-model.ts'
import { dayElementId } from './element-ids.ts'

/** How dates and prices are written. One object for the whole calendar, so that months can be kept. */
export interface Notation {
  locale: string
  currency: string
}

interface CalendarDayProps {
  day: Day
  notation: Notation
  isChosen: boolean
  isTabStop: boolean
  onChoose: (date: string) => void
  onKey: (event: KeyboardEvent, from: string) => void
}

/** A day with its lowest price and three seats that say how it sells. Sold out stays reachable, and says so. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, notation, isChosen, isTabStop, onChoose, onKey } = props
  const { status } = day
  if (status === 'none') {
    return (
      <td className="p-0 align-top">
        <span className="block px-1 py-2 text-center text-sm text-faint sm:px-3 sm:text-start">
          {day.dayOfMonth}
        </span>
      </td>
    )
  }
  const price = formatPrice(day.fromMinor, notation.currency, notation.locale)
  const canChoose = isOpen(day)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a date grid (ARIA APG)
      role="gridcell"
      aria-selected={isChosen}
      className="p-0 align-top"
    >
      <button
        id={dayElementId(day.date)}
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={describeDay(day, price, notation.locale)}
        aria-disabled={!canChoose || undefined}
        onClick={canChoose ? () => onChoose(day.date) : undefined}
        onKeyDown={(event) => onKey(event, day.date)}
        className={cx(
          'flex h-17 w-full scroll-my-24 flex-col items-center justify-between rounded-md py-2',
          'transition-colors sm:h-22 sm:items-start sm:px-3 sm:py-2.5',
          isChosen ? 'bg-text text-page' : lookOf[status],
        )}
      >
        <span
          className={cx(
            'figures font-display text-base leading-none font-bold sm:text-lg sm:leading-none',
            status === 'sold_out' && 'line-through decoration-1',
          )}
        >
          {day.dayOfMonth}
        </span>
        {status === 'sold_out' ? (
          <span className="text-xs leading-tight">Sold out</span>
        ) : (
          <span className="figures text-xs leading-tight font-medium max-sm:tracking-tight">
            {price}
          </span>
        )}
        <AvailabilityMark
          level={levelOf[status]}
          compact
          className={cx(isChosen && 'text-current')}
        />
      </button>
    </td>
  )
}

const lookOf: Record<DateStatus, string> = {
  available: 'bg-surface hover:bg-hover',
  selling_fast: 'bg-surface hover:bg-hover',
  sold_out: 'cursor-not-allowed text-muted',
}

const levelOf = { available: 'available', selling_fast: 'few', sold_out: 'soldOut' } as const
