import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
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
  const withIds = planned.map((session) => ({
    ...session,
    id: idOf(eventId, session.startsAt.toISOString()),
    name: demoSessionName(event, session, timeZone),
  }))
  const { rows } = await sql<{ id: string }>`
    insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date, display_name)
    select ${tenantId}, s.id, ${eventId}, s.starts_at, s.ends_at, s.local_date, s.name
    from unnest(${withIds.map((s) => s.id)}::uuid[], ${withIds.map((s) => s.startsAt)}::timestamptz[],
      ${withIds.map((s) => s.endsAt)}::timestamptz[], ${withIds.map((s) => s.localDate)}::date[],
      ${withIds.map((s) => s.name)}::text[]) as s(id, starts_at, ends_at, local_date, name)
    on conflict do nothing returning id`.execute(tx)
  const fresh = new Set(rows.map((row) => row.id))
  const sessions = withIds.filter((session) => fresh.has(session.id))
  if (sessions.length === 0) return 0

  const types = event.types.map((type, position) => ({
    type,
    id: idOf(tenant.slug, event.key, 'type', position),
  }))
  const prices = sessions.flatMap((session) =>
    types
      .filter(({ type }) => typeof type.price !== 'number')
      .map(({ type, id }) => ({ session: session.id, type: id, price: demoPrice(type, session) })),
  )
  await sql`
    insert into session_prices (tenant_id, session_id, ticket_type_id, price_minor)
    select ${tenantId}, * from unnest(${prices.map((p) => p.session)}::uuid[],
      ${prices.map((p) => p.type)}::uuid[], ${prices.map((p) => p.price)}::integer[])`.execute(tx)

  const pools = sessions.flatMap((session) => [
    { session: session.id, pool: session.id, capacity: event.schedule.capacity },
    ...types.map(({ type, id }) => ({
      session: session.id,
      pool: id,
      capacity: type.capacity ?? null,
    })),
  ])
  await sql`
    insert into stock (tenant_id, session_id, pool_id, capacity)
    select ${tenantId}, * from unnest(${pools.map((p) => p.session)}::uuid[],
      ${pools.map((p) => p.pool)}::uuid[], ${pools.map((p) => p.capacity)}::integer[])`.execute(tx)
  await sellAhead(tx, tenantId, event, sessions, types)
  return sessions.length
}

/** What a box office sold before: only the number is known, as of any sale made elsewhere. */
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
    noted as (
      insert into stock_ledger
        (tenant_id, session_id, ticket_type_id, hold_ids, kind, held_delta, sold_delta)
      select ${tenantId}, session_id, ${first.id}, '{}', 'import', 0, quantity from sales)
    update stock s set sold = s.sold + sales.quantity from sales
    where s.session_id = sales.session_id and s.pool_id in (sales.session_id, ${first.id})`.execute(
    tx,
  )
}
