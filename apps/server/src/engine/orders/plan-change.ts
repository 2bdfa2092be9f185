import { type ChangeParams, granted, type Refused, type Result, refused } from '@foyer/contract'
import {
  type ChangedTicket,
  type ChangeRequestKind,
  changeFeeMinor,
  type NotChangeable,
  type OfferedTickets,
  type OrderChangeQuote,
  quoteOrderChange,
  SESSION_STATES,
  whyNotChangeable,
  whyNotOnSale,
} from '@foyer/domain'
import { type Offers, offerIn } from '../offers/offer-rules.ts'
import { SESSION_NOT_FOUND } from '../refusals.ts'
import type { LaneOrder, LaneTicket } from './order-types.ts'
import { changeableOrder, doneChanges, validTickets } from './order-value.ts'

export const CANNOT_RESCHEDULE = refused(
  'reschedule_not_possible',
  'This order cannot be rescheduled at this time.',
)

export const CANNOT_UPGRADE = refused(
  'upgrade_not_possible',
  'No upgrade options are available for this order.',
)

/** What a buyer asks for. `ticketIds` null: all valid tickets of the order that are not there yet. */
export type ChangeRequest =
  | { kind: 'reschedule'; ticketIds: readonly string[] | null; toSessionId: string }
  | { kind: 'upgrade'; ticketIds: readonly string[]; toTypeId: string }

/** A change as a client names it. */
export const changeRequestOf = (change: ChangeParams): ChangeRequest =>
  change.type === 'reschedule'
    ? { kind: 'reschedule', ticketIds: change.ticketIds ?? null, toSessionId: change.newSessionId }
    : { kind: 'upgrade', ticketIds: change.ticketIds, toTypeId: change.newTicketTypeId }

/** A change that is possible, apart from room, and what it costs. */
export interface PlannedChange {
  kind: ChangeRequestKind
  /** None if every ticket is where it was asked to be. */
  tickets: readonly PlannedTicket[]
  quote: OrderChangeQuote
}

interface PlannedTicket {
  ticket: LaneTicket
  toSessionId: string
  to: OfferedTickets
}

export type PlanCode =
  | 'order_not_found'
  | 'session_not_found'
  | 'ticket_not_found'
  | 'reschedule_not_possible'
  | 'upgrade_not_possible'

/**
 * Plans a change of an order by its buyer: which tickets become which, and what it costs; or why it is
 * not possible. The operations decide by it behind their locks, and the calls that quote answer by it.
 * Whether there is room is another question.
 */
export function planChange(
  offers: Offers,
  order: LaneOrder,
  request: ChangeRequest,
): Result<PlannedChange, PlanCode> {
  const cannot = request.kind === 'reschedule' ? CANNOT_RESCHEDULE : CANNOT_UPGRADE
  // While a charge is disputed, the value of the order is unknown.
  if (order.status !== 'PAID' || order.isDisputed) return cannot
  const chosen = chosenTickets(order, request.ticketIds)
  if (!chosen.ok) return chosen
  if (chosen.value.length === 0) return cannot
  const isReschedule = request.kind === 'reschedule'
  if (isReschedule) {
    const to = offers.offerOf(request.toSessionId)
    if (!to || to.eventId !== order.eventId) return SESSION_NOT_FOUND
  }
  const leaving = chosen.value.filter((ticket) =>
    isReschedule
      ? ticket.sessionId !== request.toSessionId
      : ticket.ticketTypeId !== request.toTypeId,
  )
  const rule = order.policy[request.kind]
  const tickets: PlannedTicket[] = []
  for (const ticket of leaving) {
    const reason = whyTicketStays(offers, order, ticket, request.kind)
    if (reason) return refusalFor(cannot, reason)
    const toSessionId = isReschedule ? request.toSessionId : ticket.sessionId
    const toTypeId = isReschedule ? ticket.ticketTypeId : request.toTypeId
    const known = isReschedule ? OF_BOUGHT_TICKET : {}
    const to = offeredIn(offers, toSessionId, toTypeId, known)
    if (!to) return cannot
    // An upgrade is to a type that costs more.
    if (!isReschedule && to.unitPriceMinor <= presentPriceMinor(offers, ticket)) return cannot
    tickets.push({ ticket, toSessionId, to })
  }
  const changeable = changeableOrder(order)
  const bought = changeable.units.filter((unit) =>
    tickets.some(({ ticket }) => ticket.id === unit.ticketId),
  )
  const fee = changeFeeMinor(
    rule,
    bought.map((unit) => unit.priceMinor - unit.discountMinor),
  )
  const quote = quoteOrderChange(
    changeable,
    tickets.map(({ ticket, to }) => ({ ticketId: ticket.id, to })),
    { changeFeeMinor: fee, refundsDecrease: rule.refundsDecrease },
  )
  return granted({ kind: request.kind, tickets, quote })
}

/** Why a ticket stays as it is: it was used or its session is over, or the policy of its event says so. */
export type TicketStays = 'not_usable' | NotChangeable

/** Why a valid ticket may not be changed by its buyer now, wherever it would go; null if it may. */
export function whyTicketStays(
  offers: Offers,
  order: LaneOrder,
  { sessionId, isRedeemed }: LaneTicket,
  kind: ChangeRequestKind,
): TicketStays | null {
  const from = offers.offerOf(sessionId)
  if (!from || isRedeemed || !SESSION_STATES[from.state].isLeft) return 'not_usable'
  if (from.endsAt <= offers.now) return 'not_usable'
  const doneBefore = timesChanged(order, kind)
  return whyNotChangeable(order.policy[kind], {
    startsAt: from.startsAt,
    now: offers.now,
    doneBefore,
  })
}

/** The present price of a ticket's type in its session, without fees: dearer types are upgrades. */
export const presentPriceMinor = (offers: Offers, ticket: LaneTicket): number =>
  offers.offerOf(ticket.sessionId)?.types.get(ticket.ticketTypeId)?.unitPriceMinor ??
  ticket.priceMinor

/** How often its buyer changed an order in this way. What the organizer caused does not count. */
export const timesChanged = (order: LaneOrder, kind: ChangeRequestKind): number =>
  doneChanges(order).filter((change) => change.kind === kind && change.madeBy === 'buyer').length

/** The refusal with the reason of the policy, so that a page can explain it. */
export function refusalFor<C extends 'reschedule_not_possible' | 'upgrade_not_possible'>(
  cannot: Refused<C>,
  reason: TicketStays,
): Refused<C> {
  const { code, message } = cannot.refusal
  return reason === 'not_usable' ? cannot : refused(code, message, { reason })
}

const TICKET_NOT_FOUND = refused('ticket_not_found', 'This ticket is not valid any more.')

/**
 * The named tickets, in the order of their numbers; all valid ones if none are named. A ticket that was
 * replaced means the one that it is now, so that a repeated request finds its change made.
 */
export function chosenTickets(
  order: LaneOrder,
  ticketIds: readonly string[] | null,
): Result<LaneTicket[], 'ticket_not_found'> {
  const valid = validTickets(order)
  if (!ticketIds) return granted(valid.filter(({ isRedeemed }) => !isRedeemed))
  const numbers = ticketIds.map((id) => order.tickets.find((each) => each.id === id)?.number)
  const isKnown = numbers.every((number) => valid.some((ticket) => ticket.number === number))
  return isKnown
    ? granted(valid.filter(({ number }) => numbers.includes(number)))
    : TICKET_NOT_FOUND
}

/**
 * A ticket that was bought may move within its type, though none of the type is sold any more, or only to
 * buyers with a code.
 */
export const OF_BOUGHT_TICKET = {
  isArchived: false,
  isHidden: false,
  typeOpensAt: null,
  typeClosesAt: null,
} as const

/** Null where the type is not on sale in the session; `known` replaces what is known of the offer. */
export function offeredIn(
  offers: Offers,
  sessionId: string,
  ticketTypeId: string,
  known: Partial<typeof OF_BOUGHT_TICKET>,
): OfferedTickets | null {
  const type = offers.offerOf(sessionId)?.types.get(ticketTypeId)
  const offer = offerIn(offers, sessionId, ticketTypeId)
  if (!type || !offer || whyNotOnSale({ ...offer, ...known }, offers.now)) return null
  const { name, unitPriceMinor, feeSet, taxRate } = type
  return unitPriceMinor === null ? null : { ticketTypeId, name, unitPriceMinor, feeSet, taxRate }
}

/** The tickets of a plan as the history of the order shows them; `newId` names the new tickets. */
export const changedTicketsOf = (
  { tickets, quote }: PlannedChange,
  newId: () => string,
): ChangedTicket[] =>
  tickets.map(({ ticket, toSessionId }, index) => {
    const after = quote.tickets[index]?.after
    if (!after) throw new Error(`Ticket ${ticket.id} has no quote`)
    return {
      number: ticket.number,
      before: sideOf(ticket),
      after: {
        ticketId: newId(),
        sessionId: toSessionId,
        ticketTypeId: after.id,
        typeName: after.name,
        priceMinor: after.priceMinor,
        discountMinor: after.discountMinor,
        feeMinor: after.feeMinor,
        charges: after.charges,
      },
    }
  })

/** A ticket as one side of a change. */
export const sideOf = ({
  id: ticketId,
  sessionId,
  ticketTypeId,
  typeName,
  priceMinor,
  discountMinor,
  feeMinor,
  charges,
}: LaneTicket) => ({
  ticketId,
  sessionId,
  ticketTypeId,
  typeName,
  priceMinor,
  discountMinor,
  feeMinor,
  ...(charges ? { charges } : {}),
})
