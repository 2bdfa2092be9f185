import { granted, type Result, refused } from '@foyer/contract'
import {
  type ChangeableOrder,
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
 * What it costs to take all tickets of an order to another session of its event, and why that is not
 * possible, apart from room. The operation that reschedules decides by this, and the call that only
 * quotes answers by it.
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
  if (!leaving.every((sold) => mayLeave(offers, sold.sessionId))) return CANNOT_RESCHEDULE
  const changes = []
  for (const from of leaving) {
    // A ticket of an archived type was bought: it may move, though no new one is sold.
    const offered = offeredIn(offers, toSessionId, from.ticketTypeId, { isArchived: false })
    if (!offered) return CANNOT_RESCHEDULE
    changes.push({ from, quantity: from.quantity, to: offered })
  }
  return granted(quoteOrderChange(order, changes))
}

/**
 * What it costs to turn `quantity` tickets of one type into another, each in its own session; of
 * tickets in several sessions the first in `order.sold`. Room is another question.
 */
export function quoteUpgrade(
  offers: Offers,
  order: ChangeableOrder,
  upgrade: { fromTypeId: string; toTypeId: string; quantity: number },
): Result<OrderChangeQuote, 'upgrade_not_possible'> {
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

/** Whether tickets of a session may go to another one: it has not begun. */
function mayLeave(offers: Offers, sessionId: string): boolean {
  const session = offers.offerOf(sessionId)
  return (
    session !== undefined && SESSION_STATES[session.state].isLeft && session.startsAt > offers.now
  )
}

/** Null where the type is not on sale in the session; `known` replaces what is known of the offer. */
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
