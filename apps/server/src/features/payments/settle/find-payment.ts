import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { digestId } from '../../../adapters/ids.ts'
import type { Intent } from '../../../adapters/payment-gateway.ts'
import { findPaymentById, findPaymentByIntent, type PaymentRow } from '../queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The payment that an intent is of; null for one of another shop. An intent whose answer got lost
 * is found by the payment's id, which it carries, and joins it. Where the payment has an intent
 * already it is a stray one, which nobody was asked to pay: `stray` then, until somebody did. That
 * money is a payment of its own, and goes the way of every other.
 */
export async function findPayment(
  tx: TenantTx,
  intent: Intent,
): Promise<PaymentRow | 'stray' | null> {
  const known = await findPaymentByIntent(tx, intent.id)
  if (known) return known
  const { paymentId = '' } = intent.metadata
  const named = UUID.test(paymentId) ? await findPaymentById(tx, paymentId) : undefined
  if (!named) return null
  if (named.intentId === null) await join(tx, named.id, intent.id)
  // Whoever asked for it may have written it down just now.
  const joined = await findPaymentByIntent(tx, intent.id)
  if (joined) return joined
  if (intent.status !== 'succeeded') return 'stray'
  await recordStray(tx, named.id, intent)
  return (await findPaymentByIntent(tx, intent.id)) ?? null
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

// Nobody is to pay it any more, so it begins as canceled; the cart may have another under way.
const recordStray = (tx: TenantTx, paymentId: string, intent: Intent) =>
  sql`
  insert into payments (tenant_id, id, cart_id, event_id, intent_id, amount_minor, currency,
    hold_ids, quote, state)
  select tenant_id, ${digestId(intent.id)}, cart_id, event_id, ${intent.id}, ${intent.amountMinor},
    ${intent.currency}, hold_ids, quote, 'canceled'
  from payments where id = ${paymentId}
  on conflict do nothing`.execute(tx)
