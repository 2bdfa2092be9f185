import {
  granted,
  type Result,
  type ResultOf,
  refused,
  type TestOfEvent,
  type testShop,
} from '@foyer/contract'
import { analyzeGrownTables, inTenantWithin, type PlatformTx, type TenantTx } from '@foyer/db'
import { NO_REQUIREMENTS, testAccountOf, testShopName } from '@foyer/domain'
import { sql } from 'kysely'
import { newValidationCode } from '../../adapters/ids.ts'
import { HOME } from '../../cells/cells.ts'
import type { Context, Tenant } from '../../context.ts'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'
import { siteOf } from '../../tenant-registry.ts'
import { copyEvent } from './copy-event.ts'
import { removeCopy } from './remove-copy.ts'

type Test = Result<TestOfEvent, 'event_not_found'>
type Named = { id: string; name: string }

/** Whether an event is being tested, and where. */
export const getTest = async ({
  context,
  tenant,
  params,
}: Call<typeof testShop.getTest>): Promise<ResultOf<typeof testShop.getTest>> => {
  const event = await context.db.withTenant(tenant.id, (tx) => findEvent(tx, params.eventId))
  return event ? readTest(context, tenant, event.id) : EVENT_NOT_FOUND
}

const NO_TESTS = refused(
  'sales_paused',
  'Your organizer is suspended, and its test shop with it. Nothing was started.',
)

/**
 * Puts a copy of the event on sale in the test shop, in place of the one that was there. What was ordered
 * of the former copy stays where it is; the rest of it is deleted.
 */
export async function startTest({
  context,
  tenant,
  principal: { session },
  params: { eventId },
}: Call<typeof testShop.startTest>): Promise<ResultOf<typeof testShop.startTest>> {
  if (tenant.suspendedAt) return NO_TESTS
  const started = await context.db.withPlatform(async (tx) => {
    const { event, former } = await inTenantWithin(tx, tenant.id, async (own) => ({
      event: await findEvent(own, eventId),
      former: await findCopy(own, eventId),
    }))
    if (!event) return null
    const shopId = await openShop(tx, context, tenant)
    const copyId = await copyEvent(tx, { organizerId: tenant.id, shopId }, eventId)
    if (!copyId) return null
    if (former) await inTenantWithin(tx, shopId, (shop) => removeCopy(shop, former.copy_id))
    await inTenantWithin(tx, tenant.id, async (own) => {
      await sql`
        insert into test_copies (tenant_id, event_id, copy_id)
        values (current_tenant(), ${eventId}, ${copyId})
        on conflict (tenant_id, event_id) do update
          set copy_id = excluded.copy_id, made_at = excluded.made_at`.execute(own)
      await audit(own, event, 'event.test_started', session.personId)
    })
    return { shopId, copyId }
  })
  if (!started) return EVENT_NOT_FOUND
  await context.db.longWork.withTenant(started.shopId, analyzeGrownTables)
  await context.tenants.reload()
  await context.rollups.follow(started.shopId, started.copyId)
  return readTest(context, tenant, eventId)
}

/** Takes the copy of an event off sale, and deletes what nobody has ordered of it. */
export async function endTest({
  context,
  tenant,
  principal: { session },
  params: { eventId },
}: Call<typeof testShop.endTest>): Promise<ResultOf<typeof testShop.endTest>> {
  const shop = shopOf(context, tenant)
  const event = await context.db.withPlatform(async (tx) => {
    const { event, gone } = await inTenantWithin(tx, tenant.id, async (own) => {
      const event = await findEvent(own, eventId)
      const gone = await own
        .deleteFrom('test_copies')
        .where('event_id', '=', eventId)
        .returning('copy_id')
        .executeTakeFirst()
      if (event && gone) await audit(own, event, 'event.test_ended', session.personId)
      return { event, gone }
    })
    if (shop && gone) await inTenantWithin(tx, shop.id, (own) => removeCopy(own, gone.copy_id))
    return event
  })
  return event ? readTest(context, tenant, eventId) : EVENT_NOT_FOUND
}

/** The test shop of an organizer; undefined until something was tested. */
const shopOf = ({ tenants }: Pick<Context, 'tenants'>, { id }: Tenant): Tenant | undefined =>
  tenants.all().find(({ testOf }) => testOf === id)

async function readTest(context: Context, tenant: Tenant, eventId: string): Promise<Test> {
  const takesCards = context.testPaymentConfig !== null
  const shop = shopOf(context, tenant)
  const copy = await context.db.withTenant(tenant.id, (tx) => findCopy(tx, eventId))
  if (!shop || !copy) return granted({ takesCards, copy: null })
  const { orders } = await context.db.withTenant(shop.id, (tx) =>
    tx
      .selectFrom('orders')
      .select(sql<number>`count(*)::integer`.as('orders'))
      .where('event_id', '=', copy.copy_id)
      .executeTakeFirstOrThrow(),
  )
  return granted({
    takesCards,
    copy: {
      url: `${siteOf(context.origin(), shop)}/events-api/${copy.copy_id}`,
      madeAt: copy.made_at.toISOString(),
      orders,
    },
  })
}

/** The test shop of the organizer as it is to look today; makes it, with its test account, if there is none. */
async function openShop(
  tx: PlatformTx,
  { cell, home }: Pick<Context, 'cell' | 'home'>,
  { id, slug, name }: Tenant,
): Promise<number> {
  // Drafts are shown there, so its address must not be guessed.
  const secret = newValidationCode().replace('-', '').toLowerCase()
  const address = `${slug.slice(0, 40)}-test-${secret}`
  // Ids and slugs are given at home, also for a shop in another cell.
  const registered =
    cell === HOME
      ? undefined
      : (
          await sql<{ shop: number; shop_slug: string }>`
            select * from register_test_shop(${id}::integer, ${address}, ${testShopName(name)})
              where shop is not null`.execute(home.registry)
        ).rows[0]
  const { logo, rows } = await inTenantWithin(tx, id, async (own) => ({
    adopted: registered
      ? await sql`select adopt_test_shop(${registered.shop}::integer, ${registered.shop_slug})`.execute(
          own,
        )
      : null,
    logo: await own.selectFrom('tenant_logos').selectAll().execute(),
    rows: (
      await sql<{ shop: number }>`
        select open_test_shop(${address}, ${testShopName(name)}) as shop`.execute(own)
    ).rows,
  }))
  const shopId = rows[0]?.shop ?? 0
  await inTenantWithin(tx, shopId, async (shop) => {
    await shop
      .insertInto('connected_accounts')
      .values({
        tenant_id: shopId,
        account_id: testAccountOf(shopId),
        charges_enabled: true,
        requirements: JSON.stringify(NO_REQUIREMENTS),
        is_live: false,
        platform_fee_ppm: 0,
        platform_fee_fixed_minor: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (logo.length === 0) return
    await shop
      .insertInto('tenant_logos')
      .values(logo.map((row) => ({ ...row, tenant_id: shopId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return shopId
}

const findEvent = (tx: TenantTx, eventId: string): Promise<Named | undefined> =>
  tx.selectFrom('events').select(['id', 'name']).where('id', '=', eventId).executeTakeFirst()

const findCopy = (tx: TenantTx, eventId: string) =>
  tx.selectFrom('test_copies').selectAll().where('event_id', '=', eventId).executeTakeFirst()

const audit = (
  tx: TenantTx,
  { id, name }: Named,
  action: 'event.test_started' | 'event.test_ended',
  personId: string,
) => writeAuditEntry(tx, { personId, action, entityId: id, entityName: name })
