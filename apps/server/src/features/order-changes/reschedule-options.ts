import {
  granted,
  type orderChanges,
  type RescheduleOptions,
  type RescheduleSession,
  type Result,
} from '@foyer/contract'
import { type ChangedBy, type OrderChangeQuote, refundWithin, toMajor } from '@foyer/domain'
import { isShopStopped } from '../../context.ts'
import type { SessionOffer } from '../../engine/offers/offer-types.ts'
import type { OffersWithRoom } from '../../engine/offers/offers-with-room.ts'
import { neverChangeable, refusedToBuyers } from '../../engine/orders/change-refusals.ts'
import type { LaneTicket } from '../../engine/orders/order-types.ts'
import { validTickets } from '../../engine/orders/order-value.ts'
import {
  type Asking,
  chosenTickets,
  planChange,
  targetIn,
  whyNoneLeft,
  whyTicketStays,
} from '../../engine/orders/plan-change.ts'
import { type QuotedOrder, readOrder } from '../../engine/orders/read-orders.ts'
import type { Call } from '../../http/endpoint.ts'
import { selectOffersFor, selectTargetDays, selectTargets } from './queries.ts'
import { presentTerms, sessionIdsOf } from './quote-changes.ts'

/**
 * How many sessions one answer prices. An event with more answers the ones nearest to the present session,
 * all its days, and the sessions of a day when they are asked for: an answer of thousands would keep the
 * thread of all requests busy.
 */
const MOST_SESSIONS = 400

type Options = Result<
  RescheduleOptions,
  'order_not_found' | 'ticket_not_found' | 'reschedule_not_possible'
>

/** Prices an order as it would be in other sessions of its event. Nothing is held or changed. */
export function rescheduleOptions(
  {
    context,
    tenant,
    query,
  }: Pick<Call<typeof orderChanges.getRescheduleOptions>, 'context' | 'tenant' | 'query'>,
  orderId: string,
  by: ChangedBy,
): Promise<Options> {
  return context.db.withTenant(tenant.id, async (tx): Promise<Options> => {
    const read = await readOrder(tx, tenant.id, orderId)
    if (!read.ok) return read
    const order = read.value
    if (order.status !== 'PAID') return neverChangeable('reschedule', by, whyNoneLeft(order))
    if (by === 'buyer' && order.isDisputed) return refusedToBuyers('reschedule', 'disputed')
    const days = await selectTargetDays(tx, order.eventId, by)
    const isComplete = days.reduce((sum, day) => sum + day.sessions, 0) <= MOST_SESSIONS
    const near = presentSessionOf(order, query.ticketIds)
    const which = { by, date: query.date, near, limit: MOST_SESSIONS }
    const sessionIds = await selectTargets(tx, order.eventId, which)
    const known = [...new Set([...sessionIds, ...sessionIdsOf(order)])]
    const offers = await selectOffersFor(tx, tenant.id, order, known)
    const valid = validTickets(order)
    const unused = valid.filter(({ isRedeemed }) => !isRedeemed)
    const staysOf = (ticket: LaneTicket) =>
      by === 'buyer' ? whyTicketStays(offers, order, ticket, 'reschedule') : null
    const movable = unused.filter((ticket) => !staysOf(ticket)).map(({ id }) => id)
    const chosen = chosenTickets(order, query.ticketIds ?? movable)
    if (!chosen.ok) return chosen
    const tickets = chosen.value
    const staying = (tickets.length > 0 ? tickets : valid).find(({ id }) => !movable.includes(id))
    if (staying) {
      const reason = staying.isRedeemed ? null : staysOf(staying)
      return reason
        ? refusedToBuyers('reschedule', reason)
        : neverChangeable('reschedule', by, whyNoneLeft(order))
    }
    const [currentSession, ...others] = sessionsOf(offers, tickets)
    if (!currentSession) return neverChangeable('reschedule', by, whyNoneLeft(order))
    return granted({
      success: true,
      currentSession,
      currentSessions: [currentSession, ...others],
      tickets: valid.map((ticket) => ({
        id: ticket.id,
        ticketTypeName: ticket.typeName,
        sessionId: ticket.sessionId,
        canMove: movable.includes(ticket.id),
        isChosen: tickets.includes(ticket),
      })),
      days,
      availableSessions: sessionOptions(offers, order, {
        ...{ tickets, sessionIds, by },
        isShopStopped: isShopStopped(context, tenant),
      }),
      isComplete,
      currency: order.quote.currency,
      policy: presentTerms(offers, order, tickets, 'reschedule'),
    })
  })
}

/** The session of the first chosen ticket that is valid, or else of the first that the order had. */
function presentSessionOf(order: QuotedOrder, ticketIds: readonly string[] | undefined) {
  const valid = validTickets(order)
  const ticket = valid.find(({ id }) => ticketIds?.includes(id)) ?? valid[0] ?? order.tickets[0]
  return ticket?.sessionId ?? null
}

/** The sessions that tickets are in, by start. */
const sessionsOf = (offers: OffersWithRoom, tickets: readonly LaneTicket[]) =>
  [...new Set(tickets.map(({ sessionId }) => sessionId))]
    .flatMap((id) => {
      const session = offers.offerOf(id)
      return session ? [{ id, session }] : []
    })
    .sort((a, b) => a.session.startsAt.getTime() - b.session.startsAt.getTime())
    .map(({ id, session }) => presentSession(id, session))

const presentSession = (id: string, { startsAt, shown }: SessionOffer) => ({
  id,
  startTime: startsAt.toISOString(),
  displayName: shown.sessionName,
})

/**
 * Each session that sells the types of all the tickets, with what it costs to take them there. Sessions
 * that sell them at the same prices and fees cost the same, so each quote is made once.
 */
function sessionOptions(
  offers: OffersWithRoom,
  order: QuotedOrder,
  {
    tickets,
    sessionIds,
    ...asking
  }: { tickets: readonly LaneTicket[]; sessionIds: readonly string[] } & Asking,
): RescheduleSession[] {
  const ticketIds = tickets.map(({ id }) => id)
  const typeIds = [...new Set(tickets.map(({ ticketTypeId }) => ticketTypeId))]
  const quotes = new Map<string, OrderChangeQuote | null>()
  const quoteOf = (toSessionId: string): OrderChangeQuote | null => {
    const request = { kind: 'reschedule', ticketIds, toSessionId } as const
    const planned = planChange(offers, order, request, asking)
    return planned.ok ? refundWithin(planned.value.quote, order.leftMinor) : null
  }
  return sessionIds.flatMap((id): RescheduleSession[] => {
    const session = offers.offerOf(id)
    const moving = tickets.filter(({ sessionId }) => sessionId !== id)
    const prices = typeIds.map((ticketTypeId) => {
      const target = targetIn(offers, {
        sessionId: id,
        ticketTypeId,
        kind: 'reschedule',
        by: asking.by,
      })
      return typeof target === 'string' ? null : target.to
    })
    const isSold = moving.every(({ ticketTypeId }) => prices[typeIds.indexOf(ticketTypeId)])
    if (!session || !isSold) return []
    const key = JSON.stringify([prices, moving.map((ticket) => ticket.id)])
    const quote = quotes.has(key) ? quotes.get(key) : quoteOf(id)
    quotes.set(key, quote ?? null)
    if (!quote) return []
    const { currency } = order.quote
    const major = (minor: number) => toMajor(minor, currency)
    const { differenceMinor } = quote
    return [
      {
        ...presentSession(id, session),
        date: session.localDate,
        isCurrent: moving.length === 0,
        priceDifference: major(Math.round(differenceMinor / Math.max(1, moving.length))),
        isSameForEach: isSameForEach(quote),
        totalDifference: major(differenceMinor),
        amountDue: major(quote.due.amountMinor),
        amountRefunded: major(quote.refund.amountMinor),
        isWaived: quote.isWaived,
        ...roomFor(offers, id, moving.length > 0 ? moving : tickets),
      },
    ]
  })
}

/**
 * Amounts of an order are shared among its tickets to the cent, before and after the change: equal
 * tickets may differ by a cent in each.
 */
const ROUNDING_MINOR = 2

/** Whether every ticket that moves costs the same more, apart from the rounding to cents. */
function isSameForEach({ tickets }: OrderChangeQuote): boolean {
  const differences = tickets.map(({ before, after }) => after.amountMinor - before.amountMinor)
  return Math.max(...differences) - Math.min(...differences) <= ROUNDING_MINOR
}

/** What a session has left for tickets of these types, and whether all of them fit. */
function roomFor(
  offers: OffersWithRoom,
  sessionId: string,
  tickets: readonly LaneTicket[],
): Pick<RescheduleSession, 'availableCapacity' | 'hasRoom'> {
  const byType = Map.groupBy(tickets, ({ ticketTypeId }) => ticketTypeId)
  return {
    availableCapacity: offers.roomForAll(sessionId, [...byType.keys()]),
    hasRoom: offers.fits(
      [...byType].map(([ticketTypeId, { length: quantity }]) => ({
        ...{ sessionId, ticketTypeId, quantity },
      })),
    ),
  }
}
