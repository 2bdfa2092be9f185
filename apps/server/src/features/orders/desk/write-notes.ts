import { granted, type orderDesk, type ResultOf, refused, TAGS_OF_ORDER } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { orderNumberOf } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { ORDER_NOT_FOUND } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { selectTags } from './queries.ts'

/** Locks an order, so that two people who write on it follow each other; false if there is none. */
async function lockOrder(tx: TenantTx, orderId: string): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('erased_at')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return order !== undefined && order.erased_at === null
}

/** Adds a note. What it says is in no other table: it is deleted with what is known of the buyer. */
export async function addNote({
  context,
  tenant,
  principal: { session },
  params: { orderId },
  body: { note },
}: Call<typeof orderDesk.addOrderNote>): Promise<ResultOf<typeof orderDesk.addOrderNote>> {
  const id = newId()
  return context.db.withTenant(tenant.id, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return ORDER_NOT_FOUND
    const { created_at } = await tx
      .insertInto('order_notes')
      .values({
        tenant_id: sql<number>`current_tenant()`,
        ...{ id, order_id: orderId, person_id: session.personId, note },
      })
      .returning('created_at')
      .executeTakeFirstOrThrow()
    await writeAuditEntry(tx, {
      personId: session.personId,
      action: 'order.note_added',
      entityId: orderId,
      entityName: orderNumberOf(orderId),
    })
    const by = { id: session.personId, name: session.name }
    return granted({ id, at: created_at.toISOString(), person: by, note })
  })
}

/** Adds tags and takes others away. Two people who do so at once both succeed. */
export const changeTags = ({
  context,
  tenant,
  principal,
  params: { orderId },
  body: { add, remove },
}: Call<typeof orderDesk.changeOrderTags>): Promise<ResultOf<typeof orderDesk.changeOrderTags>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return ORDER_NOT_FOUND
    const before = await selectTags(tx, orderId)
    const kept = before.filter((tag) => !remove.includes(tag))
    const after = [...new Set([...kept, ...add])].sort()
    if (after.length > TAGS_OF_ORDER) {
      const message = `An order has at most ${TAGS_OF_ORDER} tags. Take another one away first.`
      return refused('validation_failed', message, { fields: [{ field: 'add', message }] })
    }
    if (before.join('\n') === after.join('\n')) return granted({ tags: before })
    await sql`delete from order_tags
      where order_id = ${orderId} and not (tag = any(${after}::text[]))`.execute(tx)
    await sql`insert into order_tags (tenant_id, order_id, tag)
      select current_tenant(), ${orderId}, tag from unnest(${after}::text[]) as tag
      on conflict do nothing`.execute(tx)
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'order.tags_changed',
      entityId: orderId,
      entityName: orderNumberOf(orderId),
      before: { tags: before.join(', ') },
      after: { tags: after.join(', ') },
    })
    return granted({ tags: after })
  })
