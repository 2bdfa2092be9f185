import { orderNumberOf, platformFeeOf, type Quote } from '@foyer/domain'
import type { IntentRequest } from '../../adapters/payment-gateway.ts'
import type { Tenant } from '../../context.ts'
import type { PaymentAccount } from './payment-types.ts'

/** A payment as it is recorded. */
interface Payable {
  id: string
  cartNumber: string
  /** The order that it changes; undefined for a purchase. */
  orderId?: string
  eventId: string
  quote: Quote
  account: PaymentAccount | null
}

/** The provider's request for a payment; it is the same each time for the same payment. */
export const intentRequest = (tenant: Tenant, payment: Payable): IntentRequest => ({
  amountMinor: payment.quote.totalMinor,
  currency: payment.quote.currency,
  description: payment.orderId
    ? `${tenant.name}: change of order ${orderNumberOf(payment.orderId)}`
    : `${tenant.name}: ${payment.quote.ticketCount} ticket(s)`,
  metadata: {
    tenantId: String(tenant.id),
    // For people who read the provider's dashboard; a slug may change.
    tenant: tenant.slug,
    paymentId: payment.id,
    ...(payment.orderId ? { orderId: payment.orderId } : { cartId: payment.cartNumber }),
    eventId: payment.eventId,
  },
  // Absent on the platform's own account: the provider's idempotency keys depend on the request.
  ...(payment.account
    ? { platformFeeMinor: platformFeeOf(payment.quote.totalMinor, payment.account.fee) }
    : {}),
})
