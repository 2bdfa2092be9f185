import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { Quote } from '@foyer/domain'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { MoneyContext, Tenant } from '../../context.ts'
import type { Customer } from '../carts/cart-types.ts'
import { submitForCart } from '../carts/submit-for-cart.ts'
import type { HoldAllowance } from '../holds/hold-allowance.ts'
import type { KnownPayment } from '../payments/payment-types.ts'
import type { SoldOrder } from './order-types.ts'
import { type FreePurchase, type FreeSaleCode, sellFreeCartOp } from './sell-free-cart.ts'
import { type SaleCode, sellPaymentOp } from './sell-payment.ts'

/** What the buyer's own browser sends as it completes an order; a webhook has none of it. */
export interface AskingBuyer {
  /** Without it, the customer that was stored before paying is used. */
  customer?: Customer
  problemWith?: (quote: Quote) => Refused<'amount_mismatch'> | null
  allowance?: HoldAllowance
  /** The client that shares the lanes fairly with others. */
  client?: string
}

/**
 * Turns a captured payment into an order, or into a refund if a ticket is gone. Idempotent: the
 * browser's return, the webhook and the reconciler all call it; the first call decides, and the
 * others get the same order. `intent` must have been fetched from the provider just now; no other
 * source is trusted.
 */
export async function completeOrder(
  context: MoneyContext,
  tenant: Tenant,
  payment: Pick<KnownPayment, 'id' | 'cartId'>,
  intent: Intent,
  buyer: AskingBuyer = {},
): Promise<Result<SoldOrder, SaleCode | 'payment_not_succeeded' | 'busy'>> {
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
      fallback: customerFrom(intent),
      ...buyer,
    }),
    buyer.client,
  )
  // A mail may be waiting to be sent, or a refund to be made.
  context.kickJobs(tenant.id)
  return result
}

/**
 * Turns a cart whose total is 0 into an order, without a card. On a repeated call the cart holds
 * nothing, and the answer is the order that it became.
 */
export async function completeFreeOrder(
  context: MoneyContext,
  tenant: Tenant,
  { client, ...purchase }: FreePurchase & Pick<AskingBuyer, 'client'>,
): Promise<Result<SoldOrder, FreeSaleCode | 'cart_not_found' | 'busy'>> {
  const op = sellFreeCartOp(purchase)
  const onOrdered = (orderId: string) => granted<SoldOrder>({ orderId })
  const submission = { onOrdered, client }
  const result = await submitForCart(context, tenant, purchase.cartId, op, submission)
  if (result.ok) context.kickJobs(tenant.id)
  return result
}

// The buyer left before sending contact data, so only the data entered at the provider is known.
function customerFrom({ billing }: Intent): Customer {
  const [firstName = '', ...rest] = (billing?.name ?? '').split(' ')
  const address = billing?.address
  return {
    contact: {
      firstName,
      lastName: rest.join(' '),
      // Lower case, as in the contract, so that the order is found by the address.
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
