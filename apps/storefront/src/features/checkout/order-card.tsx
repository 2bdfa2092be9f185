import type { CartView } from '@foyer/contract'
import {
  formatAmount,
  formatInstantDate,
  formatLongDate,
  formatTime,
  zoneName,
} from '@foyer/domain'
import {
  Disclosure,
  Skeleton,
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  type TicketCardStage,
  TicketCardTear,
  VisuallyHidden,
} from '@foyer/ui'
import type { ReactNode } from 'react'
import { Poster } from '../../shared/event/poster.tsx'
import { venueText } from '../../shared/event/venue-text.ts'
import { QuoteLines, QuoteTotals } from '../../shared/order/quote-rows.tsx'

interface OrderCardProps {
  cart: CartView
  stage: TicketCardStage
  locale: string
  /** The countdown, stamped below the tear line while held. */
  stamp?: ReactNode
  className?: string
}

interface FoldedOrderCardProps extends Omit<OrderCardProps, 'cart'> {
  /** Null until the cart is known; the ticket card is as high before as afterwards. */
  cart: CartView | null
}

/** The order, drawn as the ticket that it becomes. Beside the form on wide screens. */
export function OrderCard({ cart, stage, locale, stamp, className }: OrderCardProps) {
  return (
    <TicketCard stage={stage} label="Order summary" className={className}>
      <TicketCardHeader
        title={cart.eventName}
        poster={<Poster event={cart} format="wide" date={cart.selectedDate} />}
      >
        <EventLines cart={cart} locale={locale} />
      </TicketCardHeader>
      <TicketCardBody className="flex flex-col gap-4">
        <QuoteLines quote={cart.quote} locale={locale} />
        {stamp && <QuoteTotals quote={cart.quote} locale={locale} />}
      </TicketCardBody>
      <TicketCardTear />
      <TicketCardFooter>
        {stamp ?? <QuoteTotals quote={cart.quote} locale={locale} />}
      </TicketCardFooter>
    </TicketCard>
  )
}

/** The order on a phone: the countdown and the total are visible, the rest is one tap away. */
export function FoldedOrderCard({ cart, stage, locale, stamp, className }: FoldedOrderCardProps) {
  return (
    <TicketCard stage={stage} label="Order summary" className={className}>
      <TicketCardBody>
        <Disclosure
          summary={
            cart ? <WhatAndWhenLines cart={cart} locale={locale} /> : <UnknownWhatAndWhenLines />
          }
          aside={
            <span className="figures font-display text-lg font-bold">
              {cart ? (
                formatAmount(cart.quote.totalMinor, cart.quote.currency, locale)
              ) : (
                <Skeleton className="h-6 w-20" />
              )}
            </span>
          }
        >
          {cart && (
            <div className="flex flex-col gap-4 pb-2">
              <div className="text-sm text-muted">
                <EventLines cart={cart} locale={locale} />
              </div>
              <QuoteLines quote={cart.quote} locale={locale} />
              <QuoteTotals quote={cart.quote} locale={locale} />
            </div>
          )}
        </Disclosure>
      </TicketCardBody>
      <TicketCardTear />
      <TicketCardFooter>{stamp}</TicketCardFooter>
    </TicketCard>
  )
}

/** 'Fri, Dec 4, 7:00 PM', at the venue. */
const shortWhen = ({ sessionStartsAt, timeZone }: CartView, locale: string): string =>
  `${formatInstantDate(sessionStartsAt, timeZone, locale)}, ${formatTime(sessionStartsAt, timeZone, locale)}`

/** The event and its time in one line, which a phone's bar keeps in sight. */
export const WhatAndWhen = ({ cart, locale }: Pick<OrderCardProps, 'cart' | 'locale'>) => (
  <>
    <strong className="font-semibold text-text">{cart.eventName}</strong>
    {`, ${shortWhen(cart, locale)}`}
  </>
)

function WhatAndWhenLines({ cart, locale }: Pick<OrderCardProps, 'cart' | 'locale'>) {
  return (
    <>
      <VisuallyHidden>Order summary: </VisuallyHidden>
      <span className="line-clamp-2 leading-snug">{cart.eventName}</span>
      <span className="block text-sm font-normal text-muted">{shortWhen(cart, locale)}</span>
    </>
  )
}

/** As high as the lines of a cart whose event's name fits into one. */
const UnknownWhatAndWhenLines = () => (
  <>
    <span className="block leading-snug">Order summary</span>
    <span className="block text-sm">
      <Skeleton className="inline-block h-4 w-32 align-middle" />
    </span>
  </>
)

function EventLines({ cart, locale }: Pick<OrderCardProps, 'cart' | 'locale'>) {
  const { sessionStartsAt, timeZone } = cart
  return (
    <>
      <p>{formatLongDate(cart.selectedDate, locale)}</p>
      <p>
        {`${formatTime(sessionStartsAt, timeZone, locale)}, ${zoneName(sessionStartsAt, timeZone, locale)}`}
      </p>
      <p>{venueText({ ...cart, location: cart.venueLocation })}</p>
    </>
  )
}
