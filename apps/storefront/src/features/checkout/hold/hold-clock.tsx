import type { CartView } from '@foyer/contract'
import { formatTime, isUrgent } from '@foyer/domain'
import { cx, VisuallyHidden } from '@foyer/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CountdownStamp } from '../../../shared/order/countdown-stamp.tsx'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { fetchOutcomeScreens, inAdvance } from '../lazy-parts.tsx'
import { announcementOf, useSecondsLeft } from './countdown.ts'
import { type MoreTime, MoreTimeButton } from './more-time.tsx'

export interface ClockProps {
  cart: Pick<CartView, 'expiresAt' | 'quote' | 'moreTimeMinutes'>
  /** Milliseconds by which the server's clock is ahead of the device's. */
  clockOffset: number
  /** A payment is under way. No countdown ends it, so none is shown. */
  isPaying: boolean
  moreTime: MoreTime
}

// The end of a hold matters to the buyer's day, so it is shown in the zone of the device.
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const promiseOf = ({ quote, expiresAt }: ClockProps['cart'], locale: string): string =>
  `We’re holding ${yourTickets(quote.ticketCount)} until ${formatTime(expiresAt, deviceZone(), locale)}`

interface HoldStampProps extends Omit<ClockProps, 'cart'> {
  /** Null until the cart is known. */
  cart: ClockProps['cart'] | null
  locale: string
}

/** The countdown on the ticket card, with what it means for the buyer. */
export function HoldStamp({ cart, clockOffset, isPaying, moreTime, locale }: HoldStampProps) {
  const seconds = useSecondsLeft(cart?.expiresAt ?? null, clockOffset)
  if (cart && isPaying) {
    const tickets = yourTickets(cart.quote.ticketCount)
    return (
      <p className="min-h-11 text-sm text-muted">{`We keep ${tickets} while your payment is confirmed.`}</p>
    )
  }
  const isShort = cart !== null && seconds !== null && isUrgent(seconds) && seconds > 0
  return (
    <CountdownStamp seconds={seconds}>
      {/* On a phone the warning takes the room of this line, so that the form below does not move. */}
      <span className={cx('block', isShort && 'max-lg:sr-only')}>
        {cart ? promiseOf(cart, locale) : 'Loading your cart'}
      </span>
      {isShort && <MoreTimeButton minutes={cart.moreTimeMinutes} moreTime={moreTime} />}
    </CountdownStamp>
  )
}

interface HoldWatchProps extends ClockProps {
  locale: string
  onCountdownEnd: () => void
}

/**
 * Announces 5, 2 and 1 minutes left and time that was added, for screen readers, and calls
 * `onCountdownEnd` at 0. Shows nothing.
 */
export function HoldWatch({
  cart,
  clockOffset,
  isPaying,
  moreTime,
  locale,
  onCountdownEnd,
}: HoldWatchProps) {
  const seconds = useSecondsLeft(cart.expiresAt, clockOffset)
  const before = useRef<number | null>(null)
  const [announced, setAnnounced] = useState('')
  const endCountdown = useEffectEvent(onCountdownEnd)
  const announce = useEffectEvent((now: number) => {
    const text = announcementOf(before.current, now, cart.moreTimeMinutes)
    before.current = now
    if (text) setAnnounced(text)
  })
  useEffect(() => announce(seconds), [seconds])
  const announceMoreTime = useEffectEvent(() =>
    setAnnounced(`Time added. ${promiseOf(cart, locale)}`),
  )
  useEffect(() => {
    if (moreTime.addedCount > 0) announceMoreTime()
  }, [moreTime.addedCount])
  // When a payment is refused, its hold may have ended in the meantime.
  const isOver = seconds === 0 && !isPaying
  useEffect(() => {
    if (isOver) endCountdown()
  }, [isOver])
  const isEndNear = isUrgent(seconds)
  useEffect(() => {
    if (isEndNear) inAdvance(fetchOutcomeScreens)
  }, [isEndNear])
  return <VisuallyHidden role="status">{announced}</VisuallyHidden>
}
