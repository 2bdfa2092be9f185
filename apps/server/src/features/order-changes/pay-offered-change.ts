import {
  type ErrorCode,
  granted,
  type OfferedChange as OfferView,
  type offeredChanges,
  type Result,
  type ResultOf,
  refused,
} from '@foyer/contract'
import { orderNumberOf, toMajor } from '@foyer/domain'
import { accountForBrowser } from '../../adapters/payment-gateway.ts'
import { isShopStopped } from '../../context.ts'
import type { Offers } from '../../engine/offers/offer-rules.ts'
import {
  changeKeyOf,
  changeLinkEnded,
  type OfferedChange,
  paramsOfOffer,
} from '../../engine/orders/offered-change.ts'
import { openChangeOf } from '../../engine/orders/order-value.ts'
import { payForChange } from '../../engine/orders/pay-for-change.ts'
import { changeRequestOf, type PlannedChange, planChange } from '../../engine/orders/plan-change.ts'
import { readOrder } from '../../engine/orders/read-orders.ts'
import type { Call } from '../../http/endpoint.ts'
import { settleChangePayment } from './change-order.ts'
import { selectOffersFor } from './queries.ts'
import { hasRoomFor, sessionIdsOf } from './quote-changes.ts'

/** The payment of a change that the team has offered, for whoever has its link. */

type Offer = Call<typeof offeredChanges.getOfferedChange>['principal']

/** The offer of a link, if it can still be paid; otherwise why not. */
function payable({ offer, endsAt }: Offer, now: Date): Result<OfferedChange, 'change_link_ended'> {
  if (offer?.state === 'done') return changeLinkEnded('done')
  if (offer?.state !== 'open') return changeLinkEnded('withdrawn')
  return now < endsAt ? granted(offer) : changeLinkEnded('expired')
}

/** What the page of the link shows: today's price, and nothing that names the buyer. */
export async function getOfferedChange({
  context,
  tenant,
  principal,
}: Call<typeof offeredChanges.getOfferedChange>): Promise<
  ResultOf<typeof offeredChanges.getOfferedChange>
> {
  const found = payable(principal, context.clock())
  if (!found.ok) return found
  const { row, endsAt } = principal
  const params = paramsOfOffer(found.value)
  return context.db.withTenant(tenant.id, async (tx) => {
    const read = await readOrder(tx, tenant.id, row.id)
    if (!read.ok) return read
    const order = read.value
    // Offered before a bank took a charge of the order back.
    if (openChangeOf(order)?.isDisputedSince) return changeLinkEnded('not_possible')
    const target = params.type === 'reschedule' ? [params.newSessionId] : []
    const offers = await selectOffersFor(tx, tenant.id, order, [...target, ...sessionIdsOf(order)])
    const planned = planChange(offers, order, changeRequestOf(params), {
      by: 'organizer',
      isShopStopped: isShopStopped(context, tenant),
    })
    if (!planned.ok || planned.value.quote.due.amountMinor === 0) {
      return changeLinkEnded('not_possible')
    }
    const { quote } = planned.value
    return granted({
      orderNumber: orderNumberOf(row.id),
      eventName: row.event_name,
      timeZone: row.timezone,
      kind: params.type,
      tickets: ticketsOf(offers, planned.value),
      toId: params.type === 'reschedule' ? params.newSessionId : params.newTicketTypeId,
      currency: order.quote.currency,
      dueMinor: quote.due.amountMinor,
      changeFeeMinor: quote.changeFeeMinor,
      hasRoom: hasRoomFor(offers, planned.value),
      endsAt: endsAt.toISOString(),
    })
  })
}

const ticketsOf = (offers: Offers, { tickets }: PlannedChange): OfferView['tickets'] => {
  const startOf = (sessionId: string) =>
    (offers.offerOf(sessionId)?.startsAt ?? offers.now).toISOString()
  return tickets.map(({ ticket, toSessionId, to }) => ({
    id: ticket.id,
    number: ticket.number,
    before: { typeName: ticket.typeName, startTime: startOf(ticket.sessionId) },
    after: { typeName: to.name, startTime: startOf(toSessionId) },
  }))
}

/** Refusals that say that the change is not what was offered any more. */
const OUTDATED = [
  'session_not_found',
  'ticket_not_found',
  'reschedule_not_possible',
  'upgrade_not_possible',
  'nothing_to_pay',
] as const satisfies readonly ErrorCode[]
type Outdated = (typeof OUTDATED)[number]

const isOutdated = (code: ErrorCode): code is Outdated => OUTDATED.some((each) => each === code)

/** Holds what the change is to get, and makes the intent for its difference. */
export async function payOfferedChange({
  context,
  tenant,
  principal,
  request,
  body: { amount, currency },
}: Call<typeof offeredChanges.payOfferedChange>): Promise<
  ResultOf<typeof offeredChanges.payOfferedChange>
> {
  const found = payable(principal, context.clock())
  if (!found.ok) return found
  const paid = await payForChange(
    context,
    tenant,
    {
      orderId: principal.row.id,
      change: paramsOfOffer(found.value),
      amount,
      currency,
      madeBy: 'organizer',
      offerKey: changeKeyOf(found.value),
      network: request.network,
    },
    (err) => request.log.warn({ err }, 'payment provider refused or unreachable'),
  )
  if (!paid.ok) {
    const { code, message, details } = paid.refusal
    return isOutdated(code) ? changeLinkEnded('not_possible') : refused(code, message, details)
  }
  const { held, intent } = paid.value
  return granted({
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    ...accountForBrowser(intent),
    amount: toMajor(held.quote.totalMinor, held.quote.currency),
    currency: held.quote.currency,
    expiresAt: held.expiresAt.toISOString(),
  })
}

/** Reports how the payment of the change ended, also after the link itself has ended meanwhile. */
export async function finishOfferedChange({
  context,
  tenant,
  principal,
  body: { paymentIntentId },
}: Call<typeof offeredChanges.finishOfferedChange>): Promise<
  ResultOf<typeof offeredChanges.finishOfferedChange>
> {
  const settled = await settleChangePayment(context, tenant, principal.row.id, paymentIntentId)
  if (!settled.ok) return settled
  const isPaid = settled.value.payment?.intentId === paymentIntentId
  return isPaid ? granted({ success: true }) : NOT_PAID
}

const NOT_PAID = refused(
  'payment_required',
  'This change is not paid yet. Nothing was changed; your tickets are as they were.',
)
