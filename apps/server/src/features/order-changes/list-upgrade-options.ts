import {
  granted,
  type orderChanges,
  type Result,
  type UpgradeOption,
  type UpgradeOptions,
} from '@foyer/contract'
import { amountOf, type ChangedBy, refundWithin, toMajor } from '@foyer/domain'
import { type Context, isShopStopped } from '../../context.ts'
import type { SessionOffer } from '../../engine/offers/offer-types.ts'
import type { OffersWithRoom } from '../../engine/offers/offers-with-room.ts'
import { changedTooOften } from '../../engine/orders/change-order.ts'
import { neverChangeable, refusedToBuyers } from '../../engine/orders/change-refusals.ts'
import type { LaneTicket } from '../../engine/orders/order-types.ts'
import { validTickets } from '../../engine/orders/order-value.ts'
import {
  type Asking,
  chosenTickets,
  planChange,
  presentPriceMinor,
  whyNoneLeft,
  whyTicketStays,
} from '../../engine/orders/plan-change.ts'
import { type QuotedOrder, readOrder } from '../../engine/orders/read-orders.ts'
import { leftOfMaximum } from '../../engine/orders/upgrade-maximum.ts'
import type { Call } from '../../http/endpoint.ts'
import { selectDescriptions, selectOffersFor } from './queries.ts'
import { beyondBuyers, presentChange, presentTerms, sessionIdsOf } from './quote-changes.ts'

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
  by: ChangedBy,
): Promise<Answer> {
  return context.db.withTenant(tenant.id, async (tx): Promise<Answer> => {
    const read = await readOrder(tx, tenant.id, orderId)
    if (!read.ok) return read
    const order = read.value
    if (order.status !== 'PAID') return neverChangeable('upgrade', by, whyNoneLeft(order))
    if (by === 'buyer' && order.isDisputed) return refusedToBuyers('upgrade', 'disputed')
    const chosen = chosenTickets(order, query.ticketIds ?? null)
    if (!chosen.ok) return chosen
    const offers = await selectOffersFor(tx, tenant.id, order, sessionIdsOf(order))
    const valid = validTickets(order)
    const unused = valid.filter(({ isRedeemed }) => !isRedeemed)
    const staysOf = (ticket: LaneTicket) =>
      by === 'buyer' ? whyTicketStays(offers, order, ticket, 'upgrade') : null
    const open = unused.filter((ticket) => !staysOf(ticket))
    if (open.length === 0) {
      const reason = unused[0] ? staysOf(unused[0]) : null
      return reason
        ? refusedToBuyers('upgrade', reason)
        : neverChangeable('upgrade', by, whyNoneLeft(order))
    }
    const tooOften =
      by === 'buyer' ? changedTooOften(order, context.bounds.reschedulesOfOneOrder) : null
    if (tooOften) return tooOften
    const groups = Map.groupBy(open, (ticket) => `${ticket.sessionId} ${ticket.ticketTypeId}`)
    const options = [...groups.values()].flatMap((group) =>
      optionsOf(context, offers, order, {
        ...{ group, chosen: new Set(chosen.value), by },
        isShopStopped: isShopStopped(context, tenant),
      }),
    )
    const descriptions = await selectDescriptions(tx, [
      ...new Set(options.map(({ toTicketTypeId }) => toTicketTypeId)),
    ])
    const { currency } = order.quote
    return granted({
      success: true,
      data: {
        currency,
        currentTickets: valid.map((ticket) => ({
          ...presentTicket(offers, ticket, currency),
          canUpgrade: open.includes(ticket),
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
  context: Pick<Context, 'bounds'>,
  offers: OffersWithRoom,
  order: QuotedOrder,
  {
    group,
    chosen,
    ...asking
  }: { group: readonly LaneTicket[]; chosen: ReadonlySet<LaneTicket> } & Asking,
): UpgradeOption[] {
  const { by } = asking
  const [first] = group
  const session = first && offers.offerOf(first.sessionId)
  if (!session) return []
  const { sessionId, ticketTypeId, typeName } = first
  const ticketIds = group.filter((ticket) => chosen.has(ticket)).map(({ id }) => id)
  const quantity = ticketIds.length
  return higherTypes(session, presentPriceMinor(offers, first)).flatMap((type): UpgradeOption[] => {
    const planOf = (ids: readonly string[]) => {
      const request = { kind: 'upgrade', ticketIds: ids, toTypeId: type.id } as const
      const planned = planChange(offers, order, request, asking)
      return planned.ok ? planned.value : null
    }
    const one = planOf([ticketIds[0] ?? first.id])
    const all = quantity > 0 ? planOf(ticketIds) : null
    if (!one || (quantity > 0 && !all)) return []
    const change = all?.quote
    const needed = Math.max(1, quantity)
    const isWithin = needed <= leftOfMaximum(offers, order, sessionId, type.id)
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
        priceDifference: toMajor(one.quote.differenceMinor, one.quote.after.currency),
        availableCapacity: offers.roomToExchange(sessionId, [ticketTypeId, type.id]),
        canUpgrade:
          (by === 'organizer' || isWithin) &&
          offers.fits(taken, [{ sessionId, ticketTypeId, quantity: needed }]),
        ticketIds,
        eachMinor: isExactEach ? change.differenceMinor / quantity : null,
        change: change ? presentChange(refundWithin(change, order.leftMinor)) : null,
        beyondBuyers:
          by === 'buyer'
            ? null
            : (beyondBuyers(context, order, all ?? one) ?? (isWithin ? null : 'above_maximum')),
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
