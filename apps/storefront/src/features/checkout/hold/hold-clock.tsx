import type { CartView } from '@foyer/contract'
import { formatTime, isUrgent } from '@foyer/domain'
import { VisuallyHidden } from '@foyer/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CountdownStamp } from '../../../shared/order/countdown-stamp.tsx'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { fetchOutcomeScreens, inAdvance } from '../lazy-parts.tsx'
import { announcementOf, useSecondsLeft } from './countdown.ts'
import { type MoreTime, MoreTimeButton } from './more-time.tsx'

export interface ClockProps {
  cart: Pick<CartView, 'expiresAt' | 'quote' | 'moreTimeMinutes'>
  /** Milliseconds the server's clock is ahead of the device's. */
  clockOffset: number
  /** A payment is under way: no clock ends it, so none is shown. */
  isPaying: boolean
  moreTime: MoreTime
}

// The end of a hold concerns the buyer's day, not the venue's: it is told in the device's zone.
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const promiseOf = ({ quote, expiresAt }: ClockProps['cart'], locale: string): string =>
  `We're holding ${yourTickets(quote.ticketCount)} until ${formatTime(expiresAt, ownZone(), locale)}`

interface HoldStampProps extends Omit<ClockProps, 'cart'> {
  /** Null until the cart is known. */
  cart: ClockProps['cart'] | null
  locale: string
}

/** The countdown on the ticket card, with what it means. */
export function HoldStamp({ cart, clockOffset, isPaying, moreTime, locale }: HoldStampProps) {
  const seconds = useSecondsLeft(cart?.expiresAt ?? null, clockOffset)
  if (cart && isPaying) {
    const tickets = yourTickets(cart.quote.ticketCount)
    return (
      <p className="min-h-11 text-sm text-muted">{`We keep ${tickets} while your payment is confirmed.`}</p>
    )
  }
  return (
    <CountdownStamp seconds={seconds}>
      <span className="block">{cart ? promiseOf(cart, locale) : 'Loading your cart'}</span>
      {cart && seconds !== null && isUrgent(seconds) && seconds > 0 && (
        <MoreTimeButton minutes={cart.moreTimeMinutes} moreTime={moreTime} />
      )}
    </CountdownStamp>
  )
}

interface HoldWatchProps extends ClockProps {
  locale: string
  onTimeUp: () => void
}

/** Speaks at 5, 2 and 1 minute and of time added, and tells when it is over. Shows nothing. */
export function HoldWatch({
  cart,
  clockOffset,
  isPaying,
  moreTime,
  locale,
  onTimeUp,
}: HoldWatchProps) {
  const seconds = useSecondsLeft(cart.expiresAt, clockOffset)
  const before = useRef<number | null>(null)
  const [spoken, setSpoken] = useState('')
  const timeUp = useEffectEvent(onTimeUp)
  const speakOf = useEffectEvent((now: number) => {
    const text = announcementOf(before.current, now, cart.moreTimeMinutes)
    before.current = now
    if (text) setSpoken(text)
  })
  useEffect(() => speakOf(seconds), [seconds])
  const speakOfMore = useEffectEvent(() => setSpoken(`Time added. ${promiseOf(cart, locale)}`))
  useEffect(() => {
    if (moreTime.addedCount > 0) speakOfMore()
  }, [moreTime.addedCount])
  // A payment that ends in a refusal may come back to a hold that ended meanwhile.
  const isOver = seconds === 0 && !isPaying
  useEffect(() => {
    if (isOver) timeUp()
  }, [isOver])
  const isEndNear = isUrgent(seconds)
  useEffect(() => {
    if (isEndNear) inAdvance(fetchOutcomeScreens)
  }, [isEndNear])
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>
}
