import { granted, type Result, refused } from '@foyer/contract'
import {
  type ChangeableOrder,
  isPartlyUsed,
  type OfferedTickets,
  type OrderChangeQuote,
  quoteOrderChange,
  SESSION_STATES,
  whyNotOnSale,
} from '@foyer/domain'
import { type Offers, offerIn } from '../offers/offer-rules.ts'
import { SESSION_NOT_FOUND } from '../refusals.ts'

export const CANNOT_RESCHEDULE = refused(
  'reschedule_not_possible',
  'This order cannot be rescheduled at this time.',
)

export const CANNOT_UPGRADE = refused(
  'upgrade_not_possible',
  'This order cannot be upgraded at this time.',
)

/**
 * Says what it costs to move all tickets of an order to another session of its event, or why that
 * is not possible. Room is not checked. The operation that reschedules and the call that only
 * quotes both use it.
 */
export function quoteReschedule(
  offers: Offers,
  order: ChangeableOrder,
  toSessionId: string,
): Result<OrderChangeQuote, 'session_not_found' | 'reschedule_not_possible'> {
  const to = offers.offerOf(toSessionId)
  const leaving = order.sold.filter(({ sessionId }) => sessionId !== toSessionId)
  const isSameEvent = order.sold.every(
    ({ sessionId }) => offers.offerOf(sessionId)?.eventId === to?.eventId,
  )
  if (!to || !isSameEvent) return SESSION_NOT_FOUND
  if (isPartlyUsed(order.tickets)) return CANNOT_RESCHEDULE
  if (!leaving.every((sold) => mayLeave(offers, sold.sessionId))) return CANNOT_RESCHEDULE
  const changes = []
  for (const from of leaving) {
    // The type was archived after the sale: its tickets may be rescheduled, though no new ones are
    // sold.
    const offered = offeredIn(offers, toSessionId, from.ticketTypeId, { isArchived: false })
    if (!offered) return CANNOT_RESCHEDULE
    changes.push({ from, quantity: from.quantity, to: offered })
  }
  return granted(quoteOrderChange(order, changes))
}

/**
 * Says what it costs to turn `quantity` tickets of one type into another type of the same session.
 * If the tickets are in several sessions, the first in `order.sold` counts. Room is not checked.
 */
export function quoteUpgrade(
  offers: Offers,
  order: ChangeableOrder,
  upgrade: { fromTypeId: string; toTypeId: string; quantity: number },
): Result<OrderChangeQuote, 'upgrade_not_possible'> {
  if (isPartlyUsed(order.tickets)) return CANNOT_UPGRADE
  const changes = []
  let left = upgrade.quantity
  for (const from of order.sold) {
    if (from.ticketTypeId !== upgrade.fromTypeId || left === 0) continue
    const offered = offeredIn(offers, from.sessionId, upgrade.toTypeId)
    if (!offered) return CANNOT_UPGRADE
    const quantity = Math.min(left, from.quantity)
    left -= quantity
    changes.push({ from, quantity, to: offered })
  }
  return left > 0 ? CANNOT_UPGRADE : granted(quoteOrderChange(order, changes))
}

/** Whether tickets may leave a session: it has not begun. */
function mayLeave(offers: Offers, sessionId: string): boolean {
  const session = offers.offerOf(sessionId)
  return (
    session !== undefined && SESSION_STATES[session.state].isLeft && session.startsAt > offers.now
  )
}

/**
 * The offer of a type in a session; null if it is not on sale there. `known` replaces fields of the
 * offer.
 */
function offeredIn(
  offers: Offers,
  sessionId: string,
  ticketTypeId: string,
  known: { isArchived?: false } = {},
): OfferedTickets | null {
  const type = offers.offerOf(sessionId)?.types.get(ticketTypeId)
  const offer = offerIn(offers, sessionId, ticketTypeId)
  if (!type || !offer || whyNotOnSale({ ...offer, ...known }, offers.now)) return null
  const { name, unitPriceMinor, feeSet } = type
  return unitPriceMinor === null ? null : { ticketTypeId, name, unitPriceMinor, feeSet }
}
