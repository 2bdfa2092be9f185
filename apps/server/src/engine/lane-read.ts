import type { PoolClient, QueryResultRow } from 'pg'
import type {
  BatchState,
  LaneHold,
  LaneNeeds,
  LaneOrder,
  LanePayment,
  SessionOffer,
  StockPool,
} from './lane-types.ts'

/**
 * What a batch is decided from. All statements are sent in one go, in the order of locks of
 * docs/locking.md; each sees what was committed before it began, and so, behind the lock, the truth.
 */
export async function readState(
  client: PoolClient,
  tenantId: number,
  needs: readonly LaneNeeds[],
): Promise<BatchState> {
  const wanted = (key: Exclude<keyof LaneNeeds, 'sessionIds'>) => [
    ...new Set(needs.flatMap((need) => need[key] ?? [])),
  ]
  const sessionIds = [...new Set(needs.flatMap((need) => need.sessionIds))].sort()
  const paymentIds = wanted('paymentIds')
  const orderIds = wanted('orderIds')
  const ownCartIds = wanted('ownCartIds')
  const [pools, , offers, payments, orders, holds] = await Promise.all([
    lockStock(client, tenantId, sessionIds),
    ownCartIds.length > 0 ? lockCarts(client, ownCartIds) : null,
    readOffers(client, tenantId, sessionIds),
    paymentIds.length > 0
      ? lockAndRead<LanePayment>(client, 'payments', READ_PAYMENTS, [tenantId, paymentIds])
      : [],
    orderIds.length > 0
      ? lockAndRead<LaneOrder>(client, 'orders', READ_ORDERS, [tenantId, orderIds])
      : [],
    readHolds(
      client,
      tenantId,
      wanted('cartIds'),
      wanted('requestKeys'),
      wanted('holdIds'),
      orderIds,
      sessionIds,
    ),
  ])
  return {
    ...offers,
    pools,
    payments,
    orders,
    holds,
  }
}

const POOL = `session_id as "sessionId", pool_id as "poolId", capacity, held, sold`

const LOCK_STOCK = `
  select ${POOL} from stock where tenant_id = $1 and session_id = any($2::uuid[])
  order by session_id, pool_id for update`

/** Takes the lock that serialises these sessions; none for a session that does not exist. */
export async function lockStock(
  client: PoolClient,
  tenantId: number,
  sessionIds: readonly string[],
): Promise<StockPool[]> {
  const { rows } = await client.query<StockPool>({
    name: 'lane_lock_stock',
    text: LOCK_STOCK,
    values: [tenantId, sessionIds],
  })
  return rows
}

// An empty cart stands in no session, so no stock lock keeps two calls for two sessions apart: each
// would find it empty and fill it. Always in the order of the keys, so that nobody waits in a circle.
const LOCK_CARTS = `
  select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(id, 0) as key from unnest($1::text[]) as asked(id) order by 1
  ) as keys`

/** Makes two batches that want the same cart, in whatever sessions, wait for one another. */
async function lockCarts(client: PoolClient, cartIds: readonly string[]): Promise<void> {
  // Awaited as the lock of the stock is: passed on as it is, a failure that only follows from that
  // one's ("transaction is aborted") would be heard before it, and say nothing of the cause.
  await client.query({ name: 'lane_lock_carts', text: LOCK_CARTS, values: [cartIds] })
}

// The type's price in this session and the fee that applies to it, as they are frozen into a hold.
const READ_OFFERS = `
  select clock_timestamp() as now, (
    select json_agg(json_build_object('sessionId', s.id, 'eventId', s.event_id,
      'startsAt', s.starts_at, 'isActive', s.status = 'active' and e.is_published, 'types', (
        select json_agg(json_build_object('id', t.id, 'name', t.name,
          'maxQuantity', t.max_quantity,
          'unitPriceMinor', case t.pricing_mode when 'fixed' then t.price_minor
            else nullif(p.price_minor, 0) end,
          'feeSet', case when f.id is null then null else json_build_object('id', f.id,
            'name', f.name, 'isActive', f.is_active, 'feeType', f.fee_type,
            'flatMinor', f.flat_minor, 'ratePpm', f.rate_ppm) end))
        from ticket_types t
        left join session_prices p on p.tenant_id = s.tenant_id and p.session_id = s.id
          and p.ticket_type_id = t.id
        left join fee_sets f on f.tenant_id = s.tenant_id
          and f.id = coalesce(t.fee_set_id, e.fee_set_id)
        where t.tenant_id = s.tenant_id and t.event_id = s.event_id and not t.is_archived)))
    from sessions s join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
    where s.tenant_id = $1 and s.id = any($2::uuid[])) as offers`

async function readOffers(client: PoolClient, tenantId: number, sessionIds: readonly string[]) {
  const { rows } = await client.query({
    name: 'lane_read_offers',
    text: READ_OFFERS,
    values: [tenantId, sessionIds],
  })
  const offers = new Map<string, SessionOffer>()
  for (const { sessionId, startsAt, types, ...offer } of rows[0].offers ?? []) {
    offers.set(sessionId, {
      ...offer,
      startsAt: new Date(startsAt),
      types: new Map((types ?? []).map((type: { id: string }) => [type.id, type])),
    })
  }
  const now: Date = rows[0].now
  return { now, offers }
}

const READ_PAYMENTS = `
  select p.id, p.state, p.amount_minor as "amountMinor", p.currency, p.event_id as "eventId",
    p.hold_ids as "holdIds", p.quote, (
      select o.id from orders o
      where o.tenant_id = p.tenant_id and o.payment_id = p.id) as "orderId", (
      select json_build_object('contact', c.contact, 'billingAddress', c.billing_address)
      from cart_contacts c
      where c.tenant_id = p.tenant_id and c.cart_id = p.cart_id) as customer
  from payments p where p.tenant_id = $1 and p.id = any($2::uuid[])`

const READ_ORDERS = `
  select o.id, o.status, o.cart_id as "cartId", (
    select coalesce(json_agg(json_build_object('id', t.id, 'sessionId', t.session_id)), '[]')
    from tickets t where t.tenant_id = o.tenant_id and t.order_id = o.id
      and t.status = 'VALID') as tickets
  from orders o where o.tenant_id = $1 and o.id = any($2::uuid[])`

// Locked first and read behind it: what a statement joins to a row it had to wait for may be old.
async function lockAndRead<Row extends QueryResultRow>(
  client: PoolClient,
  table: 'payments' | 'orders',
  text: string,
  values: [tenantId: number, ids: readonly string[]],
): Promise<Row[]> {
  const lock = `select 1 from ${table} where tenant_id = $1 and id = any($2::uuid[]) order by id for update`
  const [, { rows }] = await Promise.all([
    client.query({ name: `lane_lock_${table}`, text: lock, values }),
    client.query<Row>({ name: `lane_read_${table}`, text, values }),
  ])
  return rows
}

const HOLD = `h.id, h.session_id as "sessionId", h.ticket_type_id as "ticketTypeId", h.quantity,
  h.unit_price_minor as "unitPriceMinor", h.fee_set as "feeSet", h.state, h.line,
  h.customer_identifier as "customerIdentifier", h.order_id as "orderId",
  h.created_at as "createdAt", h.expires_at as "expiresAt", h.reclaim_at as "reclaimAt",
  h.cart_id, h.browser_id, h.cart_number, h.request_key, h.request_hash`

// Nothing of a cart but what counts or was asked for: a number that is used again for years has a
// long past. Lapsed holds of the locked sessions come along, so that their places are given back:
// statement_timestamp() is later than any wait for the lock, and unlike clock_timestamp() an index
// can be searched for it. The lower bound and the order lead the planner to that index, and 'offset
// 0' to one probe for each key, whatever it believes of a table before its first ANALYZE: it would
// rather walk all of the tenant's holds (measured: 250 ms a batch).
const READ_HOLDS = `
  select ${HOLD} from holds h
  where h.tenant_id = $1 and h.cart_id = any($2::uuid[])
    and (h.state = 'held' or h.id = any($4::uuid[]) or h.order_id = any($5::uuid[]))
  union all
  select h.* from unnest($3::uuid[]) as asked(request_key), lateral (
    select ${HOLD} from holds h
    where h.tenant_id = $1 and h.request_key = asked.request_key offset 0) h
  union all
  (select ${HOLD} from holds h
  where h.tenant_id = $1 and h.session_id = any($6::uuid[]) and h.state = 'held'
    and h.reclaim_at between '-infinity' and statement_timestamp()
  order by h.reclaim_at)`

type HoldRow = Omit<LaneHold, 'cart' | 'request'> & {
  cart_id: string
  browser_id: string
  cart_number: string
  request_key: string | null
  request_hash: string | null
}

async function readHolds(client: PoolClient, tenantId: number, ...ids: readonly string[][]) {
  const { rows } = await client.query<HoldRow>({
    name: 'lane_read_holds',
    text: READ_HOLDS,
    values: [tenantId, ...ids],
  })
  return rows.map(toHold)
}

const toHold = ({
  cart_id: id,
  browser_id: browserId,
  cart_number: number,
  request_key: key,
  request_hash: hash,
  ...hold
}: HoldRow): LaneHold => ({
  ...hold,
  cart: { id, browserId, number },
  request: key && hash ? { key, hash } : null,
})
