import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { digestId } from '../../../adapters/ids.ts'
import type { Intent } from '../../../adapters/payment-gateway.ts'
import { findPaymentById, findPaymentByIntent, type PaymentRow } from '../queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds the payment that an intent belongs to; null for an intent of another shop. If the answer of
 * the call that made the intent was lost, the payment is found by its id, which the intent carries,
 * and the intent is attached to it. If the payment has another intent already, this one is a stray
 * that nobody was asked to pay: the result is `stray` until someone has paid it. Then that money is
 * recorded as a payment of its own and settled like any other.
 *
 * Null for an intent on another account than its payment's, whatever its metadata says: organizers make
 * intents on their own accounts as they like.
 */
export async function findPayment(
  tx: TenantTx,
  intent: Intent,
): Promise<PaymentRow | 'stray' | null> {
  const ofIntent = async () => {
    const found = await findPaymentByIntent(tx, intent.id)
    return found?.accountId === intent.accountId ? found : null
  }
  const known = await ofIntent()
  if (known) return known
  const { paymentId = '' } = intent.metadata
  const named = UUID.test(paymentId) ? await findPaymentById(tx, paymentId) : undefined
  if (named?.accountId !== intent.accountId) return null
  if (named.intentId === null) await join(tx, named.id, intent.id)
  // The call that made the intent may have stored it just now.
  const joined = await ofIntent()
  if (joined) return joined
  if (intent.status !== 'succeeded') return 'stray'
  await recordStray(tx, named.id, intent)
  return ofIntent()
}

const join = (tx: TenantTx, paymentId: string, intentId: string) =>
  tx
    .updateTable('payments')
    .set({
      intent_id: intentId,
      state: sql<'open'>`case state when 'created' then 'open' else state end`,
    })
    .where('id', '=', paymentId)
    .where('intent_id', 'is', null)
    .execute()

// Nobody must pay it any more, so it begins as canceled; the cart may have another payment in
// progress.
const recordStray = (tx: TenantTx, paymentId: string, intent: Intent) =>
  sql`
  insert into payments (tenant_id, id, cart_id, event_id, intent_id, amount_minor, currency,
    hold_ids, quote, state, change_of_order_id, account_id, platform_fee_ppm,
    platform_fee_fixed_minor, platform_fee_minor)
  select tenant_id, ${digestId(intent.id)}, cart_id, event_id, ${intent.id}, ${intent.amountMinor},
    ${intent.currency}, hold_ids, quote, 'canceled', change_of_order_id, account_id, platform_fee_ppm,
    platform_fee_fixed_minor,
    case when account_id is not null then ${intent.platformFeeMinor}::integer end
  from payments where id = ${paymentId}
  on conflict do nothing`.execute(tx)
