import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** More entries than a desk reads of one order. */
const MOST_ENTRIES = 200

/** The tags of an order, in the order of the alphabet. */
export async function selectTags(tx: TenantTx, orderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('order_tags')
    .select('tag')
    .where('order_id', '=', orderId)
    .orderBy('tag')
    .execute()
  return rows.map(({ tag }) => tag)
}

/** What was captured for an order, with the cards. */
export const selectCharges = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('payments as p')
    .leftJoin('payment_cards as c', (join) =>
      join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.payment_id', '=', 'p.id'),
    )
    .select(['p.intent_id', 'p.change_of_order_id', 'p.created_at', 'p.captured_minor'])
    .select(['p.refunded_minor', 'p.currency', 'c.brand', 'c.last4'])
    .select(
      sql<boolean>`exists (select from disputes d
        where d.tenant_id = p.tenant_id and d.payment_id = p.id and d.state = 'opened')`.as(
        'is_disputed',
      ),
    )
    .where('p.order_id', '=', orderId)
    .orderBy('p.created_at')
    .execute()

/** All mails about an order, the newest first. */
export const selectMails = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('mails')
    .select(['id', 'kind', 'state', 'recipient', 'is_resend', 'last_error', 'updated_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(MOST_ENTRIES)
    .execute()

/** The notes on an order, the newest first. */
export const selectNotes = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('order_notes')
    .select(['id', 'person_id', 'note', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()

/** What the audit log has about an order, the newest first. */
export const selectActs = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('audit_log')
    .select(['id', 'at', 'person_id', 'action_type', 'before', 'after'])
    .where('entity_type', '=', 'order')
    .where('entity_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
