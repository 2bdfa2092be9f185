import { grantedValue } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { createSessions } from '../features/catalog/editing/index.ts'
import { idOf } from './demo-ids.ts'
import type { DemoEvent, DemoTenant } from './demo-types.ts'
import { demoPrice, demoSessionName, type PlannedSession } from './plan-sessions.ts'
import { soldBefore } from './sold-before.ts'

/** Inserts those of the planned sessions that are new, with prices, stock and sales. Returns how many. */
export async function insertSessions(
  tx: TenantTx,
  tenantId: number,
  tenant: DemoTenant,
  event: DemoEvent,
  planned: readonly PlannedSession[],
  timeZone: string,
): Promise<number> {
  const eventId = idOf(tenant.slug, event.key)
  const types = event.types.map((type, position) => ({
    type,
    id: idOf(tenant.slug, event.key, 'type', position),
  }))
  const withIds = planned.map((session) => ({
    ...session,
    id: idOf(eventId, session.startsAt.toISOString()),
  }))
  const created = new Set(
    grantedValue(
      await createSessions(
        tx,
        tenantId,
        eventId,
        withIds.map((session) => ({
          id: session.id,
          startsAt: session.startsAt,
          endsAt: session.endsAt,
          displayName: demoSessionName(event, session, timeZone),
          capacity: event.schedule.capacity,
          types: types.map(({ type, id }) => ({
            ticketTypeId: id,
            capacity: type.capacity ?? null,
            ...(typeof type.price === 'number' ? {} : { priceMinor: demoPrice(type, session) }),
          })),
        })),
      ),
    ),
  )
  const sessions = withIds.filter(({ id }) => created.has(id))
  await sellAhead(tx, tenantId, event, sessions, types)
  return sessions.length
}

/**
 * Records tickets that a box office sold. As for any sale made elsewhere, only their number is
 * known.
 */
async function sellAhead(
  tx: TenantTx,
  tenantId: number,
  event: DemoEvent,
  sessions: readonly (PlannedSession & { id: string })[],
  types: readonly { id: string }[],
): Promise<void> {
  const [first] = types
  const sales = sessions
    .map((session) => ({ session: session.id, quantity: soldBefore(event, session) }))
    .filter((sale) => sale.quantity > 0)
  if (!first || sales.length === 0) return
  await sql`
    with sales as (
      select * from unnest(${sales.map((s) => s.session)}::uuid[],
        ${sales.map((s) => s.quantity)}::integer[]) as s(session_id, quantity)),
    ledgered as (
      insert into stock_ledger
        (tenant_id, session_id, ticket_type_id, hold_ids, kind, held_delta, sold_delta)
      select ${tenantId}, session_id, ${first.id}, '{}', 'import', 0, quantity from sales)
    update stock s set sold = s.sold + sales.quantity from sales
    where s.session_id = sales.session_id and s.pool_id in (sales.session_id, ${first.id})`.execute(
    tx,
  )
}
