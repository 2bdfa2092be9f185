import type { TicketTypeView } from '@foyer/contract'
import { AvailabilityMark, cx, Stepper } from '@foyer/ui'
import { type ReactNode, useState } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { LiveTint } from '../live/live-tint.tsx'
import { limitText, type OfferState, shortfallOf, snapped, type TypeOffer } from './limits.ts'
import { type LinePrice, TicketPrice } from './ticket-price.tsx'

interface TicketRowProps {
  type: TicketTypeView
  offer: TypeOffer
  quantity: number
  /** The name of the cheapest type, if the difference to its price is shown. */
  cheapest: string | undefined
  /** The price of several tickets, once it is known. */
  line: LinePrice | undefined
  onChange: (quantity: number) => void
}

/** One type of the price list: description, price, availability and quantity. */
export function TicketRow({ type, offer, quantity, cheapest, line, onChange }: TicketRowProps) {
  const limit = limitText(type, quantity)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
      <TypeText type={type}>
        <TicketPrice
          offer={offer}
          displayPrice={type.displayPrice}
          cheapest={cheapest}
          line={line}
        />
      </TypeText>
      <div className="flex flex-col items-start gap-2 max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:gap-4">
        <span className="order-last flex flex-col sm:order-first">
          <span className="relative isolate -mx-1.5 flex min-h-6.5 items-center rounded-sm px-1.5">
            <OfferWords offer={offer} short={shortfallOf(offer, quantity)} />
          </span>
          {limit && offer.max > 0 && <span className="text-xs text-muted">{limit}</span>}
        </span>
        <Stepper
          label={type.name}
          value={quantity}
          // An earlier choice stays until the buyer reduces it, even if the day has less now.
          max={Math.max(offer.max, quantity)}
          maxReason={offer.maxReason}
          onChange={(next) => onChange(snapped(type, quantity, next))}
        />
      </div>
    </li>
  )
}

type Mark = 'available' | 'few' | 'soldOut'

/** No mark while the availability is unknown. A small count is not yet a small share. */
const MARKS: Record<OfferState, Mark | null> = {
  available: 'available',
  limited: 'available',
  very_limited: 'available',
  sold_out: 'soldOut',
  unavailable: 'soldOut',
  loading: null,
  checking: null,
}

interface OfferWordsProps {
  offer: TypeOffer
  /** The text if less is left than was chosen. */
  short: string | null
}

/** 'N left' with its mark; in bold for the last five of many. */
function OfferWords({ offer: { state, isScarce, words }, short }: OfferWordsProps) {
  const mark = isScarce ? 'few' : MARKS[state]
  if (!mark) return <span className="animate-late text-xs text-muted">{words}</span>
  return (
    <>
      <LiveTint of={short ? 'short' : state} />
      <AvailabilityMark
        level={mark}
        className={cx(
          'figures',
          isScarce && state === 'very_limited' && 'font-bold',
          short !== null && 'text-warning-text!',
        )}
      >
        <span className={cx(mark === 'available' && !short && 'text-muted')}>{short ?? words}</span>
      </AvailabilityMark>
    </>
  )
}

interface TypeTextProps {
  type: TicketTypeView
  /** The price. */
  children: ReactNode
}

/** A type's picture, name and description, with the price below. */
function TypeText({ type, children }: TypeTextProps) {
  return (
    <>
      {type.image_url && <TypePicture key={type.image_url} url={type.image_url} />}
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="font-display text-lg leading-tight font-bold">{type.name}</h2>
        {type.description && (
          <p className="mt-1 max-w-prose text-sm text-muted">{type.description}</p>
        )}
        {children}
      </div>
    </>
  )
}

/** A picture that fails to load is left out: the text is sufficient. */
function TypePicture({ url }: { url: string }) {
  const { base } = useApp()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <img
      src={base + url}
      alt=""
      width="64"
      height="64"
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-16 shrink-0 rounded-md object-cover"
    />
  )
}
