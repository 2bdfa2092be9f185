/**
 * How many tickets one line, one order and one customer may have. Quotes, holds and the steppers of the
 * storefront ask these functions.
 */

/** The bounds of a line of one ticket type. */
export interface LineLimits {
  minQuantity: number
  maxQuantity: number
  /** A line has a multiple of it: 2 is sold in pairs. */
  quantityStep: number
}

/** The fewest tickets that a line may have. */
export const leastInLine = ({
  minQuantity,
  quantityStep,
}: Omit<LineLimits, 'maxQuantity'>): number => Math.ceil(minQuantity / quantityStep) * quantityStep

/** The most tickets that a line may have, of `within` at most; 0 if none fit. */
export function mostInLine(limits: LineLimits, within = limits.maxQuantity): number {
  const most = Math.min(limits.maxQuantity, within)
  const whole = Math.floor(most / limits.quantityStep) * limits.quantityStep
  return whole >= leastInLine(limits) ? whole : 0
}

export type WrongQuantity = 'above_maximum' | 'below_minimum' | 'not_in_steps'

/** Why a line must not have so many tickets; null if it may. */
export function whyNotSoMany(limits: LineLimits, quantity: number): WrongQuantity | null {
  if (quantity > limits.maxQuantity) return 'above_maximum'
  if (quantity < leastInLine(limits)) return 'below_minimum'
  return quantity % limits.quantityStep === 0 ? null : 'not_in_steps'
}

/** The quantity after one press of a stepper: 0, or one that a line may have. */
export function steppedQuantity(limits: LineLimits, quantity: number, direction: 1 | -1): number {
  const least = leastInLine(limits)
  if (direction === 1) {
    const next = Math.floor(quantity / limits.quantityStep + 1) * limits.quantityStep
    const wanted = Math.max(least, next)
    return wanted <= mostInLine(limits) ? wanted : quantity
  }
  const next = Math.ceil(quantity / limits.quantityStep - 1) * limits.quantityStep
  return next < least ? 0 : next
}

/** The bounds of an event; null: none. */
export interface OrderLimits {
  minPerOrder: number | null
  maxPerOrder: number | null
  /** Over all orders of one e-mail address. */
  maxPerCustomer: number | null
}

export const NO_ORDER_LIMITS: OrderLimits = {
  minPerOrder: null,
  maxPerOrder: null,
  maxPerCustomer: null,
}

/** Tickets of an order, or of what a customer has, by type. */
export type TicketCounts = ReadonlyMap<string, number>

/** What a customer would have too many of. `typeId` null: of the event. */
export interface CustomerExcess {
  typeId: string | null
  maximum: number
  /** What the customer has already, in orders and other carts. */
  has: number
}

/** What a customer would have too much of by buying `wanted` as well; null if nothing. */
export function customerExcess(
  has: TicketCounts,
  wanted: TicketCounts,
  maximum: { ofEvent: number | null; ofType: (typeId: string) => number | null },
): CustomerExcess | null {
  for (const [typeId, quantity] of wanted) {
    const most = maximum.ofType(typeId)
    const before = has.get(typeId) ?? 0
    if (most !== null && before + quantity > most) return { typeId, maximum: most, has: before }
  }
  const before = sumOf(has)
  const most = maximum.ofEvent
  return most !== null && before + sumOf(wanted) > most
    ? { typeId: null, maximum: most, has: before }
    : null
}

const sumOf = (counts: TicketCounts): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)
