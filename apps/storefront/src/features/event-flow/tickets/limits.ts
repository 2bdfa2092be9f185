import type { DailyPriceView, TicketTypeView } from '@foyer/contract'
import { type Availability, availabilityOf, availabilityText, fromMajor } from '@foyer/domain'

type DayPrice = DailyPriceView['ticketTypes'][number]

/** What may be bought of one type on the chosen day, and what it costs there. */
export interface TypeOffer {
  /** 0..max can be chosen. */
  max: number
  /** Why the plus button stops at `max`. */
  maxReason: string
  /** 'Available', 'N left', 'Sold Out' or why not; undefined while the day is not known. */
  availability: string | undefined
  level: 'available' | 'few' | 'soldOut'
  /** One ticket with fees; null while the type has no price. */
  allInMinor: number | null
  /** The two parts of `allInMinor`, where both are known. */
  breakdown: { priceMinor: number; feeMinor: number } | null
  /** The price may be higher at some times of the day. */
  isFrom: boolean
}

/** `day` is undefined while the day's prices are on their way: the type's own figures stand in. */
export function offerOf(type: TicketTypeView, day: DailyPriceView | undefined): TypeOffer {
  const isFrom = type.pricing_mode === 'dynamic'
  if (!day) return { ...waiting(type), isFrom }
  const dayPrice = day.ticketTypes.find(({ ticket_type_id }) => ticket_type_id === type.id)
  if (!dayPrice) return { ...unavailable('Not on sale on this day'), isFrom }
  // A dynamic price of 0 is one that has not been set; a fixed one may well be free.
  if (isFrom && dayPrice.lowest_price === 0) return { ...unavailable('Not priced yet'), isFrom }
  const left = dayPrice.available_count
  const room = left === null ? type.maxQuantity : Math.min(type.maxQuantity, Math.max(0, left))
  return {
    max: room,
    maxReason: maxReasonOf(room, type.maxQuantity),
    availability: availabilityText(left),
    level: levelOf[availabilityOf(left)],
    allInMinor: dayPrice.lowest_all_in_minor,
    breakdown: breakdownOf(dayPrice, day.currency),
    isFrom,
  }
}

/**
 * What to say where less is left than was chosen before; null while it can be had. The number stands
 * as it was chosen: whoever wants fewer says so.
 */
export function shortfallOf(offer: TypeOffer, quantity: number): string | null {
  if (quantity <= offer.max) return null
  return offer.max > 0 ? `Only ${offer.max} left` : (offer.availability ?? offer.maxReason)
}

const levelOf: Record<Availability, TypeOffer['level']> = {
  available: 'available',
  limited: 'few',
  very_limited: 'few',
  sold_out: 'soldOut',
}

const waiting = ({ maxQuantity, allInMinor }: TicketTypeView) => ({
  max: maxQuantity,
  maxReason: maxReasonOf(maxQuantity, maxQuantity),
  availability: undefined,
  level: 'available' as const,
  allInMinor,
  breakdown: null,
})

const unavailable = (reason: string) => ({
  max: 0,
  maxReason: reason,
  availability: reason,
  level: 'soldOut' as const,
  allInMinor: null,
  breakdown: null,
})

function maxReasonOf(room: number, maxQuantity: number): string {
  if (room === maxQuantity) return `At most ${room} per order`
  return room === 0 ? 'Sold out on this day' : `Only ${room} left on this day`
}

/** The fee is what the price with fees exceeds the price by: both are the server's figures. */
function breakdownOf(price: DayPrice, currency: string): TypeOffer['breakdown'] {
  const priceMinor = fromMajor(price.lowest_price, currency)
  if (priceMinor === null) return null
  return { priceMinor, feeMinor: price.lowest_all_in_minor - priceMinor }
}
