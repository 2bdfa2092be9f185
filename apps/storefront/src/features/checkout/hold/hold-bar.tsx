import { formatCountdown, isUrgent } from '@foyer/domain'
import { StickyBarSummary } from '@foyer/ui'
import { TriangleAlert } from '@foyer/ui/icons'
import { useSecondsLeft } from './countdown.ts'
import type { ClockProps } from './hold-clock.tsx'

/** The bar of a phone: the total and the time left. In the last minutes a press on it adds time. */
export function HoldBar({ total, ...clock }: ClockProps & { total: string }) {
  const { cart, isPaying, moreTime } = clock
  const seconds = useSecondsLeft(cart.expiresAt, clock.clockOffset)
  const isShort = !isPaying && isUrgent(seconds) && seconds > 0
  const minutes = isShort ? cart.moreTimeMinutes : null
  return (
    <div className="relative">
      <StickyBarSummary
        total={total}
        note={
          isPaying ? 'Confirming…' : <TimeLeft seconds={seconds} more={minutes} {...moreTime} />
        }
      />
      {minutes !== null && (
        // Covers the whole summary, because a line of small print is too small a target for a thumb.
        <button
          type="button"
          onClick={moreTime.ask}
          aria-disabled={moreTime.isAsking || undefined}
          aria-label={`More time, +${minutes} min`}
          className="absolute -inset-2 rounded-md"
        />
      )}
    </div>
  )
}

interface TimeLeftProps {
  seconds: number
  /** Minutes that a press adds; null if it can add none. */
  more: number | null
  isAsking: boolean
}

function TimeLeft({ seconds, more, isAsking }: TimeLeftProps) {
  if (seconds === 0) return <span className="text-danger-text">Time expired</span>
  if (!isUrgent(seconds)) return <span>{`${formatCountdown(seconds)} left`}</span>
  return (
    <span className="inline-flex items-center gap-1 text-danger-text">
      <TriangleAlert aria-hidden="true" className="size-3.5" />
      <span>{more === null ? `${formatCountdown(seconds)} left` : formatCountdown(seconds)}</span>
      {more !== null && (
        <span
          aria-hidden="true"
          className="ms-0.5 font-semibold text-text underline underline-offset-2"
        >
          {isAsking ? '…' : `+${more} min`}
        </span>
      )}
    </span>
  )
}
