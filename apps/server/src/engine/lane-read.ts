import type { LaneClient, LaneValue } from '@foyer/db'
import { readCoupons } from './coupon-read.ts'
import type {
  BatchState,
  HeldAddOn,
  LaneHold,
  LaneNeeds,
  LaneOrder,
  LanePayment,
  OfferedType,
  SessionOffer,
  StockPool,
} from './lane-types.ts'
import { Wanted } from './wanted.ts'

/**
 * What a batch is decided from. All statements are sent in one go, in the order of locks of
 * docs/locking.md; each sees what was committed before it began, and so, behind the lock, the truth.
 */
export async function readState(
  client: LaneClient,
  tenantId: number,
  needs: readonly LaneNeeds[],
): Promise<BatchState> {
  const wanted = new Wanted(needs)
  const sessionIds = wanted.of('sessionIds').sort()
  const paymentIds = wanted.of('paymentIds')
  const payableCartIds = wanted.of('payableCartIds')
  const orderIds = wanted.of('orderIds')
  const ownCartIds = wanted.of('ownCartIds')
  const [pools, , offers, payments, addOns, orders, coupons, holds] = await Promise.all([
    lockStock(client, tenantId, sessionIds),
    ownCartIds.length > 0 ? lockCarts(client, ownCartIds) : null,
    readOffers(client, tenantId, sessionIds),
    paymentIds.length + payableCartIds.length > 0
      ? lockAndRead<LanePayment>(client, PAYMENTS, [tenantId, paymentIds, payableCartIds])
      : [],
    payableCartIds.length > 0 ? readAddOns(client, tenantId, payableCartIds) : [],
    orderIds.length > 0 ? lockAndRead<LaneOrder>(client, ORDERS, [tenantId, orderIds]) : [],
    readCoupons(client, tenantId, wanted),
    readHolds(
      client,
      tenantId,
      wanted.of('cartIds'),
      wanted.of('requestKeys'),
      wanted.of('holdIds'),
      orderIds,
      sessionIds,
      paymentIds,
    ),
  ])
  return {
    ...offers,
    pools,
    payments,
    addOns,
    orders,
    coupons,
    holds,
  }
}

const POOL = `session_id as "sessionId", pool_id as "poolId", capacity, held, sold`

const LOCK_STOCK = `
  select ${POOL} from stock where tenant_id = $1 and session_id = any($2::uuid[])
  order by session_id, pool_id for update`

/** Takes the lock that serialises these sessions; none for a session that does not exist. */
export async function lockStock(
  client: LaneClient,
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
async function lockCarts(client: LaneClient, cartIds: readonly string[]): Promise<void> {
  // Awaited as the lock of the stock is: passed on as it is, its failure would be heard before that
  // one's, which was there first and tells the cause.
  await client.query({ name: 'lane_lock_carts', text: LOCK_CARTS, values: [cartIds] })
}

// The type's price in this session and the fee that applies to it, as they are frozen into a hold.
const READ_OFFERS = `
  select clock_timestamp() as now, (
    select json_agg(json_build_object('sessionId', s.id, 'eventId', s.event_id,
      'startsAt', s.starts_at, 'localDate', s.local_date, 'isActive', s.status = 'active' and e.is_published, 'types', (
        select json_agg(json_build_object('id', t.id, 'name', t.name,
          'position', t.position, 'isArchived', t.is_archived, 'maxQuantity', t.max_quantity,
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
        where t.tenant_id = s.tenant_id and t.event_id = s.event_id)))
    from sessions s join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
    where s.tenant_id = $1 and s.id = any($2::uuid[])) as offers`

type OfferRow = Omit<SessionOffer, 'startsAt' | 'types'> & {
  sessionId: string
  startsAt: string
  types: ({ id: string } & OfferedType)[] | null
}

async function readOffers(client: LaneClient, tenantId: number, sessionIds: readonly string[]) {
  const { rows } = await client.query<{ now: Date; offers: OfferRow[] | null }>({
    name: 'lane_read_offers',
    text: READ_OFFERS,
    values: [tenantId, sessionIds],
  })
  const [read] = rows
  if (!read) throw new Error('A select without a table gives one row')
  const offers = new Map<string, SessionOffer>()
  for (const { sessionId, startsAt, types, ...offer } of read.offers ?? []) {
    offers.set(sessionId, {
      ...offer,
      startsAt: new Date(startsAt),
      types: new Map(types?.map(({ id, ...type }) => [id, type])),
    })
  }
  return { now: read.now, offers }
}

/** Rows that are locked first and read behind it: what a statement joins to a row may be old. */
interface Lockable {
  table: string
  lock: string
  read: string
}

// Of a payable cart the one payment that may still be captured.
const WANTED_PAYMENTS = `any($2::uuid[] || array(
    select id from payments
    where tenant_id = $1 and cart_id = any($3::uuid[]) and state in ('created', 'open')))`

// One that may still be captured has no order, and is not looked for: before the first ANALYZE the
// planner would walk all orders of the tenant for it (measured: 16 ms a batch after 2,000 orders).
const PAYMENTS: Lockable = {
  table: 'payments',
  lock: `
  select 1 from payments where tenant_id = $1 and id = ${WANTED_PAYMENTS} order by id for update`,
  read: `
  select p.id, p.cart_id as "cartId", p.intent_id as "intentId",
    p.intent_attempts as "intentAttempts", p.state,
    p.amount_minor as "amountMinor", p.currency, p.event_id as "eventId",
    p.hold_ids as "holdIds", p.quote, case when p.state not in ('created', 'open') then (
      select o.id from orders o
      where o.tenant_id = p.tenant_id and o.payment_id = p.id limit 1) end as "orderId", (
      select json_build_object('contact', c.contact, 'billingAddress', c.billing_address)
      from cart_contacts c
      where c.tenant_id = p.tenant_id and c.cart_id = p.cart_id) as customer,
    p.captured_minor as "capturedMinor", (
      select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind,
        'amountMinor', r.amount_minor, 'feeMinor', r.fee_minor, 'withFees', r.with_fees,
        'ticketIds', r.ticket_ids, 'requestKey', r.request_key, 'state', r.state,
        'providerRefundId', r.provider_refund_id)), '[]')
      from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id) as refunds
  from payments p where p.tenant_id = $1 and p.id = ${WANTED_PAYMENTS}`,
}

const ORDERS: Lockable = {
  table: 'orders',
  lock: `
  select 1 from orders where tenant_id = $1 and id = any($2::uuid[]) order by id for update`,
  read: `
  select o.id, o.status, o.cart_id as "cartId", o.email, (
    select coalesce(json_agg(json_build_object('id', t.id, 'number', t.number,
      'ticketTypeId', t.ticket_type_id, 'priceMinor', t.price_minor, 'sessionId', t.session_id,
      'status', t.status) order by t.number), '[]')
    from tickets t where t.tenant_id = o.tenant_id and t.order_id = o.id) as tickets
  from orders o where o.tenant_id = $1 and o.id = any($2::uuid[])`,
}

async function lockAndRead<Row>(
  client: LaneClient,
  { table, lock, read }: Lockable,
  values: readonly LaneValue[],
): Promise<Row[]> {
  const [, { rows }] = await Promise.all([
    client.query({ name: `lane_lock_${table}`, text: lock, values }),
    client.query<Row>({ name: `lane_read_${table}`, text: read, values }),
  ])
  return rows
}

const READ_ADD_ONS = `
  select c.cart_id as "cartId", c.hold_id as "holdId", c.add_on_id as "addOnId", a.name, a.position,
    c.quantity, c.unit_price_minor as "unitPriceMinor"
  from cart_add_ons c join add_ons a on a.tenant_id = c.tenant_id and a.id = c.add_on_id
  where c.tenant_id = $1 and c.cart_id = any($2::uuid[])`

async function readAddOns(
  client: LaneClient,
  tenantId: number,
  cartIds: readonly string[],
): Promise<HeldAddOn[]> {
  const { rows } = await client.query<HeldAddOn>({
    name: 'lane_read_add_ons',
    text: READ_ADD_ONS,
    values: [tenantId, cartIds],
  })
  return rows
}

const HOLD = `h.id, h.session_id as "sessionId", h.ticket_type_id as "ticketTypeId", h.quantity,
  h.unit_price_minor as "unitPriceMinor", h.fee_set as "feeSet", h.state, h.line,
  h.customer_identifier as "customerIdentifier", h.order_id as "orderId",
  h.created_at as "createdAt", h.expires_at as "expiresAt", h.reclaim_at as "reclaimAt",
  h.more_time_keys as "moreTimeKeys",
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
    and (h.state = 'held' or h.id = any($4::uuid[]) or h.order_id = any($5::uuid[])
      or h.id = any(array(select unnest(p.hold_ids) from payments p
        where p.tenant_id = $1 and p.id = any($7::uuid[]))))
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

async function readHolds(client: LaneClient, tenantId: number, ...ids: readonly string[][]) {
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
