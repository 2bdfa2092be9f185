/**
 * Whether the sales of an event are open, whatever is left, and what opens them: its windows, its access
 * codes and its pause. What a buyer can get of it, which also depends on what is left and on its sessions, is
 * its sale status (sale-status.ts).
 */

/**
 * `with_code`: only with an access code. `not_started` may be bought early with one. `ended` is also an
 * event whose sessions have not begun, if their sales are over.
 */
export const SALES_PHASES = ['on_sale', 'not_started', 'with_code', 'paused', 'ended'] as const
export type SalesPhase = (typeof SALES_PHASES)[number]

/** A ticket type that is not sold now, while others of its event may be. */
export const TYPE_SALES_PHASES = ['not_started', 'ended'] as const
export type TypeSalesPhase = (typeof TYPE_SALES_PHASES)[number]

export interface SalesFacts {
  isPaused: boolean
  /** Whether something of it is on sale to everybody, whatever is left. */
  isOnSale: boolean
  /** The next time at which something starts to be sold; null if nothing will. */
  opensAt: Date | null
  /** Whether a code works now, or will. */
  takesCodes: boolean
}

export function salesPhaseOf({ isPaused, isOnSale, opensAt, takesCodes }: SalesFacts): SalesPhase {
  if (isPaused) return 'paused'
  if (isOnSale) return 'on_sale'
  if (opensAt) return 'not_started'
  return takesCodes ? 'with_code' : 'ended'
}

/** Whether a ticket type is in its own window; null if it is. */
export function typeSalesPhaseOf(
  { opensAt, closesAt }: { opensAt: Date | null; closesAt: Date | null },
  now: Date,
): { state: TypeSalesPhase; opensAt: Date | null } | null {
  if (closesAt && closesAt <= now) return { state: 'ended', opensAt: null }
  return opensAt && opensAt > now ? { state: 'not_started', opensAt } : null
}
