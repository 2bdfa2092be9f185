import { type ChangeParams, granted, type Result, refused } from '@foyer/contract'
import {
  type BeyondBuyers,
  type ChangedBy,
  type ChangedTicket,
  type ChangeRequestKind,
  changeFeeMinor,
  givenMinor,
  type OfferedTickets,
  type OrderChangeQuote,
  quoteOrderChange,
  SESSION_STATES,
  whyNotChangeable,
  whyNotOnSale,
} from '@foyer/domain'
import { type Offers, offerIn, whyNotGiven } from '../offers/offer-rules.ts'
import { SESSION_NOT_FOUND } from '../refusals.ts'
import {
  type CannotChangeCode,
  type NeverChangeable,
  neverChangeable,
  refusedToBuyers,
} from './change-refusals.ts'
import type { LaneOrder, LaneTicket } from './order-types.ts'
import { changeableOrder, doneChanges, validTickets } from './order-value.ts'

/** What a buyer asks for. `ticketIds` null: all valid tickets of the order that are not there yet. */
export type ChangeRequest =
  | { kind: 'reschedule'; ticketIds: readonly string[] | null; toSessionId: string }
  | { kind: 'upgrade'; ticketIds: readonly string[]; toTypeId: string }

/** A change as a client names it. */
export const changeRequestOf = (change: ChangeParams): ChangeRequest =>
  change.type === 'reschedule'
    ? { kind: 'reschedule', ticketIds: change.ticketIds ?? null, toSessionId: change.newSessionId }
    : { kind: 'upgrade', ticketIds: change.ticketIds, toTypeId: change.newTicketTypeId }

/** Who asks for a change, and in which shop. */
export interface Asking {
  by: ChangedBy
  /** A shop that is stopped takes no money for tickets that it gave away; what it sold may be changed. */
  isShopStopped: boolean
}

/** A change that is possible, apart from room, and what it costs. */
export interface PlannedChange {
  kind: ChangeRequestKind
  /** None if every ticket is where it was asked to be. */
  tickets: readonly PlannedTicket[]
  quote: OrderChangeQuote
  /** Why a buyer could not make it; null if one could. */
  beyond: BeyondBuyers | null
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
  | CannotChangeCode

/**
 * Plans a change of an order: which tickets become which, and what it costs; or why it is not possible.
 * The operations decide by it behind their locks, and the calls that quote answer by it. Whether there is
 * room is another question. The policy of the event and the sale of the target bind buyers; the team may
 * change every valid ticket, at the same prices.
 */
export function planChange(
  offers: Offers,
  order: LaneOrder,
  request: ChangeRequest,
  { by, isShopStopped }: Asking,
): Result<PlannedChange, PlanCode> {
  const { kind } = request
  if (order.status !== 'PAID') return neverChangeable(kind, by, 'no_valid_ticket')
  // While a charge is disputed, the value of the order is unknown.
  const beyond: BeyondBuyers[] = order.isDisputed ? ['disputed'] : []
  if (by === 'buyer' && order.isDisputed) return refusedToBuyers(kind, 'disputed')
  const chosen = chosenTickets(order, request.ticketIds)
  if (!chosen.ok) return chosen
  if (chosen.value.length === 0) return neverChangeable(kind, by, whyNoneLeft(order))
  if (request.kind === 'reschedule') {
    const to = offers.offerOf(request.toSessionId)
    if (!to || to.eventId !== order.eventId) return SESSION_NOT_FOUND
  }
  const tickets: PlannedTicket[] = []
  for (const ticket of chosen.value) {
    const toSessionId = request.kind === 'reschedule' ? request.toSessionId : ticket.sessionId
    const toTypeId = request.kind === 'upgrade' ? request.toTypeId : ticket.ticketTypeId
    if (ticket.sessionId === toSessionId && ticket.ticketTypeId === toTypeId) continue
    if (ticket.isRedeemed) return neverChangeable(kind, by, 'redeemed')
    const stays = whyTicketStays(offers, order, ticket, kind)
    if (stays) beyond.push(stays)
    if (by === 'buyer' && stays) return refusedToBuyers(kind, stays)
    const target = targetIn(offers, { sessionId: toSessionId, ticketTypeId: toTypeId, kind, by })
    if (typeof target === 'string') return neverChangeable(kind, by, target)
    if (!target.isOnSale) beyond.push('not_on_sale')
    const isDearer = target.to.unitPriceMinor > presentPriceMinor(offers, ticket)
    if (kind === 'upgrade' && !isDearer) return neverChangeable(kind, by, 'not_dearer')
    tickets.push({ ticket, toSessionId, to: target.to })
  }
  const quote = quotePlanned(offers, order, { kind, tickets, by })
  if (isShopStopped && order.isGift && quote.due.amountMinor > 0) {
    return neverChangeable(kind, by, 'shop_paused')
  }
  return granted({ kind, tickets, quote, beyond: beyond[0] ?? null })
}

function quotePlanned(
  offers: Offers,
  order: LaneOrder,
  { kind, tickets, by }: Pick<PlannedChange, 'kind' | 'tickets'> & { by: ChangedBy },
): OrderChangeQuote {
  const rule = order.policy[kind]
  const changeable = changeableOrder(order)
  const isGiven = order.isGift && kind === 'reschedule'
  const charged = changeable.units.filter(
    (unit) =>
      tickets.some(({ ticket }) => ticket.id === unit.ticketId) &&
      !(isGiven && by === 'organizer' && unit.priceMinor === 0),
  )
  const fee = changeFeeMinor(
    rule,
    charged.map((unit) => unit.priceMinor - unit.discountMinor),
  )
  const exchanges = tickets.map(({ ticket, to }) => ({
    ticketId: ticket.id,
    to,
    givenMinor: isGiven
      ? givenMinor(by, {
          paidMinor: ticket.priceMinor,
          presentMinor: presentPriceMinor(offers, ticket),
          newMinor: to.unitPriceMinor,
        })
      : 0,
  }))
  return quoteOrderChange(changeable, exchanges, {
    changeFeeMinor: fee,
    // What the bank takes back is not refunded as well.
    refundsDecrease: rule.refundsDecrease && !order.isDisputed,
  })
}

/** Why an order has no ticket that can be changed. */
export const whyNoneLeft = (order: LaneOrder): NeverChangeable =>
  validTickets(order).length > 0 ? 'redeemed' : 'no_valid_ticket'

/** Why the buyer of an unused, valid ticket may not change it now, wherever it would go; null if they may. */
export function whyTicketStays(
  offers: Offers,
  order: LaneOrder,
  { sessionId }: LaneTicket,
  kind: ChangeRequestKind,
): BeyondBuyers | null {
  const from = offers.offerOf(sessionId)
  if (!from || !SESSION_STATES[from.state].isLeft) return 'called_off'
  if (from.endsAt <= offers.now) return 'over'
  const doneBefore = timesChanged(order, kind)
  return whyNotChangeable(order.policy[kind], {
    startsAt: from.startsAt,
    now: offers.now,
    doneBefore,
  })
}

/** A type in a session, as the target of a change. */
interface Target {
  sessionId: string
  ticketTypeId: string
  kind: ChangeRequestKind
  by: ChangedBy
}

/**
 * Where a ticket may go, at today's price; or why it cannot. Buyers get what is on sale, the team whatever
 * the session has of the type.
 */
export function targetIn(
  offers: Offers,
  { sessionId, ticketTypeId, kind, by }: Target,
): { to: OfferedTickets; isOnSale: boolean } | NeverChangeable {
  const onSale = offeredIn(
    offers,
    sessionId,
    ticketTypeId,
    kind === 'reschedule' ? OF_BOUGHT_TICKET : {},
  )
  if (onSale) return { to: onSale, isOnSale: true }
  if (by === 'buyer') return 'not_sold'
  const why = whyNotGiven(offers, sessionId)
  if (why) return why === 'unknown' ? 'not_sold' : why
  const offer = offerIn(offers, sessionId, ticketTypeId)
  if (!offer?.isStocked || (kind === 'upgrade' && offer.isArchived)) return 'not_sold'
  const to = pricedIn(offers, sessionId, ticketTypeId)
  return to ? { to, isOnSale: false } : 'not_priced'
}

/** The present price of a ticket's type in its session, without fees: dearer types are upgrades. */
export const presentPriceMinor = (offers: Offers, ticket: LaneTicket): number =>
  offers.offerOf(ticket.sessionId)?.types.get(ticket.ticketTypeId)?.unitPriceMinor ??
  ticket.priceMinor

/** How often its buyer changed an order in this way. What the organizer caused does not count. */
export const timesChanged = (order: LaneOrder, kind: ChangeRequestKind): number =>
  doneChanges(order).filter((change) => change.kind === kind && change.madeBy === 'buyer').length

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
  const offer = offerIn(offers, sessionId, ticketTypeId)
  const isOnSale = offer && whyNotOnSale({ ...offer, ...known }, offers.now) === null
  return isOnSale ? pricedIn(offers, sessionId, ticketTypeId) : null
}

/** A type at its price in a session; null without one. */
function pricedIn(offers: Offers, sessionId: string, ticketTypeId: string): OfferedTickets | null {
  const type = offers.offerOf(sessionId)?.types.get(ticketTypeId)
  if (!type) return null
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
