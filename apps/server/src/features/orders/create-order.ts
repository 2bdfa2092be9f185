import { type checkout, granted, type OutputOf, type Result, refused } from '@foyer/contract'
import type { Address, Contact } from '@foyer/db'
import { fromMajor, type Quote, toMajor } from '@foyer/domain'
import { cartIdOf } from '../../adapters/ids.ts'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import { CART_NOT_FOUND, completeFreeOrder, completeOrder } from '../../engine/complete-order.ts'
import type { Call } from '../../http/endpoint.ts'
import { openOrder } from './open-order.ts'

type OrderCall = Call<typeof checkout.createOrder>
type Customer = { contact: Contact; billingAddress: Address }

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
  const opened = await openOrder(context, tenant, orderId, { browserId })
  return opened.ok ? granted({ id: orderId, orderId, order: opened.value.order }) : opened
}

async function completePaid(
  { context, tenant, body, request }: OrderCall,
  cartId: string,
  intentId: string,
  customer: Customer,
): Promise<Result<{ orderId: string }>> {
  // The payment must belong to this very cart: another browser's, or another tenant's, is unknown.
  const payment = await context.db.withTenant(tenant.id, async (tx) => {
    const found = await tx
      .selectFrom('payments')
      .select(['id', 'state', 'quote'])
      .where('intent_id', '=', intentId)
      .where('cart_id', '=', cartId)
      .executeTakeFirst()
    if (found?.state === 'open' && !figuresProblem(body, found.quote)) {
      await tx
        .updateTable('carts')
        .set({
          contact: JSON.stringify(customer.contact),
          billing_address: JSON.stringify(customer.billingAddress),
        })
        .where('id', '=', cartId)
        .execute()
    }
    return found
  })
  if (!payment) return refused('payment_not_found', 'This payment does not belong to this cart.')
  const problem = figuresProblem(body, payment.quote)
  if (problem) return problem
  try {
    const intent = await context.payments.retrieveIntent(intentId)
    if (!intent)
      return refused('payment_not_found', 'The payment provider does not know this payment.')
    return await completeOrder(context, tenant, payment.id, intent)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    request.log.warn({ err: error }, 'payment provider unreachable')
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
