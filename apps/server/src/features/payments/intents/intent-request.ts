import type { Quote } from '@foyer/domain'
import type { IntentRequest } from '../../../adapters/payment-gateway.ts'
import type { Tenant } from '../../../context.ts'

/** What a payment is recorded as. */
interface Payable {
  id: string
  cartNumber: string
  eventId: string
  quote: Quote
}

/** What the provider is asked for on behalf of a payment; the same payment gives the same. */
export const intentRequest = (tenant: Tenant, payment: Payable): IntentRequest => ({
  amountMinor: payment.quote.totalMinor,
  currency: payment.quote.currency,
  description: `${tenant.name}: ${payment.quote.ticketCount} ticket(s)`,
  metadata: {
    tenantId: String(tenant.id),
    // For people who look at the provider's dashboard: it may be renamed.
    tenant: tenant.slug,
    paymentId: payment.id,
    cartId: payment.cartNumber,
    eventId: payment.eventId,
  },
})
