import type { DailyPriceView, TicketTypeView } from '@foyer/contract'
import { availabilityOf, availabilityText, fromMajor } from '@foyer/domain'

type DayPrice = DailyPriceView['ticketTypes'][number]

/** What may be bought of one type on the chosen day, and what it costs there. */
export interface TypeOffer {
  /** 0..max can be chosen. */
  max: number
  /** Why the plus button stops at `max`. */
  maxReason: string
  /** 'Available', 'N left' or 'Sold Out'; undefined while the day's places are not known. */
  availability: string | undefined
  level: 'available' | 'few' | 'soldOut'
  /** One ticket with fees; null while the type has no price. */
  allInMinor: number | null
  /** The two parts of `allInMinor`, where both are known. */
  breakdown: { priceMinor: number; feeMinor: number } | null
  /** The price may be higher at some times of the day. */
  isFrom: boolean
}

/** `dayPrice` is undefined while the day's prices are on their way or the day does not sell the type. */
export function offerOf(
  type: TicketTypeView,
  dayPrice: DayPrice | undefined,
  currency: string,
): TypeOffer {
  const left = dayPrice?.available_count ?? null
  const max = left === null ? type.maxQuantity : Math.min(type.maxQuantity, Math.max(0, left))
  const availability = dayPrice ? availabilityOf(left) : undefined
  const isFrom = type.pricing_mode === 'dynamic'
  // A dynamic price of 0 is one that has not been set; a fixed one may well be free.
  const priced = isFrom && dayPrice?.lowest_price === 0 ? undefined : dayPrice
  return {
    max,
    maxReason: max < type.maxQuantity ? scarceReason(max) : `At most ${max} per order`,
    availability: dayPrice ? availabilityText(left) : undefined,
    level:
      availability === 'sold_out' ? 'soldOut' : availability === 'available' ? 'available' : 'few',
    allInMinor: dayPrice ? (priced?.lowest_all_in_minor ?? null) : type.allInMinor,
    breakdown: priced ? breakdownOf(priced, currency) : null,
    isFrom,
  }
}

const scarceReason = (max: number): string =>
  max === 0 ? 'Sold out on this day' : `Only ${max} left on this day`

/** The fee is what the price with fees exceeds the price by: both are the server's figures. */
function breakdownOf(price: DayPrice, currency: string): TypeOffer['breakdown'] {
  const priceMinor = fromMajor(price.lowest_price, currency)
  if (priceMinor === null) return null
  return { priceMinor, feeMinor: price.lowest_all_in_minor - priceMinor }
}
