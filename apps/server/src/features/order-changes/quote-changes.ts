import {
  type ChangeQuote,
  granted,
  type orderChanges,
  type PolicyTerms,
  type RescheduleQuote,
  type Result,
} from '@foyer/contract'
import {
  type BeyondBuyers,
  type ChangedBy,
  type ChangeRequestKind,
  type OrderChangeQuote,
  refundWithin,
} from '@foyer/domain'
import { type Context, isShopStopped } from '../../context.ts'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import type { OffersWithRoom } from '../../engine/offers/offers-with-room.ts'
import { changedTooOften } from '../../engine/orders/change-order.ts'
import { CANNOT_RESCHEDULE } from '../../engine/orders/change-refusals.ts'
import type { LaneOrder, LaneTicket } from '../../engine/orders/order-types.ts'
import { validTickets } from '../../engine/orders/order-value.ts'
import {
  type PlanCode,
  type PlannedChange,
  planChange,
  timesChanged,
} from '../../engine/orders/plan-change.ts'
import { readOrder } from '../../engine/orders/read-orders.ts'
import type { Call } from '../../http/endpoint.ts'
import { selectOffersFor } from './queries.ts'

type Quoted = Result<RescheduleQuote, PlanCode>

/** Prices an order as it would be in another session. Nothing is held and nothing changes. */
export function quoteRescheduleOfOrder(
  {
    context,
    tenant,
    query,
  }: Pick<Call<typeof orderChanges.quoteReschedule>, 'context' | 'tenant' | 'query'>,
  orderId: string,
  by: ChangedBy,
): Promise<Quoted> {
  const { newSessionId } = query
  return context.db.withTenant(tenant.id, async (tx): Promise<Quoted> => {
    const read = await readOrder(tx, tenant.id, orderId)
    if (!read.ok) return read
    const order = read.value
    const offers = await selectOffersFor(tx, tenant.id, order, [
      newSessionId,
      ...sessionIdsOf(order),
    ])
    const ticketIds = query.ticketIds ?? null
    const request = { kind: 'reschedule', ticketIds, toSessionId: newSessionId } as const
    const planned = planChange(offers, order, request, {
      by,
      isShopStopped: isShopStopped(context, tenant),
    })
    if (!planned.ok) return planned
    const session = offers.offerOf(newSessionId)
    if (!session) return CANNOT_RESCHEDULE
    const moving = planned.value.tickets.map(({ ticket }) => ticket)
    const valid = validTickets(order)
    return granted({
      session: {
        id: newSessionId,
        startTime: session.startsAt.toISOString(),
        date: session.localDate,
      },
      hasRoom: hasRoomFor(offers, planned.value),
      policy: presentTerms(offers, order, moving.length > 0 ? moving : valid, 'reschedule'),
      change: presentChange(refundWithin(planned.value.quote, order.leftMinor)),
      beyondBuyers: by === 'buyer' ? null : beyondBuyers(context, order, planned.value),
    })
  })
}

/** Why a buyer could not make a planned change now, by the policy or because they changed too often. */
export const beyondBuyers = (
  { bounds }: Pick<Context, 'bounds'>,
  order: LaneOrder,
  { beyond }: PlannedChange,
): BeyondBuyers | null =>
  beyond ?? (changedTooOften(order, bounds.reschedulesOfOneOrder) ? 'limit_reached' : null)

/** The sessions of all tickets of an order. */
export const sessionIdsOf = ({ tickets }: LaneOrder) => [
  ...new Set(tickets.map(({ sessionId }) => sessionId)),
]

/** Whether what a change takes is left, once the tickets that it ends are given back. */
export const hasRoomFor = (offers: OffersWithRoom, { tickets }: PlannedChange): boolean =>
  offers.fits(
    tickets.map(({ toSessionId: sessionId, to: { ticketTypeId } }) => ({
      ...{ sessionId, ticketTypeId, quantity: 1 },
    })),
    tickets.map(({ ticket: { sessionId, ticketTypeId } }) => ({
      ...{ sessionId, ticketTypeId, quantity: 1 },
    })),
  )

/** What a change costs, as the contract names it. */
export const presentChange = ({
  before,
  after,
  changeFeeMinor,
  differenceMinor,
  isWaived,
  due,
  refund,
}: OrderChangeQuote): ChangeQuote => ({
  before: presentQuote(before),
  after: presentQuote(after),
  changeFeeMinor,
  differenceMinor,
  isWaived,
  dueMinor: due.amountMinor,
  refundMinor: refund.amountMinor,
})

/** The terms of the order's policy for these tickets, as they are shown before anybody starts. */
export function presentTerms(
  offers: OffersWithRoom,
  order: LaneOrder,
  tickets: readonly LaneTicket[],
  kind: ChangeRequestKind,
): PolicyTerms {
  const { untilMinutes, limit, fee, refundsDecrease } = order.policy[kind]
  const starts = tickets.flatMap(({ sessionId }) => offers.offerOf(sessionId)?.startsAt ?? [])
  const firstStart = Math.min(...starts.map((startsAt) => startsAt.getTime()))
  return {
    changesUntil: new Date(firstStart - untilMinutes * 60_000).toISOString(),
    changesLeft: limit === null ? null : Math.max(0, limit - timesChanged(order, kind)),
    fee,
    refundsDecrease,
  }
}
