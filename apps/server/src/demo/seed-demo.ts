import { createHash } from 'node:crypto'
import type { Database, TenantTx } from '@foyer/db'
import { localDateOf } from '@foyer/domain'
import { sql } from 'kysely'
import pg from 'pg'
import { DEMO_TENANTS } from './demo-data.ts'
import type { DemoEvent, DemoTenant } from './demo-types.ts'
import { demoPrice, demoSessionName, type PlannedSession, planSessions } from './plan-sessions.ts'
import { soldBefore } from './sold-before.ts'

/** Ids derived from names, so that a link into the demo outlives a new seed. */
const idOf = (...names: readonly (string | number)[]): string => {
  const hex = createHash('sha256')
    .update(['demo', ...names].join('/'))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Puts the demo's tenants into a database that has none. `ownerUrl` is the connection that
 * migrates: the application's own role may not write the registry of tenants.
 * Returns whether there was anything to do.
 */
export async function seedDemo(
  db: Database,
  ownerUrl: string,
  now: Date,
  onProgress: (text: string) => void,
): Promise<boolean> {
  const { rows } = await db.pool.query('select 1 from tenants limit 1')
  if (rows.length > 0) return false
  for (const tenant of DEMO_TENANTS) {
    onProgress(`Seeding the demo: ${tenant.name}`)
    const tenantId = await registerTenant(ownerUrl, tenant)
    await db.withTenant(tenantId, async (tx) => {
      await insertPlaces(tx, tenantId, tenant)
      for (const event of tenant.events) await insertEvent(tx, tenantId, tenant, event)
      for (const event of tenant.events) await planEvent(tx, tenantId, tenant, event, now)
    })
  }
  return true
}

/**
 * Keeps the demo ahead of today: seasons grow by the days that passed, dates that are over are
 * planned anew. Returns how many sessions it added.
 */
export async function topUpDemo(db: Database, now: Date): Promise<number> {
  let added = 0
  const known = await db.registry.selectFrom('tenants').select(['tenant_id', 'slug']).execute()
  for (const tenant of DEMO_TENANTS) {
    const row = known.find((candidate) => candidate.slug === tenant.slug)
    if (!row) continue
    await db.withTenant(row.tenant_id, async (tx) => {
      for (const event of tenant.events) {
        added += await planEvent(tx, row.tenant_id, tenant, event, now)
      }
    })
  }
  return added
}

async function registerTenant(ownerUrl: string, tenant: DemoTenant): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ tenant_id: number }>(
      `insert into tenants (slug, is_default, name, tagline, hue, support_email)
       values ($1, $2, $3, $4, $5, $6) returning tenant_id`,
      [tenant.slug, tenant.isDefault, tenant.name, tenant.tagline, tenant.hue, tenant.supportEmail],
    )
    const id = rows[0]?.tenant_id
    if (id === undefined) throw new Error('insert returned no row')
    return id
  } finally {
    await client.end()
  }
}

async function insertPlaces(tx: TenantTx, tenant_id: number, tenant: DemoTenant): Promise<void> {
  const venues = Object.entries(tenant.venues).map(([key, venue]) => ({
    tenant_id,
    id: idOf(tenant.slug, 'venue', key),
    name: venue.name,
    street_address: venue.street,
    city: venue.city,
    state: venue.state,
    postal_code: venue.postalCode,
    country: venue.country ?? 'US',
    timezone: venue.timeZone,
  }))
  await tx.insertInto('venues').values(venues).execute()
  const feeSets = Object.entries(tenant.feeSets).map(([key, fee]) => ({
    tenant_id,
    id: idOf(tenant.slug, 'fee', key),
    name: fee.name,
    is_active: fee.isActive ?? true,
    ...('flatMinor' in fee
      ? { fee_type: 'flat' as const, flat_minor: fee.flatMinor }
      : { fee_type: 'percentage' as const, rate_ppm: Math.round(fee.percent * 10_000) }),
  }))
  await tx.insertInto('fee_sets').values(feeSets).execute()
}

async function insertEvent(
  tx: TenantTx,
  tenant_id: number,
  tenant: DemoTenant,
  event: DemoEvent,
): Promise<void> {
  const event_id = idOf(tenant.slug, event.key)
  const group_id = idOf(tenant.slug, event.key, 'group')
  const feeId = (key: string | undefined) => (key ? idOf(tenant.slug, 'fee', key) : null)
  await tx
    .insertInto('events')
    .values({
      tenant_id,
      id: event_id,
      venue_id: idOf(tenant.slug, 'venue', event.venue),
      fee_set_id: feeId(event.feeSet),
      name: event.name,
      description: event.description,
      category: event.category,
      is_timed_entry: event.timedEntry ?? false,
      show_price_difference: event.showPriceDifference ?? false,
    })
    .execute()
  await tx
    .insertInto('ticket_groups')
    .values({ tenant_id, id: group_id, event_id, name: event.group ?? 'Tickets' })
    .execute()
  await tx
    .insertInto('ticket_types')
    .values(
      event.types.map((type, position) => ({
        tenant_id,
        id: idOf(tenant.slug, event.key, 'type', position),
        event_id,
        group_id,
        fee_set_id: feeId(type.feeSet),
        name: type.name,
        description: type.description ?? null,
        position,
        display_price: type.displayPrice ?? null,
        ...(type.max ? { max_quantity: type.max } : {}),
        ...(typeof type.price === 'number'
          ? { pricing_mode: 'fixed' as const, price_minor: type.price }
          : { pricing_mode: 'dynamic' as const }),
      })),
    )
    .execute()
  if (!event.addOns?.length) return
  await tx
    .insertInto('add_ons')
    .values(
      event.addOns.map((addOn, position) => ({
        tenant_id,
        id: idOf(tenant.slug, event.key, 'add-on', position),
        event_id,
        name: addOn.name,
        description: addOn.description ?? null,
        position,
        price_minor: addOn.price,
        ...(addOn.max ? { max_quantity: addOn.max } : {}),
      })),
    )
    .execute()
}

async function planEvent(
  tx: TenantTx,
  tenantId: number,
  tenant: DemoTenant,
  event: DemoEvent,
  now: Date,
): Promise<number> {
  const eventId = idOf(tenant.slug, event.key)
  const timeZone = tenant.venues[event.venue]?.timeZone ?? 'UTC'
  if (event.schedule.kind === 'dates' && (await hasFuture(tx, eventId, now))) return 0
  const planned = planSessions(event.schedule, localDateOf(now, timeZone), timeZone)
  return insertSessions(tx, tenantId, tenant, event, planned, timeZone)
}

const hasFuture = async (tx: TenantTx, eventId: string, now: Date): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('sessions')
      .select('id')
      .where('event_id', '=', eventId)
      .where('starts_at', '>', now)
      .executeTakeFirst(),
  )

async function insertSessions(
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
  await sellAhead(tx, tenantId, event, eventId, sessions, types)
  return sessions.length
}

/** What a box office sold before: real sales in ledger and counters, so that both still agree. */
async function sellAhead(
  tx: TenantTx,
  tenantId: number,
  event: DemoEvent,
  eventId: string,
  sessions: readonly (PlannedSession & { id: string })[],
  types: readonly { id: string }[],
): Promise<void> {
  const [first] = types
  const sales = sessions
    .map((session) => ({ session: session.id, quantity: soldBefore(event, session) }))
    .filter((sale) => sale.quantity > 0)
  if (!first || sales.length === 0) return
  const browser = idOf('box-office')
  await sql`
    with sales as (
      select gen_random_uuid() as hold_id, gen_random_uuid() as cart_id, s.session_id, s.quantity
      from unnest(${sales.map((s) => s.session)}::uuid[], ${sales.map((s) => s.quantity)}::integer[])
        as s(session_id, quantity)),
    new_carts as (
      insert into carts (tenant_id, id, browser_id, number, event_id, session_id)
      select ${tenantId}, cart_id, ${browser}, '00000', ${eventId}, session_id from sales),
    new_holds as (
      insert into holds (tenant_id, id, cart_id, session_id, ticket_type_id, quantity,
        unit_price_minor, state, created_at, expires_at, reclaim_at)
      select ${tenantId}, hold_id, cart_id, session_id, ${first.id}, quantity, 0, 'sold',
        now(), now(), now() from sales),
    noted as (
      insert into stock_ledger
        (tenant_id, session_id, ticket_type_id, hold_id, kind, held_delta, sold_delta)
      select ${tenantId}, session_id, ${first.id}, hold_id, 'sell', 0, quantity from sales)
    update stock s set sold = s.sold + sales.quantity from sales
    where s.session_id = sales.session_id and s.pool_id in (sales.session_id, ${first.id})`.execute(
    tx,
  )
}
