import {
  type ChangeQuote,
  granted,
  type orderChanges,
  type ResultOf,
  refused,
  type UpgradeOption,
} from '@foyer/contract'
import {
  type ChangeableOrder,
  isPartlyUsed,
  type OrderChangeQuote,
  whySessionNotOnSale,
} from '@foyer/domain'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import type { SessionOffer } from '../../engine/offers/offer-types.ts'
import {
  CANNOT_RESCHEDULE,
  CANNOT_UPGRADE,
  quoteReschedule,
  quoteUpgrade,
} from '../../engine/orders/order-change.ts'
import type { Call } from '../../http/endpoint.ts'
import {
  type OffersWithRoom,
  selectChangeableOrder,
  selectDescriptions,
  selectOffers,
} from './queries.ts'

type RescheduleQuote = ResultOf<typeof orderChanges.quoteReschedule>
type UpgradeQuotes = ResultOf<typeof orderChanges.quoteUpgrades>

/** Prices an order as it would be in another session. Nothing is held and nothing changes. */
export function quoteRescheduleOfOrder(
  call: Call<typeof orderChanges.quoteReschedule>,
): Promise<RescheduleQuote> {
  const { context, tenant, query, principal } = call
  const { newSessionId } = query
  return context.db.withTenant(tenant.id, async (tx): Promise<RescheduleQuote> => {
    if (principal.row.status !== 'PAID') return CANNOT_RESCHEDULE
    const order = await selectChangeableOrder(tx, principal.row)
    if (order.sold.length === 0) return CANNOT_RESCHEDULE
    const offers = await selectOffers(tx, tenant.id, [newSessionId, ...sessionIdsOf(order)])
    const quoted = quoteReschedule(offers, order, newSessionId)
    const session = offers.offerOf(newSessionId)
    if (!quoted.ok || !session) return quoted.ok ? CANNOT_RESCHEDULE : quoted
    return granted({
      session: {
        id: newSessionId,
        startTime: session.startsAt.toISOString(),
        date: session.localDate,
      },
      hasRoom: hasRoomFor(offers, order, newSessionId),
      change: presentChange(quoted.value),
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
    if (principal.row.status !== 'PAID') return CANNOT_UPGRADE
    const order = await selectChangeableOrder(tx, principal.row)
    if (isPartlyUsed(order.tickets)) return CANNOT_UPGRADE
    const held = order.sold.filter(({ ticketTypeId }) => ticketTypeId === fromTypeId)
    const [first] = held
    if (!first) return TYPE_NOT_FOUND
    const offers = await selectOffers(tx, tenant.id, sessionIdsOf(order))
    const session = offers.offerOf(first.sessionId)
    const current = session?.types.get(fromTypeId)
    if (!session || !current) return TYPE_NOT_FOUND
    if (whySessionNotOnSale(session, offers.now)) return CANNOT_UPGRADE
    const count = held.reduce((sum, { quantity }) => sum + quantity, 0)
    const quantity = Math.min(count, Number(query.quantity ?? 1))
    const higher = higherTypes(session, current.unitPriceMinor ?? first.unitPriceMinor)
    const descriptions = await selectDescriptions(
      tx,
      higher.map(({ id }) => id),
    )
    const options = higher.flatMap(({ id, name, maxQuantity }): UpgradeOption[] => {
      const quoted = quoteUpgrade(offers, order, { fromTypeId, toTypeId: id, quantity })
      if (!quoted.ok) return []
      const { differenceMinor } = quoted.value
      // An upgrade gives back as many tickets of the session as it takes.
      const room = offers.roomOf(first.sessionId, id)
      return [
        {
          ticketTypeId: id,
          name,
          description: descriptions.get(id) ?? null,
          eachMinor: differenceMinor % quantity === 0 ? differenceMinor / quantity : null,
          availableCount: room,
          hasRoom: quantity <= maxQuantity && (room === null || room >= quantity),
          change: presentChange(quoted.value),
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

const presentChange = ({ before, after, ...change }: OrderChangeQuote): ChangeQuote => ({
  before: presentQuote(before),
  after: presentQuote(after),
  ...change,
})

const TYPE_NOT_FOUND = refused(
  'ticket_type_not_found',
  'Current ticket type not found. Cannot show upgrade options.',
)

const sessionIdsOf = ({ sold }: ChangeableOrder) => [
  ...new Set(sold.map(({ sessionId }) => sessionId)),
]

/**
 * Returns the types on sale above a price, cheapest first. Types are compared by their prices
 * without fees.
 */
const higherTypes = ({ types }: SessionOffer, priceMinor: number) =>
  [...types]
    .flatMap(([id, type]) =>
      !type.isArchived && type.unitPriceMinor !== null && type.unitPriceMinor > priceMinor
        ? [{ ...type, id, unitPriceMinor: type.unitPriceMinor }]
        : [],
    )
    .sort((a, b) => a.unitPriceMinor - b.unitPriceMinor || a.position - b.position)

/**
 * Whether a session has enough left, in total and per type, for the tickets that are not in it yet.
 */
function hasRoomFor(offers: OffersWithRoom, { sold }: ChangeableOrder, sessionId: string): boolean {
  const needed = new Map<string, number>()
  for (const { sessionId: at, ticketTypeId, quantity } of sold) {
    if (at === sessionId) continue
    for (const poolId of [sessionId, ticketTypeId]) {
      needed.set(poolId, (needed.get(poolId) ?? 0) + quantity)
    }
  }
  return [...needed].every(([poolId, count]) => {
    const room = offers.roomOf(sessionId, poolId)
    return room === null || room >= count
  })
}
