import type { CartView } from '@foyer/contract'
import { formatCountdown, formatTime, isUrgent } from '@foyer/domain'
import { StubStamp, VisuallyHidden } from '@foyer/ui'
import { TriangleAlert } from '@foyer/ui/icons'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { yourTickets } from '../../../shared/quote-lines.ts'
import { announcementOf } from './countdown.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

interface ClockProps {
  cart: Pick<CartView, 'expiresAt' | 'quote'>
  /** Milliseconds the server's clock is ahead of the device's. */
  clockOffset: number
  /** A payment is under way: no clock ends it, so none is shown. */
  isPaying: boolean
}

// The end of a hold concerns the buyer's day, not the venue's: it is told in the device's zone.
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The countdown on the stub, with what it means. */
export function HoldStamp({
  cart,
  clockOffset,
  isPaying,
  locale,
}: ClockProps & { locale: string }) {
  const seconds = useSecondsLeft(cart.expiresAt, clockOffset)
  const tickets = yourTickets(cart.quote.ticketCount)
  if (isPaying) {
    return (
      <p className="min-h-11 text-sm text-muted">{`We keep ${tickets} while your payment is confirmed.`}</p>
    )
  }
  const urgent = isUrgent(seconds)
  return (
    <StubStamp
      urgent={urgent}
      time={
        <span role="timer" aria-label="Time left">
          {formatCountdown(seconds)}
        </span>
      }
    >
      {urgent && seconds > 0 && (
        <span className="flex items-center gap-1.5 font-semibold">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          Less than 5 minutes left
        </span>
      )}
      <span className="block">
        {`We're holding ${tickets} until ${formatTime(cart.expiresAt, ownZone(), locale)}`}
      </span>
    </StubStamp>
  )
}

/** The countdown in the phone's bar. */
export function HoldTimeLeft({ cart, clockOffset, isPaying }: ClockProps) {
  const seconds = useSecondsLeft(cart.expiresAt, clockOffset)
  if (isPaying) return 'Confirming…'
  if (seconds === 0) return <span className="text-danger-text">Time expired</span>
  if (!isUrgent(seconds)) return `${formatCountdown(seconds)} left`
  return (
    <span className="inline-flex items-center gap-1 text-danger-text">
      <TriangleAlert aria-hidden="true" className="size-3.5" />
      {`${formatCountdown(seconds)} left`}
    </span>
  )
}

/** Speaks at 5, 2 and 1 minute, and tells when the time is over. Shows nothing. */
export function HoldWatch({
  cart,
  clockOffset,
  isPaying,
  onTimeUp,
}: ClockProps & { onTimeUp: () => void }) {
  const seconds = useSecondsLeft(cart.expiresAt, clockOffset)
  const before = useRef<number | null>(null)
  const [spoken, setSpoken] = useState('')
  const timeUp = useEffectEvent(onTimeUp)
  useEffect(() => {
    const text = announcementOf(before.current, seconds)
    before.current = seconds
    if (text) setSpoken(text)
  }, [seconds])
  // A payment that ends in a refusal may come back to a hold that ended meanwhile.
  const isOver = seconds === 0 && !isPaying
  useEffect(() => {
    if (isOver) timeUp()
  }, [isOver])
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>
}
