import type { Database, TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { newestIdAt } from '../../adapters/ids.ts'
import type { Tenant } from '../../tenant-registry.ts'

/**
 * Adds what an organizer has sold since the last turn to `sales_days`, by day (UTC) and currency. Each
 * order and each entry of the ledger is counted once: how far it has come is stored in the transaction of
 * the figures. It is no trigger, because all purchases of a day would then wait for one row.
 */

/** Rows are committed out of order; those that are younger than this wait for the next turn. */
const SETTLED_SECONDS = 60
/** How many orders and how many entries a turn adds. */
const SLICE = 5000
const IDLE_SECONDS = 6 * 3600
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type CountContext = { db: Pick<Database, 'longWork'>; now: () => number }

/** Counts a slice. Returns after how many seconds there is more to count. */
export const countSales = (
  { db, now }: CountContext,
  tenant: Pick<Tenant, 'id'>,
): Promise<number> =>
  db.longWork.withTenant(tenant.id, async (tx) => {
    await tx
      .insertInto('sales_counted')
      .values({ tenant_id: tenant.id, last_order_id: FIRST_ID, last_entry_id: '0' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Two processes would count the same rows.
    const from = await tx
      .selectFrom('sales_counted')
      .select(['last_order_id', 'last_entry_id'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const orders = await addOrders(tx, from.last_order_id, now())
    const entries = await addEntries(tx, from.last_entry_id)
    await tx
      .updateTable('sales_counted')
      .set({
        last_order_id: orders.last ?? from.last_order_id,
        last_entry_id: entries.last ?? from.last_entry_id,
        counted_at: sql<Date>`clock_timestamp()`,
      })
      .execute()
    if (orders.count === SLICE || entries.count === SLICE) return 0
    return orders.isMoreSoon || entries.isMoreSoon ? SETTLED_SECONDS : IDLE_SECONDS
  })

interface Counted {
  last: string | null
  count: number
  /** Whether there are rows that are too young. */
  isMoreSoon: boolean
}

/** Ids of orders begin with their time, so the key gives those that are new. */
async function addOrders(tx: TenantTx, after: string, nowMs: number): Promise<Counted> {
  const settled = newestIdAt(nowMs - SETTLED_SECONDS * 1000)
  const { rows } = await sql<Counted>`
    with news as materialized (
      select tenant_id, id, created_at, quote->>'currency' as currency from orders
      where id > ${after} and id < ${settled} order by id limit ${sql.lit(SLICE)}),
    sold as (
      select n.tenant_id, (n.created_at at time zone 'UTC')::date as day, n.currency,
        count(*)::integer as orders, sum(i.quantity)::integer as tickets
      from news n
      cross join lateral (select coalesce(sum(quantity), 0) as quantity from order_items i
        where i.tenant_id = n.tenant_id and i.order_id = n.id) i
      group by 1, 2, 3),
    written as (
      insert into sales_days as d (tenant_id, day, currency, orders, tickets)
      select * from sold
      on conflict (tenant_id, day, currency) do update
        set orders = d.orders + excluded.orders, tickets = d.tickets + excluded.tickets)
    select max(id::text) as last, count(*)::integer as count,
      exists (select from orders where id >= ${settled}) as "isMoreSoon"
    from news`.execute(tx)
  return rows[0] ?? { last: null, count: 0, isMoreSoon: false }
}

/** Entries up to the first one that is too young: an older one beside it may not be committed yet. */
async function addEntries(tx: TenantTx, after: string): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with found as materialized (
      select tenant_id, id, kind, account, currency, amount_minor, at,
        at < clock_timestamp() - make_interval(secs => ${SETTLED_SECONDS}) as is_settled
      from money_ledger where id > ${after}::bigint order by id limit ${sql.lit(SLICE)}),
    news as materialized (
      select * from found where id < coalesce(
        (select min(id) from found where not is_settled), 9223372036854775807)),
    moved as (
      select tenant_id, (at at time zone 'UTC')::date as day, currency,
        coalesce(sum(amount_minor) filter (
          where kind = 'charge' and account = 'provider_balance'), 0) as charged,
        coalesce(-sum(amount_minor) filter (
          where kind in ('refund', 'refund_returned') and account = 'provider_balance'), 0)
          as refunded,
        coalesce(sum(amount_minor) filter (where account = 'platform_fees'), 0) as fee
      from news group by 1, 2, 3),
    written as (
      insert into sales_days as d
        (tenant_id, day, currency, charged_minor, refunded_minor, platform_fee_minor)
      select * from moved
      on conflict (tenant_id, day, currency) do update set
        charged_minor = d.charged_minor + excluded.charged_minor,
        refunded_minor = d.refunded_minor + excluded.refunded_minor,
        platform_fee_minor = d.platform_fee_minor + excluded.platform_fee_minor)
    select max(id)::text as last, count(*)::integer as count,
      exists (select from found where not is_settled) as "isMoreSoon"
    from news`.execute(tx)
  return rows[0] ?? { last: null, count: 0, isMoreSoon: false }
}
