import { buildQuote, type FeeSet, type Quote } from '@foyer/domain'
import type { FrozenCoupon } from '../coupons/coupon-types.ts'

/** What a hold froze of its price, under the name its type has now. */
export interface FrozenTickets {
  eventId: string
  /** When it was held. */
  createdAt: Date
  ticketTypeId: string
  typeName: string
  quantity: number
  unitPriceMinor: number
  feeSet: FeeSet | null
}

export interface FrozenAddOn {
  id: string
  name: string
  quantity: number
  unitPriceMinor: number
}

/**
 * The price of what a cart holds: a pure function of frozen rows, the same until the hold ends. This
 * is the one place that says which lines a coupon pays for, so the cart's page and the charge agree:
 * those of the coupon's own event that were held when it was judged last. The quote names the coupon
 * only where it takes something off.
 */
export function frozenQuote(
  tickets: readonly FrozenTickets[],
  addOns: readonly FrozenAddOn[],
  coupon: FrozenCoupon | undefined,
  currency: string,
): Quote {
  const quote = buildQuote(
    [
      ...tickets.map((line) => ({
        kind: 'ticket' as const,
        id: line.ticketTypeId,
        name: line.typeName,
        quantity: line.quantity,
        unitPriceMinor: line.unitPriceMinor,
        feeSet: line.feeSet,
        isDiscounted:
          coupon !== undefined &&
          line.eventId === coupon.eventId &&
          line.createdAt <= coupon.judgedAt,
      })),
      // Service fees are for tickets; an add-on costs what its price says.
      ...addOns.map(({ id, name, quantity, unitPriceMinor }) => ({
        kind: 'addOn' as const,
        id,
        name,
        quantity,
        unitPriceMinor,
        feeSet: null,
      })),
    ],
    currency,
    coupon?.discounts,
  )
  if (!coupon || quote.discountMinor === 0) return quote
  return { ...quote, coupon: { id: coupon.id, code: coupon.code } }
}
