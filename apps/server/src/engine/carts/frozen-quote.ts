import type { QuoteView } from '@foyer/contract'
import {
  addedTaxMinor,
  buildQuote,
  type FeeSet,
  feesByName,
  type Quote,
  type TaxRate,
  taxesByRate,
  unitPricesOf,
} from '@foyer/domain'
import type { FrozenCoupon } from '../coupons/coupon-types.ts'

/** The price that a hold froze, with the current name of its ticket type. */
export interface FrozenTickets {
  eventId: string
  createdAt: Date
  ticketTypeId: string
  typeName: string
  quantity: number
  unitPriceMinor: number
  feeSet: FeeSet | null
  taxRate?: TaxRate | null
}

export interface FrozenAddOn {
  id: string
  name: string
  quantity: number
  unitPriceMinor: number
  feeSet?: FeeSet | null
  taxRate?: TaxRate | null
}

/**
 * The price of what a cart holds: a pure function of frozen rows, so it is the same until the hold
 * ends. Only this function says which lines a coupon applies to, so that the cart's page and the
 * charge agree: lines of the coupon's event that were held when the coupon was last judged. The
 * quote names the coupon only if it reduces the total.
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
        taxRate: line.taxRate,
        isDiscounted:
          coupon !== undefined &&
          line.eventId === coupon.eventId &&
          line.createdAt <= coupon.judgedAt,
      })),
      ...addOns.map(({ id, name, quantity, unitPriceMinor, feeSet = null, taxRate }) => ({
        kind: 'addOn' as const,
        id,
        name,
        quantity,
        unitPriceMinor,
        feeSet,
        taxRate,
      })),
    ],
    currency,
    coupon?.discounts,
  )
  if (!coupon || quote.discountMinor === 0) return quote
  return { ...quote, coupon: { id: coupon.id, code: coupon.code } }
}

/** A quote as buyers see it: with its taxes, and without the fees that the organizer absorbs. */
export const presentQuote = ({
  tax,
  ...quote
}: Omit<Quote, 'coupon'> & { coupon?: QuoteView['coupon'] }): QuoteView => ({
  ...quote,
  lines: quote.lines.map(({ charges, ...line }) => ({
    ...line,
    taxMinor: addedTaxMinor(charges),
    unitPrices: unitPricesOf({ ...line, charges }),
  })),
  fees: feesByName(quote),
  taxMinor: tax?.addedMinor ?? 0,
  taxes: taxesByRate(quote.lines),
})
