import type { TenantTx } from '@foyer/db'
import type { Quote } from '@foyer/domain'
import { sql } from 'kysely'
import type { Intent } from '../../../adapters/payment-gateway.ts'
import type { Context, Tenant } from '../../../context.ts'
import { intentRequest } from '../../../engine/payments/intent-request.ts'
import type { PaymentAccount } from '../../../engine/payments/payment-types.ts'

/** How many changes of the cart during the update are followed. */
const TRIES = 5

/**
 * Updates an unpaid intent to the amount of its payment. If several tabs change a cart, the slowest
 * may be the last to reach the provider. So this runs after every change of the payment or its
 * intent, and reads the payment again until both agree. Returns null if they still differ after all
 * tries. `context` asks the provider on the payment's account.
 */
export async function adjustIntent(
  context: Pick<Context, 'db' | 'payments'>,
  tenant: Tenant,
  paymentId: string,
  intentId: string,
): Promise<Intent | null> {
  const read = () => context.db.withTenant(tenant.id, (tx) => selectOpenPayment(tx, paymentId))
  let payment = await read()
  for (let tries = 0; tries < TRIES && payment; tries += 1) {
    const adjusted = await context.payments.updateIntent(intentId, intentRequest(tenant, payment))
    payment = await read()
    const isSame = payment?.quote.totalMinor === adjusted.amountMinor
    if (isSame && payment?.quote.currency === adjusted.currency) return adjusted
  }
  return null
}

interface OpenPayment {
  id: string
  eventId: string
  cartNumber: string
  quote: Quote
  account: PaymentAccount | null
}

async function selectOpenPayment(tx: TenantTx, paymentId: string) {
  const { rows } = await sql<OpenPayment>`
    select p.id, p.event_id as "eventId", p.quote, h.cart_number as "cartNumber",
      case when p.account_id is not null then json_build_object('id', p.account_id,
        'fee', json_build_object('ppm', p.platform_fee_ppm, 'fixedMinor', p.platform_fee_fixed_minor))
      end as account
    from payments p
    join holds h on h.tenant_id = p.tenant_id and h.cart_id = p.cart_id and h.id = p.hold_ids[1]
    where p.id = ${paymentId} and p.state in ('created', 'open')`.execute(tx)
  return rows[0]
}
