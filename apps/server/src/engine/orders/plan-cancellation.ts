import { granted, type Refused, type Result, refused } from '@foyer/contract'
import {
  CANCEL_REFUSALS,
  type CancellationQuote,
  type CancelRefusal,
  type ChangedBy,
  cancelSharePpm,
  drawOnCharges,
  quoteCancellation,
  SESSION_STATES,
  whyNotChangeable,
} from '@foyer/domain'
import type { Offers } from '../offers/offer-rules.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import type { LaneOrder, LaneTicket } from './order-types.ts'
import { doneChanges, refundableOrder, refundedOf } from './order-value.ts'

/** A cancellation that is possible, and what it gives back. */
export interface PlannedCancellation {
  /** In the order of their numbers. */
  tickets: readonly LaneTicket[]
  quote: CancellationQuote
  /** Why a buyer could not cancel them; null if one could. */
  beyond: CancelRefusal | null
  /** The charges that the refund is drawn on, the newest first. */
  draws: readonly { charge: LanePayment; amountMinor: number }[]
}

export type CancelPlanCode = 'ticket_not_found' | 'cancellation_not_possible'

/**
 * Plans a cancellation: what the tickets give back, or why it is not possible. The operation decides by it
 * behind its locks, and the call that quotes answers by it. `ticketIds` null: all tickets that can be
 * cancelled. The team may end every valid ticket; one that its buyer could not cancel gives nothing back,
 * and money goes back with a refund.
 */
export function planCancellation(
  offers: Offers,
  order: LaneOrder,
  charges: readonly LanePayment[],
  ticketIds: readonly string[] | null,
  by: ChangedBy,
): Result<PlannedCancellation, CancelPlanCode> {
  const ofOrder = whyNoTicketEnds(order)
  if (by === 'buyer' && ofOrder) return notPossible(ofOrder)
  const chosen = chosenTickets(offers, order, ticketIds, by)
  if (!chosen.ok) return chosen
  const tickets = chosen.value
  const rule = order.policy.cancel
  const now = offers.now
  const refusals = tickets.map(
    (ticket) => ofOrder ?? whyTicketStays(offers, order, ticket, 'buyer'),
  )
  const shares = tickets.map(({ id: ticketId, number, sessionId }, at) => {
    const startsAt = offers.offerOf(sessionId)?.startsAt ?? now
    const steps = [{ startsAt, now }, ...leftSessions(order, number, now)]
    const sharePpm = refusals[at] ? 0 : Math.min(...steps.map((step) => cancelSharePpm(rule, step)))
    return { ticketId, sharePpm }
  })
  const quote = quoteCancellation(refundableOrder(order, charges), shares, rule)
  const left = charges.map((charge) => ({
    id: charge.id,
    leftMinor: (charge.capturedMinor ?? 0) - refundedOf(charge).amountMinor,
  }))
  const draws = drawOnCharges(quote.refund, left).flatMap(({ id, amountMinor }) => {
    const charge = charges.find((each) => each.id === id)
    return charge ? { charge, amountMinor } : []
  })
  return granted({ tickets, quote, draws, beyond: refusals.find(Boolean) ?? null })
}

/**
 * The sessions that the buyer has taken a ticket out of, each with the time at which that was done. A
 * later session gives no larger share back than the ticket had then.
 */
const leftSessions = (order: LaneOrder, number: number, now: Date) =>
  doneChanges(order)
    .filter(({ kind, madeBy }) => kind === 'reschedule' && madeBy === 'buyer')
    .flatMap(({ tickets, ageSeconds }) => {
      const before = tickets.find((ticket) => ticket.number === number)?.before
      const startsAt = before && order.startsOfReplaced[before.sessionId]
      const leftAt = new Date(now.getTime() - (ageSeconds ?? 0) * 1000)
      return startsAt ? { startsAt: new Date(startsAt), now: leftAt } : []
    })

function chosenTickets(
  offers: Offers,
  order: LaneOrder,
  ticketIds: readonly string[] | null,
  by: ChangedBy,
): Result<LaneTicket[], CancelPlanCode> {
  // A replaced ticket is unknown: its buyer has not seen what the one in its place gives back.
  const known = order.tickets
    .filter(({ replacedBy }) => replacedBy === null)
    .sort((a, b) => a.number - b.number)
  if (ticketIds && !ticketIds.every((id) => known.some((ticket) => ticket.id === id))) {
    return TICKET_NOT_FOUND
  }
  const judged = known
    .filter(({ id }) => ticketIds?.includes(id) ?? true)
    .map((ticket) => ({ ticket, reason: whyTicketStays(offers, order, ticket, by) }))
  const staying = judged.filter(({ reason }) => reason)
  const ending = judged.filter(({ reason }) => !reason).map(({ ticket }) => ticket)
  const isRefused = ticketIds ? staying.length > 0 : ending.length === 0
  if (!isRefused) return granted(ending)
  const reason = CANCEL_REFUSALS.find((each) => staying.some((stays) => stays.reason === each))
  return notPossible(
    reason ?? 'already_cancelled',
    staying.map(({ ticket }) => ticket.id),
  )
}

/** Why a ticket cannot be cancelled now; null if it can. */
export function whyTicketStays(
  offers: Offers,
  order: LaneOrder,
  ticket: LaneTicket,
  by: ChangedBy,
): CancelRefusal | null {
  if (ticket.status !== 'VALID') return 'already_cancelled'
  if (ticket.isRedeemed) return 'redeemed'
  if (by === 'organizer') return null
  const session = offers.offerOf(ticket.sessionId)
  if (!session || !SESSION_STATES[session.state].isLeft) return 'session_closed'
  const { startsAt, endsAt } = session
  if (endsAt <= offers.now) return 'past'
  const reason = whyNotChangeable(order.policy.cancel, { startsAt, now: offers.now, doneBefore: 0 })
  return reason === 'limit_reached' ? null : reason
}

/** Why no ticket of an order can be cancelled, whatever the policy says; null if it decides. */
function whyNoTicketEnds(order: LaneOrder): CancelRefusal | null {
  if (order.status !== 'PAID') return 'already_cancelled'
  // While a bank takes a charge back, what is refunded as well would be paid twice.
  return order.isDisputed ? 'disputed' : null
}

const TICKET_NOT_FOUND = refused('ticket_not_found', 'This ticket is not valid any more.')

const SENTENCES: Readonly<Record<CancelRefusal, string>> = {
  redeemed: 'A ticket that was used at the door cannot be cancelled.',
  past: 'The session is over, so its tickets cannot be cancelled any more.',
  session_closed: 'This session was closed by the organizer, who decides about its tickets.',
  too_late: 'It is too late to cancel: the time for it has passed.',
  not_allowed: 'The organizer does not offer cancellations for this event.',
  disputed: 'Your bank is taking a charge for this order back, so it cannot be cancelled as well.',
  already_cancelled: 'These tickets were cancelled before.',
}

const notPossible = (
  reason: CancelRefusal,
  ticketIds: readonly string[] = [],
): Refused<'cancellation_not_possible'> =>
  refused('cancellation_not_possible', SENTENCES[reason], { reason, ticketIds })
