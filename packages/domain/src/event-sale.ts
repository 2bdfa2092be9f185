/**
 * Whether buyers can buy something of an event now, in one word. The words that they read are the
 * storefront's; the back office tells the organizer the same.
 */

/**
 * `with_code`: only with an access code. `not_started` may be bought early with one. `ended` is also an
 * event whose sessions have not begun, if their sales are over.
 */
export const SALE_STATES = ['on_sale', 'not_started', 'with_code', 'paused', 'ended'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** A ticket type that is not sold now, while others of its event may be. */
export const TYPE_SALE_STATES = ['not_started', 'ended'] as const
export type TypeSaleState = (typeof TYPE_SALE_STATES)[number]

export interface SaleFacts {
  isPaused: boolean
  /** Whether something of it is on sale to everybody, whatever is left. */
  isOnSale: boolean
  /** The next time at which something starts to be sold; null if nothing will. */
  opensAt: Date | null
  /** Whether a code works now, or will. */
  takesCodes: boolean
}

export function saleStateOf({ isPaused, isOnSale, opensAt, takesCodes }: SaleFacts): SaleState {
  if (isPaused) return 'paused'
  if (isOnSale) return 'on_sale'
  if (opensAt) return 'not_started'
  return takesCodes ? 'with_code' : 'ended'
}

/** Whether a ticket type is in its own window; null if it is. */
export function typeSaleOf(
  { opensAt, closesAt }: { opensAt: Date | null; closesAt: Date | null },
  now: Date,
): { state: TypeSaleState; opensAt: Date | null } | null {
  if (closesAt && closesAt <= now) return { state: 'ended', opensAt: null }
  return opensAt && opensAt > now ? { state: 'not_started', opensAt } : null
}
