import {
  type ChangeQuote,
  granted,
  type orderChanges,
  type PolicyTerms,
  type ResultOf,
  refused,
  type UpgradeOption,
} from '@foyer/contract'
import {
  type ChangeRequestKind,
  type OrderChangeQuote,
  refundWithin,
  whySessionNotOnSale,
} from '@foyer/domain'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import type { SessionOffer } from '../../engine/offers/offer-types.ts'
import type { OffersWithRoom } from '../../engine/offers/offers-with-room.ts'
import type { LaneOrder, LaneTicket } from '../../engine/orders/order-types.ts'
import {
  CANNOT_RESCHEDULE,
  CANNOT_UPGRADE,
  type PlannedChange,
  planChange,
  timesChanged,
} from '../../engine/orders/plan-change.ts'
import { readOrder } from '../../engine/orders/read-orders.ts'
import { ORDER_NOT_FOUND } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'
import { selectDescriptions, selectOffersFor } from './queries.ts'

type RescheduleQuote = ResultOf<typeof orderChanges.quoteReschedule>
type UpgradeQuotes = ResultOf<typeof orderChanges.quoteUpgrades>

/** Prices an order as it would be in another session. Nothing is held and nothing changes. */
export function quoteRescheduleOfOrder(
  call: Call<typeof orderChanges.quoteReschedule>,
): Promise<RescheduleQuote> {
  const { context, tenant, query, principal } = call
  const { newSessionId } = query
  return context.db.withTenant(tenant.id, async (tx): Promise<RescheduleQuote> => {
    const order = await readOrder(tx, tenant.id, principal.row.id)
    if (!order) return ORDER_NOT_FOUND
    const offers = await selectOffersFor(tx, tenant.id, order, [
      newSessionId,
      ...sessionIdsOf(order),
    ])
    const ticketIds = query.ticketIds ?? null
    const request = { kind: 'reschedule', ticketIds, toSessionId: newSessionId } as const
    const planned = planChange(offers, order, request)
    if (!planned.ok) return planned
    const session = offers.offerOf(newSessionId)
    if (!session) return CANNOT_RESCHEDULE
    const moving = planned.value.tickets.map(({ ticket }) => ticket)
    const valid = order.tickets.filter(({ status }) => status === 'VALID')
    return granted({
      session: {
        id: newSessionId,
        startTime: session.startsAt.toISOString(),
        date: session.localDate,
      },
      hasRoom: hasRoomFor(offers, planned.value),
      policy: presentTerms(offers, order, moving.length > 0 ? moving : valid, 'reschedule'),
      change: presentChange(refundWithin(planned.value.quote, order.leftMinor)),
    })
  })
}

/** Prices the upgrades of one type of an order to each type with a higher price in its session. */
export function quoteUpgradesOfOrder(
  call: Call<typeof orderChanges.quoteUpgrades>,
): Promise<UpgradeQuotes> {
  const { context, tenant, query, principal } = call
  const fromTypeId = query.ticketTypeId
  return context.db.withTenant(tenant.id, async (tx): Promise<UpgradeQuotes> => {
    const order = await readOrder(tx, tenant.id, principal.row.id)
    if (!order) return ORDER_NOT_FOUND
    const held = order.tickets.filter(
      ({ ticketTypeId, status, isRedeemed }) =>
        ticketTypeId === fromTypeId && status === 'VALID' && !isRedeemed,
    )
    const [first] = held
    if (!first) {
      return order.tickets.some(({ ticketTypeId }) => ticketTypeId === fromTypeId)
        ? CANNOT_UPGRADE
        : TYPE_NOT_FOUND
    }
    const offers = await selectOffersFor(tx, tenant.id, order, sessionIdsOf(order))
    const session = offers.offerOf(first.sessionId)
    const current = session?.types.get(fromTypeId)
    if (!session || !current) return TYPE_NOT_FOUND
    if (whySessionNotOnSale(session, offers.now)) return CANNOT_UPGRADE
    const quantity = Math.min(held.length, Number(query.quantity ?? 1))
    const ticketIds = held.slice(0, quantity).map(({ id }) => id)
    const higher = higherTypes(session, current.unitPriceMinor ?? first.priceMinor)
    const descriptions = await selectDescriptions(
      tx,
      higher.map(({ id }) => id),
    )
    const options = higher.flatMap(({ id, name, maxQuantity }): UpgradeOption[] => {
      const planned = planChange(offers, order, { kind: 'upgrade', ticketIds, toTypeId: id })
      if (!planned.ok) return []
      const { quote } = planned.value
      const { differenceMinor } = quote
      // An upgrade frees as many tickets of the session as it takes.
      const room = offers.roomOf(first.sessionId, id)
      return [
        {
          ticketTypeId: id,
          name,
          description: descriptions.get(id) ?? null,
          eachMinor: differenceMinor % quantity === 0 ? differenceMinor / quantity : null,
          availableCount: room,
          hasRoom: quantity <= maxQuantity && (room === null || room >= quantity),
          change: presentChange(quote),
        },
      ]
    })
    return granted({
      quantity,
      current: { ticketTypeId: fromTypeId, name: current.name },
      options,
    })
  })
}

const TYPE_NOT_FOUND = refused(
  'ticket_type_not_found',
  'Current ticket type not found. Cannot show upgrade options.',
)

export const sessionIdsOf = ({ tickets }: LaneOrder) => [
  ...new Set(tickets.map(({ sessionId }) => sessionId)),
]

/** Returns the types on sale above a price, cheapest first: prices without fees rank the types. */
const higherTypes = ({ types }: SessionOffer, priceMinor: number) =>
  [...types]
    .flatMap(([id, type]) =>
      !type.isArchived && type.unitPriceMinor !== null && type.unitPriceMinor > priceMinor
        ? [{ ...type, id, unitPriceMinor: type.unitPriceMinor }]
        : [],
    )
    .sort((a, b) => a.unitPriceMinor - b.unitPriceMinor || a.position - b.position)

/** Whether what a change takes is left, in each session in total and per type. */
function hasRoomFor(offers: OffersWithRoom, { tickets }: PlannedChange): boolean {
  const needed = new Map<string, { sessionId: string; poolId: string; count: number }>()
  for (const { toSessionId: sessionId, to } of tickets) {
    for (const poolId of [sessionId, to.ticketTypeId]) {
      const key = `${sessionId} ${poolId}`
      const count = (needed.get(key)?.count ?? 0) + 1
      needed.set(key, { sessionId, poolId, count })
    }
  }
  return [...needed.values()].every(({ sessionId, poolId, count }) => {
    const room = offers.roomOf(sessionId, poolId)
    return room === null || room >= count
  })
}

const presentChange = ({
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
