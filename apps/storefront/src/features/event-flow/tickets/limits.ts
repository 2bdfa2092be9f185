import type { DailyPriceView, TicketTypeView } from '@foyer/contract'
import {
  type Availability,
  admitsText,
  availabilityOf,
  availabilityText,
  fromMajor,
  leastInLine,
  mostInLine,
  statusLabel,
  steppedQuantity,
} from '@foyer/domain'
import { limitsOf } from '../engine/facts.ts'

/** The availability of a type on the chosen day, or why it is unknown. */
export type OfferState = Availability | Waiting

/** The day is loading, is requested again after a lost answer, or could not be loaded. */
export type Waiting = 'loading' | 'checking' | 'unavailable'

/** How many tickets of one type can be bought on the chosen day, and at what price. */
export interface TypeOffer {
  /** 0..max can be chosen. */
  max: number
  /** Why the plus button stops at `max`. */
  maxReason: string
  /** The day has several times, of which none has more than `max`. */
  isPerTime: boolean
  state: OfferState
  /** Whether most of the day's tickets of this type are gone. */
  isScarce: boolean
  /** The state as text: 'Available', 'N left', 'Sold Out', or the reason why it is unavailable. */
  words: string
  /** One ticket with fees; null while the type has no price. */
  allInMinor: number | null
  /** The parts of `allInMinor`, if all are known. */
  breakdown: { priceMinor: number; feeMinor: number; taxMinor: number } | null
  /** How much more it is than the cheapest type's; null while the type has no price. */
  moreMinor: number | null
  /** Some times of the day may cost more. */
  isFrom: boolean
}

/**
 * The offer of a type on the chosen day. If the day could not be loaded, the type's own figures are
 * used, so that the buyer is not blocked.
 */
export function offerOf(
  type: TicketTypeView,
  day: DailyPriceView | Waiting,
  saleWords?: string,
): TypeOffer {
  const isFrom = type.pricing_mode === 'dynamic'
  // Out of its own window, whatever the day has.
  if (saleWords) return { ...unavailable(saleWords), isFrom }
  if (typeof day === 'string') return { ...waiting(type, day), isFrom }
  const dayPrice = day.ticketTypes.find(({ ticket_type_id }) => ticket_type_id === type.id)
  if (!dayPrice) return { ...unavailable('Not on sale on this day'), isFrom }
  const { lowest_all_in_minor: allInMinor } = dayPrice
  if (allInMinor === null) return { ...unavailable(statusLabel('unpriced')), isFrom }
  const { available_count: left, left_on_day: onDay } = dayPrice
  const room = mostInLine(limitsOf(type), left ?? type.maxQuantity)
  const hasTimes = Object.keys(day.sessions).length > 1
  return {
    max: room,
    maxReason: maxReasonOf(room, type.maxQuantity, hasTimes),
    isPerTime: hasTimes,
    state: availabilityOf(onDay),
    isScarce: dayPrice.is_scarce,
    words: wordsOf(onDay, hasTimes, dayPrice.is_scarce),
    allInMinor,
    breakdown: breakdownOf(dayPrice, day.currency),
    moreMinor: dayPrice.more_minor,
    isFrom,
  }
}

/**
 * The count is that of the whole day, and says so if the day has several times. A scarce type that
 * is not counted has the calendar's words, because 'Available' beside the amber mark contradicts it.
 */
const wordsOf = (onDay: number | null, hasTimes: boolean, isScarce: boolean): string => {
  const words = availabilityText(onDay)
  if (availabilityOf(onDay) === 'available') return isScarce ? 'Selling fast' : words
  return onDay !== null && onDay > 0 && hasTimes ? `${words} on this day` : words
}

/** Limits up to this number are said from the start, larger ones on the way to them. */
const SMALL_LIMIT = 6

/** The limit per order in words, before a buyer meets it; null while it is far away. */
export function limitText(type: TicketTypeView, quantity: number): string | null {
  const { maxQuantity } = type
  const isNear = maxQuantity <= SMALL_LIMIT || quantity * 2 >= maxQuantity
  const parts = [
    admitsText(type.places ?? 1),
    numbersText(type),
    isNear && `At most ${maxQuantity} per order`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('. ') : null
}

/** 'Sold in pairs', 'From 4 on'; null for a type that is sold in any number. */
function numbersText(type: TicketTypeView): string | null {
  const { quantityStep: step = 1 } = type
  const least = leastInLine(limitsOf(type))
  const steps = step === 2 ? 'Sold in pairs' : step > 1 ? `Sold by ${step}` : null
  const from = least > step ? `From ${least} on` : null
  return [from, steps].filter(Boolean).join(', ') || null
}

/** The number after a press of a stepper, which counts by one: one that is sold. */
export function snapped(type: TicketTypeView, quantity: number, next: number): number {
  const limits = limitsOf(type)
  if (next === quantity + 1) return steppedQuantity(limits, quantity, 1)
  if (next === quantity - 1) return steppedQuantity(limits, quantity, -1)
  return mostInLine(limits, next)
}

/**
 * The text if less is left than was chosen; null if all can be bought. The chosen number stays
 * until the buyer reduces it.
 */
export function shortfallOf(offer: TypeOffer, quantity: number): string | null {
  if (quantity <= offer.max) return null
  if (offer.max === 0) return offer.words
  return offer.isPerTime ? `At most ${offer.max} at one time` : `Only ${offer.max} left`
}

const WAITING_WORDS: Record<Waiting, string> = {
  loading: 'Loading…',
  checking: 'Checking…',
  unavailable: 'Not known at the moment',
}

const waiting = ({ maxQuantity, allInMinor, moreMinor }: TicketTypeView, state: Waiting) => ({
  max: maxQuantity,
  maxReason: maxReasonOf(maxQuantity, maxQuantity),
  state,
  isPerTime: false,
  isScarce: false,
  words: WAITING_WORDS[state],
  allInMinor,
  moreMinor,
  breakdown: null,
})

const unavailable = (reason: string) => ({
  max: 0,
  maxReason: reason,
  state: 'unavailable' as const,
  isPerTime: false,
  isScarce: false,
  words: reason,
  allInMinor: null,
  moreMinor: null,
  breakdown: null,
})

function maxReasonOf(room: number, maxQuantity: number, hasTimes = false): string {
  if (room === maxQuantity) return `At most ${room} per order`
  if (room === 0) return 'Sold out on this day'
  return hasTimes ? `No time has more than ${room} left` : `Only ${room} left on this day`
}

type DayType = DailyPriceView['ticketTypes'][number]

function breakdownOf(
  { lowest_price, fee_minor: feeMinor, tax_minor: taxMinor }: DayType,
  currency: string,
): TypeOffer['breakdown'] {
  const priceMinor = fromMajor(lowest_price, currency)
  return priceMinor === null || feeMinor === null || taxMinor === null
    ? null
    : { priceMinor, feeMinor, taxMinor }
}
