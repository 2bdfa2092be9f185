import { type checkout, granted, type OutputOf, type Result, refused } from '@foyer/contract'
import { fromMajor, type Quote, toMajor } from '@foyer/domain'
import { cartIdOf } from '../../adapters/ids.ts'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import { completeFreeOrder, completeOrder } from '../../engine/complete-order.ts'
import type { Customer } from '../../engine/lane-types.ts'
import { CART_NOT_FOUND, ORDER_NOT_FOUND } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'
import { findOrder } from './open-order.ts'
import { presentOrderHead } from './present.ts'
import { findPayment, keepContact } from './queries.ts'

type OrderCall = Call<typeof checkout.createOrder>

/**
 * The browser's return from paying. Every figure comes from the hold: those of the body are only
 * compared, and a difference is refused with the right ones. Whether it is paid is asked of the
 * provider. Repeating it gives the same order. A refusal leaves nobody without a ticket: what was
 * captured is completed by the webhook or the reconciler all the same.
 */
export async function createOrder(
  call: OrderCall,
): Promise<Result<OutputOf<typeof checkout.createOrder>>> {
  const { context, tenant, body } = call
  const browserId = call.browser.id()
  if (!browserId) return CART_NOT_FOUND
  const cartId = cartIdOf(browserId, body.cartId)
  const { address1, ...place } = body.billingAddress
  const customer = {
    contact: {
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email,
      phone: body.phone,
    },
    billingAddress: { address: address1, ...place },
  }
  const completed = body.paymentIntentId
    ? await completePaid(call, cartId, body.paymentIntentId, customer)
    : await completeFreeOrder(context, tenant, cartId, customer, (quote) =>
        figuresProblem(body, quote),
      )
  if (!completed.ok) return completed

  const { orderId } = completed.value
  const order = await context.db.withTenant(tenant.id, (tx) =>
    findOrder(context, tenant, tx, orderId, { browserId }),
  )
  return order ? granted({ id: orderId, orderId, order: presentOrderHead(order) }) : ORDER_NOT_FOUND
}

async function completePaid(
  { context, tenant, body, request }: OrderCall,
  cartId: string,
  intentId: string,
  customer: Customer,
): Promise<Result<{ orderId: string }>> {
  // The payment must belong to this very cart: another browser's, or another tenant's, is unknown.
  const payment = await context.db.withTenant(tenant.id, (tx) => findPayment(tx, intentId, cartId))
  if (!payment) return refused('payment_not_found', 'This payment does not belong to this cart.')
  const problem = figuresProblem(body, payment.quote)
  if (problem) return problem
  try {
    const intent = await context.payments.retrieveIntent(intentId)
    if (!intent)
      return refused('payment_not_found', 'The payment provider does not know this payment.')
    return await completeOrder(context, tenant, payment, intent, customer)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    request.log.warn({ err: error }, 'payment provider unreachable')
    // Whoever finishes it later must know whom it is for.
    await context.db.withTenant(tenant.id, (tx) => keepContact(tx, cartId, customer))
    return refused(
      'provider_unavailable',
      'We could not reach the payment provider. Nothing is lost: your order completes by itself as soon as it answers.',
    )
  }
}

/** Compares the figures a client states, in major units, with those of the quote it pays. */
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
