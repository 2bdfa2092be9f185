import { granted, type orders, type Result, type ResultOf, refused } from '@foyer/contract'
import { fromMajor, NO_ADDRESS, type Quote, toMajor } from '@foyer/domain'
import { cartIdOf } from '../../adapters/ids.ts'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import { type Context, onAccount, type Tenant } from '../../context.ts'
import { keepConsents } from '../../engine/consents/keep-consents.ts'
import {
  type AskingBuyer,
  completeFreeOrder,
  completeOrder,
} from '../../engine/orders/complete-order.ts'
import { findOwnOrder } from '../../engine/orders/find-order.ts'
import type { SoldOrder } from '../../engine/orders/order-types.ts'
import type { KnownPayment } from '../../engine/payments/payment-types.ts'
import { PAYMENT_NOT_FOUND } from '../../engine/refusals.ts'
import { type Call, holderOf } from '../../http/endpoint.ts'
import { presentOrderHead, presentPlacedOrder } from './present.ts'
import { keepContact, selectPayment } from './queries.ts'

type BuyerNow = AskingBuyer & Required<Pick<AskingBuyer, 'customer' | 'problemWith'>>
type OrderCall = Call<typeof orders.createOrder>
type OrderCode = (typeof orders.createOrder.errors)[number]

/**
 * Creates the order when the browser returns from paying. All figures come from the hold. Those in
 * the body are only compared; if they differ, the call is refused with the correct ones. The
 * provider says whether the intent is paid. A repeated call returns the same order. A refusal costs
 * nobody a ticket: the webhook or the reconciler completes a captured payment anyway.
 */
export async function createOrder(call: OrderCall): Promise<ResultOf<typeof orders.createOrder>> {
  const { context, tenant, body } = call
  const { browserId } = call.principal
  const cartId = cartIdOf(browserId, body.cartId)
  const problem = await keepConsents(context, tenant, cartId, body.consents)
  if (problem) return problem
  const customer = {
    contact: {
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email,
      phone: body.phone,
    },
    billingAddress: addressOf(body),
  }
  const buyer = {
    customer,
    problemWith: (quote: Quote) => figuresProblem(body, quote),
    client: call.request.network,
  }
  const completed = body.paymentIntentId
    ? await completePaid(call, cartId, body.paymentIntentId, buyer)
    : await completeFreeOrder(context, tenant, { cartId, ...buyer })
  if (!completed.ok) return completed

  const { orderId, placed } = completed.value
  if (placed) return granted({ id: orderId, orderId, order: presentPlacedOrder(placed) })
  const found = await context.db.withTenant(tenant.id, (tx) => findOwnOrder(tx, orderId, browserId))
  return found.ok
    ? granted({ id: orderId, orderId, order: presentOrderHead(found.value.row) })
    : found
}

function addressOf({ billingAddress }: OrderCall['body']) {
  if (!billingAddress) return NO_ADDRESS
  const { address1: address, ...rest } = billingAddress
  return { address, ...rest }
}

async function completePaid(
  call: OrderCall,
  cartId: string,
  intentId: string,
  buyer: BuyerNow,
): Promise<Result<SoldOrder, OrderCode>> {
  const { context, tenant, request } = call
  const { customer, problemWith } = buyer
  const known = context.knownPayments.get(`${tenant.id}/${intentId}`)
  // This process remembers most payments, which saves the query. A missing entry never refuses
  // anything.
  const isKnown = known?.cartId === cartId && !problemWith(known.quote)
  const payment = isKnown ? known : await findPayment(context, tenant, intentId, cartId)
  if (!payment) return PAYMENT_NOT_FOUND
  const problem = problemWith(payment.quote)
  if (problem) return problem
  // The provider limits the calls of the whole deployment, so a repeated call is answered without
  // asking it.
  if (payment.orderId) return granted({ orderId: payment.orderId })
  try {
    const { payments } = onAccount(context, payment.accountId)
    const intent = await payments.retrieveIntent(intentId)
    if (!intent)
      return refused('payment_not_found', 'The payment provider does not know this payment.')
    const allowance = context.limits.heldTickets.allowanceFor(holderOf(call))
    const completed = await completeOrder(context, tenant, payment, intent, { ...buyer, allowance })
    allowance.settle(completed.ok)
    if (completed.ok) {
      const { orderId } = completed.value
      context.knownPayments.set(`${tenant.id}/${intentId}`, { ...payment, orderId })
    }
    return completed
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    request.log.warn({ err: error }, 'payment provider unreachable')
    // Stored so that a webhook or the reconciler can finish the order for this buyer.
    await context.db.withTenant(tenant.id, (tx) => keepContact(tx, cartId, customer))
    return refused(
      'provider_unavailable',
      'We could not reach the payment provider. Nothing is lost: your order completes by itself as soon as it answers.',
    )
  }
}

/** Finds the payment of this cart. A payment of another browser or tenant counts as unknown. */
const findPayment = (
  context: Context,
  tenant: Tenant,
  intentId: string,
  cartId: string,
): Promise<KnownPayment | undefined> =>
  context.db.withTenant(tenant.id, (tx) => selectPayment(tx, intentId, cartId))

/**
 * Compares the amounts that a client sends, in major units, with those of the quote that it pays.
 */
function figuresProblem(stated: OrderCall['body'], quote: Quote) {
  const figures = {
    totalAmount: quote.totalMinor,
    subtotal: quote.subtotalMinor,
    fee_amount: quote.feeMinor,
  }
  const names = ['totalAmount', 'subtotal', 'fee_amount'] as const
  const isWrong = names.some((name) => {
    const amount = stated[name]
    return amount !== undefined && fromMajor(amount, quote.currency) !== figures[name]
  })
  if (!isWrong) return null
  const right = names.map((name) => [name, toMajor(figures[name], quote.currency)])
  return refused('amount_mismatch', 'The figures of this order are not those of the cart.', {
    expectedAmount: toMajor(quote.totalMinor, quote.currency),
    ...Object.fromEntries(right),
  })
}
