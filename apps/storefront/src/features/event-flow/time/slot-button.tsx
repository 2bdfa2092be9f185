import { AvailabilityMark, cx, VisuallyHidden } from '@foyer/ui'
import type { ReactNode } from 'react'
import { LiveTint } from '../live/live-tint.tsx'
import type { Slot } from './slots.ts'

interface SlotButtonProps {
  slot: Slot
  /** Its price for the whole party; undefined until it is known. */
  price: ReactNode
  isChosen: boolean
  isTabStop: boolean
  onChoose: (sessionId: string) => void
  onFocus: (sessionId: string) => void
}

/** Edges are inset, so that the text does not move when a time sells out. */
function looksOf(isChosen: boolean, fits: boolean): string {
  if (!fits) {
    const edge = isChosen ? 'inset-ring-2 inset-ring-text' : 'inset-ring inset-ring-edge'
    return `cursor-not-allowed text-muted ${edge}`
  }
  return isChosen
    ? 'bg-text text-page'
    : 'bg-surface hover:bg-hover light:inset-ring light:inset-ring-edge'
}

/** A start time with its availability. A time without room can be focused and says so. */
export function SlotButton(props: SlotButtonProps) {
  const { slot, price, isChosen, isTabStop, onChoose, onFocus } = props
  const { fits, left } = slot
  const level = left === 0 ? 'soldOut' : slot.isScarce ? 'few' : 'available'
  return (
    <button
      type="button"
      data-slot
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={!fits || undefined}
      onClick={fits ? () => onChoose(slot.sessionId) : undefined}
      onFocus={() => onFocus(slot.sessionId)}
      className={cx(
        'relative isolate flex min-h-20 flex-col items-start justify-center gap-0.5 rounded-md px-2 py-2 text-start transition-colors sm:px-4 forced-colors:border',
        looksOf(isChosen, fits),
      )}
    >
      <LiveTint of={`${level} ${fits}`} />
      <span
        className={cx(
          'figures font-display text-base font-bold sm:text-lg',
          !fits && !slot.isToCome && 'line-through decoration-1',
        )}
      >
        {slot.time}
      </span>
      {slot.room && (
        <span className="max-w-full text-xs leading-tight font-medium break-words">
          {slot.room}
        </span>
      )}
      {slot.range && (
        <span className="figures text-xs font-medium whitespace-nowrap max-sm:tracking-tight">
          {price}
        </span>
      )}
      <AvailabilityMark
        level={level}
        className={cx(
          isChosen && fits && 'text-current!',
          // What does not fit should not look like the last chance.
          !fits && 'text-muted!',
          'max-sm:[&>svg]:hidden',
        )}
      >
        <span className={cx('figures', level === 'available' && !isChosen && 'text-muted')}>
          {/* One text: a word put before another would move it. */}
          {!fits && level !== 'soldOut' ? `Only ${slot.availability}` : slot.availability}
        </span>
        {left !== null && left > 0 && <VisuallyHidden>{` at ${slot.time}`}</VisuallyHidden>}
        {!fits && level !== 'soldOut' && (
          <VisuallyHidden>, not enough for your tickets</VisuallyHidden>
        )}
      </AvailabilityMark>
    </button>
  )
}
