import { applyRate, prorate } from './money.ts'

/**
 * Used in place of a ticket type: the discount applies to every type without a discount of its own.
 */
export const ALL_TICKET_TYPES = 'all'

/**
 * What a rule takes off the tickets of a type: a share in parts per million of their total price
 * (12.5 % = 125,000), or an amount in minor units, once.
 */
export type Discount = {
  /** A type, a class of types, or {@link ALL_TICKET_TYPES}. */
  ticketTypeId: string
  /** The types of the class, frozen when the discount was judged. */
  typeIds?: readonly string[]
} & (
  | { discountType: 'percentage'; ratePpm: number }
  | { discountType: 'fixed'; amountMinor: number }
)

/** The discounts of one rule, and the lines that they apply to; all by default. */
export interface DiscountStep<L = unknown> {
  discounts: readonly Discount[]
  isIn?: ((line: L) => boolean) | undefined
}

interface Line {
  kind: 'ticket' | 'addOn'
  id: string
  subtotalMinor: number
}

/**
 * How much discounts take off each line, in minor units: never more than the line costs. A discount
 * for a type overrides the one for its class, which overrides the one for all types; add-ons get none. Its amount is rounded once and
 * divided among its lines in proportion to their prices, so the lines must be in a fixed order
 * (docs/pricing.md).
 */
export function discountShares(lines: readonly Line[], discounts: readonly Discount[]): number[] {
  const shares = lines.map(() => 0)
  const discountOf = lines.map(({ kind, id }) =>
    kind === 'ticket' ? discountFor(discounts, id) : undefined,
  )
  for (const discount of discounts) {
    const isIn = lines.map((_, index) => discountOf[index] === discount)
    const weights = lines.map((line, index) => (isIn[index] ? line.subtotalMinor : 0))
    const fullMinor = weights.reduce((sum, weight) => sum + weight, 0)
    const off = prorate(discountOff(discount, fullMinor), weights)
    for (const [index, share] of off.entries()) shares[index] = (shares[index] ?? 0) + share
  }
  return shares
}

/** The discount for tickets of a type: its own, else that of its class, else the one for all types. */
export function discountFor(discounts: readonly Discount[], typeId: string): Discount | undefined {
  const of = (ticketTypeId: string) => discounts.find((each) => each.ticketTypeId === ticketTypeId)
  return (
    of(typeId) ?? discounts.find((each) => each.typeIds?.includes(typeId)) ?? of(ALL_TICKET_TYPES)
  )
}

/** What a discount takes off tickets that cost `fullMinor` together: never more than that. */
export function discountOff(discount: Discount, fullMinor: number): number {
  const wantedMinor =
    discount.discountType === 'fixed'
      ? discount.amountMinor
      : applyRate(fullMinor, discount.ratePpm)
  return Math.max(0, Math.min(wantedMinor, fullMinor))
}
