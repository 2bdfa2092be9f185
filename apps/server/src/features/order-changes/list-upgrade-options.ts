import {
  granted,
  type orderChanges,
  type Result,
  type UpgradeOption,
  type UpgradeOptions,
} from '@foyer/contract'
import { amountOf, refundWithin, toMajor } from '@foyer/domain'
import type { SessionOffer } from '../../engine/offers/offer-types.ts'
import type { OffersWithRoom } from '../../engine/offers/offers-with-room.ts'
import { changedTooOften } from '../../engine/orders/change-order.ts'
import type { LaneTicket } from '../../engine/orders/order-types.ts'
import { validTickets } from '../../engine/orders/order-value.ts'
import {
  CANNOT_UPGRADE,
  chosenTickets,
  planChange,
  presentPriceMinor,
  refusalFor,
  whyTicketStays,
} from '../../engine/orders/plan-change.ts'
import { type QuotedOrder, readOrder } from '../../engine/orders/read-orders.ts'
import { leftOfMaximum } from '../../engine/orders/upgrade-maximum.ts'
import type { Call } from '../../http/endpoint.ts'
import { selectDescriptions, selectOffersFor } from './queries.ts'
import { presentChange, presentTerms, sessionIdsOf } from './quote-changes.ts'

type Answer = Result<
  { success: true; data: UpgradeOptions },
  'order_not_found' | 'ticket_not_found' | 'upgrade_not_possible' | 'change_limit_reached'
>

/**
 * Lists the valid tickets of an order with the dearer types of their sessions, each quoted for the
 * chosen tickets. Nothing is held and nothing changes. The number of statements does not depend on the
 * order.
 */
export function listUpgradeOptions(
  {
    context,
    tenant,
    query,
  }: Pick<Call<typeof orderChanges.listUpgradeOptions>, 'context' | 'tenant' | 'query'>,
  orderId: string,
): Promise<Answer> {
  return context.db.withTenant(tenant.id, async (tx): Promise<Answer> => {
    const read = await readOrder(tx, tenant.id, orderId)
    if (!read.ok) return read
    const order = read.value
    if (order.status !== 'PAID' || order.isDisputed) return CANNOT_UPGRADE
    const chosen = chosenTickets(order, query.ticketIds ?? null)
    if (!chosen.ok) return chosen
    const offers = await selectOffersFor(tx, tenant.id, order, sessionIdsOf(order))
    const judged = validTickets(order).map((ticket) => ({
      ticket,
      reason: whyTicketStays(offers, order, ticket, 'upgrade'),
    }))
    const open = judged.flatMap(({ ticket, reason }) => (reason ? [] : ticket))
    if (open.length === 0) {
      const unused = judged.find(({ ticket }) => !ticket.isRedeemed)
      return refusalFor(CANNOT_UPGRADE, unused?.reason ?? 'not_usable')
    }
    const tooOften = changedTooOften(order, context.bounds.reschedulesOfOneOrder)
    if (tooOften) return tooOften
    const groups = Map.groupBy(open, (ticket) => `${ticket.sessionId} ${ticket.ticketTypeId}`)
    const options = [...groups.values()].flatMap((group) =>
      optionsOf(offers, order, group, new Set(chosen.value)),
    )
    const descriptions = await selectDescriptions(tx, [
      ...new Set(options.map(({ toTicketTypeId }) => toTicketTypeId)),
    ])
    const { currency } = order.quote
    return granted({
      success: true,
      data: {
        currency,
        currentTickets: judged.map(({ ticket, reason }) => ({
          ...presentTicket(offers, ticket, currency),
          canUpgrade: reason === null,
        })),
        upgradeOptions: options.map((option) => ({
          ...option,
          description: descriptions.get(option.toTicketTypeId) ?? null,
        })),
        policy: presentTerms(offers, order, open, 'upgrade'),
      },
    })
  })
}

/** The upgrades of the tickets of one type in one session. */
function optionsOf(
  offers: OffersWithRoom,
  order: QuotedOrder,
  group: readonly LaneTicket[],
  chosen: ReadonlySet<LaneTicket>,
): UpgradeOption[] {
  const [first] = group
  const session = first && offers.offerOf(first.sessionId)
  if (!session) return []
  const { sessionId, ticketTypeId, typeName } = first
  const ticketIds = group.filter((ticket) => chosen.has(ticket)).map(({ id }) => id)
  const quantity = ticketIds.length
  return higherTypes(session, presentPriceMinor(offers, first)).flatMap((type): UpgradeOption[] => {
    const quoteOf = (ids: readonly string[]) => {
      const planned = planChange(offers, order, {
        kind: 'upgrade',
        ticketIds: ids,
        toTypeId: type.id,
      })
      return planned.ok ? planned.value.quote : null
    }
    const one = quoteOf([ticketIds[0] ?? first.id])
    const change = quantity > 0 ? quoteOf(ticketIds) : null
    if (!one || (quantity > 0 && !change)) return []
    const needed = Math.max(1, quantity)
    // An upgrade gives back what its tickets take now.
    const taken = [{ sessionId, ticketTypeId: type.id, quantity: needed }]
    const isExactEach = change && change.differenceMinor % quantity === 0
    return [
      {
        sessionId,
        fromTicketTypeId: ticketTypeId,
        fromTypeName: typeName,
        toTicketTypeId: type.id,
        toTypeName: type.name,
        description: null,
        priceDifference: toMajor(one.differenceMinor, one.after.currency),
        availableCapacity: offers.roomToExchange(sessionId, [ticketTypeId, type.id]),
        canUpgrade:
          needed <= leftOfMaximum(offers, order, sessionId, type.id) &&
          offers.fits(taken, [{ sessionId, ticketTypeId, quantity: needed }]),
        ticketIds,
        eachMinor: isExactEach ? change.differenceMinor / quantity : null,
        change: change && presentChange(refundWithin(change, order.leftMinor)),
      },
    ]
  })
}

/** The types above a price that are not archived, cheapest first: prices without fees rank the types. */
const higherTypes = ({ types }: SessionOffer, priceMinor: number) =>
  [...types]
    .flatMap(([id, type]) =>
      !type.isArchived && type.unitPriceMinor !== null && type.unitPriceMinor > priceMinor
        ? [{ ...type, id, unitPriceMinor: type.unitPriceMinor }]
        : [],
    )
    .sort((a, b) => a.unitPriceMinor - b.unitPriceMinor || a.position - b.position)

function presentTicket(offers: OffersWithRoom, ticket: LaneTicket, currency: string) {
  const session = offers.offerOf(ticket.sessionId)
  if (!session) throw new Error(`Session ${ticket.sessionId} of a ticket was not read`)
  return {
    id: ticket.id,
    number: ticket.number,
    ticketTypeId: ticket.ticketTypeId,
    ticketTypeName: ticket.typeName,
    currentPrice: toMajor(amountOf(ticket), currency),
    session: {
      id: ticket.sessionId,
      startTime: session.startsAt.toISOString(),
      displayName: session.shown.sessionName,
    },
    isRedeemed: ticket.isRedeemed,
  }
}
