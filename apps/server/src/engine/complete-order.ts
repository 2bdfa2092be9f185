import { granted, type Refused, type Result, refused } from '@foyer/contract'
import { type Quote, toMajor } from '@foyer/domain'
import type { Intent } from '../adapters/payment-gateway.ts'
import type { MoneyContext, Tenant } from '../context.ts'
import type { SoldOrder } from './batch-writes.ts'
import { loadFrozenCart } from './frozen-cart.ts'
import type { Customer, KnownPayment } from './lane-types.ts'
import { sellFreeCartOp } from './ops/sell-free-cart.ts'
import { sellPaymentOp } from './ops/sell-payment.ts'
import { CART_NOT_FOUND, HOLD_EXPIRED, NOT_PAID } from './refusals.ts'

/**
 * Turns a captured payment into an order, or into a refund where a place is gone. Idempotent: the
 * browser's return, the webhook and the reconciler all call it; the first wins and the others get
 * the same order. `intent` was just fetched from the provider, which alone is believed.
 */
export async function completeOrder(
  context: MoneyContext,
  tenant: Tenant,
  payment: Pick<KnownPayment, 'id' | 'cartId'>,
  intent: Intent,
  /** As the browser just told; without it, as it was told before paying. */
  customer?: Customer,
  problemWith?: (quote: Quote) => Refused | null,
): Promise<Result<SoldOrder>> {
  if (intent.status !== 'succeeded') {
    return refused('payment_not_succeeded', 'The payment has not been completed yet.', {
      paymentStatus: intent.status,
    })
  }
  const result = await context.lanes.submit(
    tenant.id,
    sellPaymentOp({
      id: payment.id,
      cartId: payment.cartId,
      intent,
      customer,
      fallback: customerFrom(intent),
      problemWith,
    }),
  )
  // A mail waits to be sent, or a refund to be made.
  context.kickJobs()
  return result
}

/**
 * Turns a cart whose total is 0 into an order, without a card. A second call finds the cart
 * completed and answers the same order.
 */
export async function completeFreeOrder(
  context: MoneyContext,
  tenant: Tenant,
  cartId: string,
  customer: Customer,
  problemWith: (quote: Quote) => Refused | null,
): Promise<Result<SoldOrder>> {
  const cart = await context.db.withTenant(tenant.id, (tx) =>
    loadFrozenCart(tx, cartId, tenant.currency),
  )
  if (!cart) return CART_NOT_FOUND
  if (cart.orderId) return granted({ orderId: cart.orderId })
  if (cart.holdIds.length === 0) return HOLD_EXPIRED
  if (cart.quote.totalMinor !== 0) {
    const { totalMinor, currency } = cart.quote
    const details = { expectedAmount: toMajor(totalMinor, currency) }
    return { ok: false, refusal: { ...NOT_PAID.refusal, details } }
  }
  const problem = problemWith(cart.quote)
  if (problem) return problem
  const result = await context.lanes.submit(tenant.id, sellFreeCartOp(cart, customer))
  if (result.ok) context.kickJobs()
  return result
}

// The buyer left before telling us anything: what they typed at the provider is all there is.
function customerFrom({ billing }: Intent): Customer {
  const [firstName = '', ...rest] = (billing?.name ?? '').split(' ')
  const address = billing?.address
  return {
    contact: {
      firstName,
      lastName: rest.join(' '),
      // As the contract has addresses, so that the order is found by it.
      email: billing?.email?.trim().toLowerCase() ?? '',
      phone: billing?.phone ?? '',
    },
    billingAddress: {
      address: address?.line1 ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      zipCode: address?.postal_code ?? '',
      country: address?.country ?? 'US',
    },
  }
}
