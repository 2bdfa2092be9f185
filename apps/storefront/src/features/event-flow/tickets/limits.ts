import type { DailyPriceView, TicketTypeView } from '@foyer/contract'
import { type Availability, availabilityOf, availabilityText, fromMajor } from '@foyer/domain'

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
  /** The two parts of `allInMinor`, if both are known. */
  breakdown: { priceMinor: number; feeMinor: number } | null
  /** How much more it is than the cheapest type's; null while the type has no price. */
  moreMinor: number | null
  /** Some times of the day may cost more. */
  isFrom: boolean
}

/**
 * The offer of a type on the chosen day. If the day could not be loaded, the type's own figures are
 * used, so that the buyer is not blocked.
 */
export function offerOf(type: TicketTypeView, day: DailyPriceView | Waiting): TypeOffer {
  const isFrom = type.pricing_mode === 'dynamic'
  if (typeof day === 'string') return { ...waiting(type, day), isFrom }
  const dayPrice = day.ticketTypes.find(({ ticket_type_id }) => ticket_type_id === type.id)
  if (!dayPrice) return { ...unavailable('Not on sale on this day'), isFrom }
  const { lowest_all_in_minor: allInMinor } = dayPrice
  if (allInMinor === null) return { ...unavailable('Not priced yet'), isFrom }
  const { available_count: left, left_on_day: onDay } = dayPrice
  const room = left === null ? type.maxQuantity : Math.min(type.maxQuantity, Math.max(0, left))
  const hasTimes = Object.keys(day.sessions).length > 1
  return {
    max: room,
    maxReason: maxReasonOf(room, type.maxQuantity, hasTimes),
    isPerTime: hasTimes,
    state: availabilityOf(onDay),
    isScarce: dayPrice.is_scarce,
    words: wordsOf(onDay, hasTimes),
    allInMinor,
    breakdown: breakdownOf(dayPrice, day.currency),
    moreMinor: dayPrice.more_minor,
    isFrom,
  }
}

/** The count is that of the whole day, and says so if the day has several times. */
const wordsOf = (onDay: number | null, hasTimes: boolean): string => {
  const words = availabilityText(onDay)
  const isCount = onDay !== null && onDay > 0 && availabilityOf(onDay) !== 'available'
  return isCount && hasTimes ? `${words} on this day` : words
}

/** Limits up to this number are said from the start, larger ones on the way to them. */
const SMALL_LIMIT = 6

/** The limit per order in words, before a buyer meets it; null while it is far away. */
export const limitText = ({ maxQuantity }: TicketTypeView, quantity: number): string | null =>
  maxQuantity <= SMALL_LIMIT || quantity * 2 >= maxQuantity
    ? `At most ${maxQuantity} per order`
    : null

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
  { lowest_price, fee_minor: feeMinor }: DayType,
  currency: string,
): TypeOffer['breakdown'] {
  const priceMinor = fromMajor(lowest_price, currency)
  return priceMinor === null || feeMinor === null ? null : { priceMinor, feeMinor }
}
