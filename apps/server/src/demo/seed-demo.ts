import type { Database, TenantTx } from '@foyer/db'
import { localDateOf, typographic } from '@foyer/domain'
import pg from 'pg'
import { DEMO_TENANTS } from './demo-data.ts'
import { idOf } from './demo-ids.ts'
import type { DemoEvent, DemoTenant } from './demo-types.ts'
import { insertEvent, insertVenuesAndFees } from './insert-catalog.ts'
import { insertCoupons } from './insert-coupons.ts'
import { insertSessions } from './insert-sessions.ts'
import { planSessions } from './plan-sessions.ts'

// Two processes that start at the same time must not both seed.
const SEED_LOCK = 4_021_978

/**
 * Puts the demo's tenants into a database that holds no others. Every missing part is added, so the
 * next start completes one that was interrupted. `ownerUrl` is the connection that migrates: the
 * application's own role may not write the registry of tenants. Returns how many sessions it added.
 */
export async function seedDemo(
  db: Database,
  ownerUrl: string,
  now: Date,
  onProgress: (text: string) => void,
): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [SEED_LOCK])
    const { rows } = await owner.query<{ slug: string }>('select slug from tenants')
    const ours = new Set(DEMO_TENANTS.map((tenant) => tenant.slug))
    if (rows.some((row) => !ours.has(row.slug))) return 0
    for (const tenant of DEMO_TENANTS) {
      if (rows.some((row) => row.slug === tenant.slug)) continue
      onProgress(`Seeding the demo: ${tenant.name}`)
      await registerTenant(owner, tenant)
    }
    const added = await topUpDemo(db, now)
    // New tables have no statistics, and without them the planner would choose bad plans on the
    // first day.
    if (added > 0) await owner.query('analyze')
    return added
  } finally {
    await owner.end()
  }
}

/**
 * Keeps the demo ahead of today: seasons are extended by the days that passed, and past single
 * dates are planned again. Returns how many sessions it added.
 */
export async function topUpDemo(db: Database, now: Date): Promise<number> {
  let added = 0
  const known = await db.registry.selectFrom('tenants').select(['tenant_id', 'slug']).execute()
  for (const tenant of DEMO_TENANTS) {
    const row = known.find((candidate) => candidate.slug === tenant.slug)
    if (!row) continue
    await db.longWork.withTenant(row.tenant_id, async (tx) => {
      await insertVenuesAndFees(tx, row.tenant_id, tenant)
      await insertCoupons(tx, row.tenant_id, tenant)
      for (const event of tenant.events) {
        if (await isReady(tx, row.tenant_id, tenant, event)) {
          added += await planEvent(tx, row.tenant_id, tenant, event, now)
        }
      }
    })
  }
  return added
}

const registerTenant = (owner: pg.Client, tenant: DemoTenant) =>
  owner.query(
    `insert into tenants (slug, is_default, name, tagline, hue, support_email,
       instagram_url, facebook_url, x_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tenant.slug,
      tenant.isDefault,
      tenant.name,
      tenant.tagline,
      tenant.hue,
      tenant.supportEmail,
      // The houses are invented: their icons lead to the networks, and to nobody's account.
      'https://www.instagram.com/',
      'https://www.facebook.com/',
      'https://x.com/',
    ],
  )

/**
 * Whether the event is as the data says. A missing event is inserted. If its types have been
 * changed since, it stays as it is, because orders refer to it.
 */
async function isReady(
  tx: TenantTx,
  tenantId: number,
  tenant: DemoTenant,
  event: DemoEvent,
): Promise<boolean> {
  const types = await tx
    .selectFrom('ticket_types')
    .select(['name'])
    .where('event_id', '=', idOf(tenant.slug, event.key))
    .orderBy('position')
    .execute()
  if (types.length > 0) {
    const planned = event.types.map(({ name }) => typographic(name))
    return types.map(({ name }) => name).join() === planned.join()
  }
  await insertEvent(tx, tenantId, tenant, event)
  return true
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
