import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { rowsOf, type WriteStatement } from '../lanes/statements.ts'
import { type LaneAccessCode, type ReadCustomer, SalesBook } from './sales-book.ts'

export interface SalesNeeds {
  /** Access codes that holds are asked for with. Those with a number of uses are locked. */
  accessCodeIds?: readonly string[]
  /** The carts of these holds: what they have claimed already is theirs. */
  accessCartIds?: readonly string[]
  /** Customers whose tickets are counted: an event's id and an address (`customerKey`). */
  customerKeys?: readonly string[]
}

// A code without a number of uses is not locked: a whole presale may share one.
const LOCK_CODES = `
  select 1 from access_codes where tenant_id = $1 and id = any($2::uuid[]) and max_uses is not null
  order by id for update`

/** The condition on `access_code_uses u` that it counts: it was bought with, or its cart holds something. */
export const USE_COUNTS = `(u.order_id is not null
    or (u.claimed_until > statement_timestamp() and exists (
      select from holds h where h.cart_id = u.cart_id and h.tenant_id = u.tenant_id
        and h.state = 'held' and h.reclaim_at > statement_timestamp())))`

const READ_CODES = `
  select c.id, c.event_id as "eventId", c.starts_at as "startsAt", c.ends_at as "endsAt",
    c.opens_early as "opensEarly", to_json(c.type_ids) as "typeIds",
    c.revoked_at is not null as "isRevoked", c.max_uses as "maxUses",
    case when c.max_uses is not null then (
      select count(*) from access_code_uses u
      where u.tenant_id = c.tenant_id and u.code_id = c.id and ${USE_COUNTS})::integer else 0 end
      as used,
    (select coalesce(json_agg(u.cart_id), '[]') from access_code_uses u
      where u.cart_id = any($3::uuid[]) and u.code_id = c.id and u.tenant_id = c.tenant_id
        and u.order_id is null and ${USE_COUNTS}) as "cartIds"
  from access_codes c where c.tenant_id = $1 and c.id = any($2::uuid[])`

// Two carts of one customer may be in different sessions. The locks are taken in the order of their keys.
const LOCK_CUSTOMERS = `
  select from (
    select distinct hashtextextended($1::text || '/' || key, 31) as lock
    from unnest($2::text[]) as asked(key) order by 1
  ) as locks where pg_advisory_xact_lock(lock) is null`

// A key is an event's id, which has 36 characters, and an address in small letters.
const READ_CUSTOMERS = `
  select k.key,
    (select json_agg(json_build_object('typeId', b.ticket_type_id, 'quantity', b.quantity)) from (
      select t.ticket_type_id, count(*) as quantity
      from orders o join tickets t on t.tenant_id = o.tenant_id and t.order_id = o.id
      where o.tenant_id = $1::integer and o.email = substr(k.key, 37)
        and o.event_id = left(k.key, 36)::uuid and t.status = 'VALID'
      group by 1) b) as bought,
    (select json_agg(json_build_object('cartId', h.cart_id, 'typeId', h.ticket_type_id,
        'quantity', h.quantity))
      from customer_carts c
      cross join lateral (
        select h.cart_id, h.ticket_type_id, h.quantity from holds h
        where h.cart_id = c.cart_id and h.tenant_id = c.tenant_id and h.state = 'held'
          and h.reclaim_at > statement_timestamp() and h.ticket_type_id <> h.session_id offset 0) h
      where c.tenant_id = $1::integer and c.customer_id = md5(k.key)::uuid) as held
  from unnest($2::text[]) as k(key)`

const WRITE_CLAIMS = `
  insert into access_code_uses as u (tenant_id, code_id, cart_id, claimed_until)
  select $1, c.* from json_to_recordset($2)
    as c("codeId" uuid, "cartId" uuid, "claimedUntil" timestamptz)
  on conflict (cart_id, code_id, tenant_id) where order_id is null
    do update set claimed_until = excluded.claimed_until`

// Written after the contacts of the carts, which they end with.
const WRITE_CUSTOMERS = `
  insert into customer_carts (tenant_id, cart_id, customer_id)
  select $1, c."cartId", md5(c.key)::uuid
  from json_to_recordset($2) as c("cartId" uuid, key text)
  on conflict (tenant_id, cart_id) do update set customer_id = excluded.customer_id`

const SALES_STATEMENTS: readonly WriteStatement<{ sales: ReturnType<SalesBook['rows']> }>[] = [
  { name: 'lane_write_claims', text: WRITE_CLAIMS, values: ({ sales }) => rowsOf(sales.claims) },
  {
    name: 'lane_write_customers',
    text: WRITE_CUSTOMERS,
    values: ({ sales }) => rowsOf(sales.customers),
  },
]

/**
 * Access codes and customers: what is bounded over several carts. Sends nothing for a hold without a
 * code, or for an event that does not limit its customers.
 */
export const sales = {
  async lockAndRead(client: LaneClient, tenantId: number, needs: BatchNeeds<SalesNeeds>) {
    const codeIds = needs.of('accessCodeIds')
    const keys = needs.of('customerKeys')
    const [, codes, , customers] = await Promise.all([
      codeIds.length > 0
        ? client.query({ name: 'lane_lock_codes', text: LOCK_CODES, values: [tenantId, codeIds] })
        : null,
      codeIds.length > 0
        ? client.query<LaneAccessCode>({
            name: 'lane_read_codes',
            text: READ_CODES,
            values: [tenantId, codeIds, needs.of('accessCartIds')],
          })
        : null,
      keys.length > 0
        ? client.query({
            name: 'lane_lock_customers',
            text: LOCK_CUSTOMERS,
            values: [tenantId, keys],
          })
        : null,
      keys.length > 0
        ? client.query<ReadCustomer>({
            name: 'lane_read_customers',
            text: READ_CUSTOMERS,
            values: [tenantId, keys],
          })
        : null,
    ])
    return { codes: codes?.rows ?? [], customers: customers?.rows ?? [] }
  },
  book: (state: { sales: { codes: LaneAccessCode[]; customers: ReadCustomer[] } }) =>
    new SalesBook(state.sales),
  statements: SALES_STATEMENTS,
} satisfies Aggregate
