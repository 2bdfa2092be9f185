import {
  type CancellationQuoteView,
  granted,
  type orderChanges,
  type Result,
  type ResultOf,
} from '@foyer/contract'
import {
  addedTaxMinor,
  type CancelledUnit,
  type ChangedBy,
  fromMajor,
  refundNumberOf,
  toMajor,
} from '@foyer/domain'
import { type Context, onAccount } from '../../context.ts'
import type { Offers } from '../../engine/offers/offer-rules.ts'
import { selectOffers } from '../../engine/offers/offers-with-room.ts'
import { cancelTicketsOp } from '../../engine/orders/cancel-tickets.ts'
import type { LaneOrder, LaneTicket } from '../../engine/orders/order-types.ts'
import {
  type CancelPlanCode,
  type PlannedCancellation,
  planCancellation,
  whyTicketStays,
} from '../../engine/orders/plan-cancellation.ts'
import { readOrder } from '../../engine/orders/read-orders.ts'
import { readCharges } from '../../engine/payments/aggregate.ts'
import type { LanePayment } from '../../engine/payments/payment-types.ts'
import type { Call } from '../../http/endpoint.ts'

type QuoteView = CancellationQuoteView
type Quoted = Result<QuoteView, 'order_not_found' | CancelPlanCode>

/** Quotes the cancellation of tickets. Nothing changes. */
export async function quoteCancellationOfOrder(
  {
    context,
    tenant,
    query,
  }: Pick<Call<typeof orderChanges.quoteCancellation>, 'context' | 'tenant' | 'query'>,
  orderId: string,
  by: ChangedBy,
): Promise<Quoted> {
  const read = await context.db.withTenant(tenant.id, async (tx) => {
    const found = await readOrder(tx, tenant.id, orderId)
    if (!found.ok) return found
    const order = found.value
    const offers = await selectOffers(tx, tenant.id, [
      ...new Set(order.tickets.map(({ sessionId }) => sessionId)),
    ])
    const charges = await readCharges(tx, tenant.id, order.chargeIds)
    const planned = planCancellation(offers, order, charges, query.ticketIds ?? null, by)
    return planned.ok ? granted({ order, offers, planned: planned.value }) : planned
  })
  if (!read.ok) return read
  const { order, offers, planned } = read.value
  // Asked after the transaction: no network call inside one.
  const draws = await Promise.all(
    planned.draws.map(async (draw) => ({ ...draw, card: await cardOf(context, draw.charge) })),
  )
  return granted({ ...presentPlan(offers, order, planned, by), payments: byCard(draws) })
}

type Draw = PlannedCancellation['draws'][number] & { card: QuoteView['payments'][number]['card'] }

/**
 * Where a refund goes to, once for each card: what was paid with it, in several changes perhaps, goes back
 * to it. Payments without a known card may be from different accounts.
 */
function byCard(draws: readonly Draw[]): QuoteView['payments'] {
  const cards = Map.groupBy(draws, ({ card }, index) =>
    card ? `${card.brand} ${card.last4}` : index,
  )
  return [...cards.values()].map((drawn) => ({
    amountMinor: drawn.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    paidFor: drawn.map(({ charge }) => (charge.changeOfOrderId ? 'change' : 'purchase')),
    card: drawn[0]?.card ?? null,
  }))
}

function presentPlan(
  offers: Offers,
  order: LaneOrder,
  { quote, beyond }: PlannedCancellation,
  by: ChangedBy,
): Omit<QuoteView, 'payments'> {
  const { currency } = order.quote
  const unitOf = (ticket: LaneTicket) =>
    quote.units.find(({ unit }) => unit.ticketId === ticket.id) ?? null
  return {
    currency,
    policy: order.policy.cancel,
    tickets: order.tickets
      .filter(({ replacedBy }) => replacedBy === null)
      .sort((a, b) => a.number - b.number)
      .map((ticket) => {
        const session = offers.offerOf(ticket.sessionId)
        const unit = unitOf(ticket)
        return {
          id: ticket.id,
          number: ticket.number,
          typeName: ticket.typeName,
          session: {
            id: ticket.sessionId,
            startTime: (session?.startsAt ?? offers.now).toISOString(),
            date: session?.localDate ?? '',
          },
          refusal: whyTicketStays(offers, order, ticket, by),
          cancelled: unit && presentUnit(unit),
        }
      }),
    beyondBuyers: beyond,
    addOns: quote.units.flatMap((each) =>
      each.unit.ticketId ? [] : { name: each.unit.name, ...presentUnit(each) },
    ),
    refundMinor: quote.refund.amountMinor,
    refundAmount: toMajor(quote.refund.amountMinor, currency),
    keptMinor: quote.keptMinor,
  }
}

const presentUnit = ({ unit, sharePpm, refundMinor }: CancelledUnit) => ({
  priceMinor: unit.priceMinor,
  discountMinor: unit.discountMinor,
  feeMinor: unit.feeMinor,
  taxMinor: addedTaxMinor(unit.charges),
  sharePpm,
  refundMinor,
  keptMinor: Math.max(0, unit.amountMinor - refundMinor),
})

const CARD_MILLISECONDS = 2000

/** The card of a charge; null if the provider does not answer at once, since only its digits are shown. */
async function cardOf(context: Context, { intentId, account }: LanePayment) {
  if (!intentId) return null
  const tooLate = new Promise<null>((resolve) => {
    setTimeout(resolve, CARD_MILLISECONDS, null).unref()
  })
  const intent = await Promise.race([
    onAccount(context, account?.id ?? null)
      .payments.retrieveIntent(intentId)
      .catch(() => null),
    tooLate,
  ])
  return intent?.card ?? null
}

/** Cancels tickets of an order, if the refund is still what the buyer saw. */
export async function cancelOrder(
  call: Call<typeof orderChanges.cancelOrder>,
): Promise<ResultOf<typeof orderChanges.cancelOrder>> {
  const { context, tenant, body, principal, request } = call
  const { row } = principal
  const cancelled = await context.lanes.submit(
    tenant.id,
    cancelTicketsOp(row.id, {
      ticketIds: body.ticketIds ? [...new Set(body.ticketIds)] : null,
      // An amount with a part of a cent is no refund that anybody saw.
      refundMinor: fromMajor(body.refundAmount, row.quote.currency) ?? -1,
      reason: body.reason || null,
    }),
    request.network,
  )
  if (!cancelled.ok) return cancelled
  context.kickJobs(tenant.id)
  const { refundIds, ...data } = cancelled.value
  return granted({
    success: true,
    data: {
      ...data,
      ticketIds: [...data.ticketIds],
      refundReferences: refundIds.map((id) => refundNumberOf(id)),
    },
  })
}
