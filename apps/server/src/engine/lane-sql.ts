import type { FeeSet, HoldState } from '@foyer/domain'
import type { PoolClient } from 'pg'
import type { BatchState, BatchWrites, LaneHold, LaneOp, StockPool } from './lane-types.ts'

/**
 * The statements of a lane, in the order they run. Those whose plan cannot depend on how full the
 * tables are have names, so the server plans them once a connection. The order of locks is the
 * rule of docs/locking.md.
 */

interface StockRow extends Omit<StockPool, 'poolId'> {
  pool_id: string
}

const toPool = ({ pool_id: poolId, capacity, held, sold }: StockRow): StockPool => ({
  poolId,
  capacity,
  held,
  sold,
})

const LOCK_STOCK = `
  select pool_id, capacity, held, sold from stock
  where tenant_id = $1 and session_id = $2 order by pool_id for update`

/** Takes the lock that serialises this session. Empty when the session does not exist. */
export async function lockStock(
  client: PoolClient,
  tenantId: number,
  sessionId: string,
): Promise<StockPool[]> {
  const { rows } = await client.query<StockRow>({
    name: 'lane_lock_stock',
    text: LOCK_STOCK,
    values: [tenantId, sessionId],
  })
  return rows.map(toPool)
}

// Returns what the counters become. statement_timestamp() and not now(): the transaction may have
// begun long before it got the lock, this statement has not. Nor clock_timestamp(): an index can't
// be searched for what changes from row to row.
const RECLAIM = `
  with ended as (
    update holds set state = 'expired'
    where tenant_id = $1 and session_id = $2 and state = 'held' and reclaim_at <= statement_timestamp()
    returning id, ticket_type_id, quantity),
  noted as (
    insert into stock_ledger
      (tenant_id, session_id, ticket_type_id, hold_id, kind, held_delta, sold_delta)
    select $1, $2, ticket_type_id, id, 'expire', -quantity, 0 from ended),
  freed as (
    select ticket_type_id as pool_id, sum(quantity)::integer as quantity from ended group by 1
    union all select $2, sum(quantity)::integer from ended having count(*) > 0)
  update stock s set held = s.held - freed.quantity from freed
  where s.tenant_id = $1 and s.session_id = $2 and s.pool_id = freed.pool_id
  returning s.pool_id, s.capacity, s.held, s.sold`

/** Ends every lapsed hold of the session and returns the pools it changed. Needs the stock lock. */
export async function reclaimExpired(
  client: PoolClient,
  tenantId: number,
  sessionId: string,
): Promise<StockPool[]> {
  const { rows } = await client.query<StockRow>({
    name: 'lane_reclaim',
    text: RECLAIM,
    values: [tenantId, sessionId],
  })
  return rows.map(toPool)
}

// One round trip for all that a batch is decided from. Materialised after the lock was taken, so
// `now` is later than any wait for it.
const READ_STATE = `
  select clock_timestamp() as now,
    (select json_build_object('eventId', s.event_id, 'startsAt', s.starts_at,
       'isActive', s.status = 'active' and e.is_published)
     from sessions s join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
     where s.tenant_id = $1 and s.id = $2) as offer,
    (select json_agg(json_build_object('id', t.id, 'name', t.name, 'maxQuantity', t.max_quantity,
       'unitPriceMinor', case t.pricing_mode when 'fixed' then t.price_minor
         else nullif(p.price_minor, 0) end,
       'feeSet', case when f.id is null then null else json_build_object('id', f.id,
         'name', f.name, 'isActive', f.is_active, 'feeType', f.fee_type,
         'flatMinor', f.flat_minor, 'ratePpm', f.rate_ppm) end))
     from sessions s
     join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
     join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
       and not t.is_archived
     left join session_prices p on p.tenant_id = s.tenant_id and p.session_id = s.id
       and p.ticket_type_id = t.id
     left join fee_sets f on f.tenant_id = s.tenant_id
       and f.id = coalesce(t.fee_set_id, e.fee_set_id)
     where s.tenant_id = $1 and s.id = $2) as types`

const HOLD_COLUMNS = `h.id, h.cart_id, h.session_id, h.ticket_type_id, h.quantity,
  h.unit_price_minor, h.fee_set, h.state, h.customer_identifier, h.request_key, h.request_hash,
  h.created_at, h.expires_at, h.reclaim_at`

// One probe of an index per cart and per key. 'offset 0' keeps the planner from turning the probes
// into one scan of the session's holds: before its first ANALYZE the table looks small to it, and
// an on-sale writes a hundred thousand rows in that time.
const READ_HOLDS = `
  select h.* from unnest($3::uuid[]) as asked(cart_id), lateral (
    select ${HOLD_COLUMNS} from holds h
    where h.tenant_id = $1 and h.cart_id = asked.cart_id and h.session_id = $2
      and h.state = 'held' offset 0) h
  union
  select h.* from unnest($4::text[]) as asked(request_key), lateral (
    select ${HOLD_COLUMNS} from holds h
    where h.tenant_id = $1 and h.request_key = asked.request_key offset 0) h`

interface HoldRow {
  id: string
  cart_id: string
  session_id: string
  ticket_type_id: string
  quantity: number
  unit_price_minor: number
  fee_set: FeeSet | null
  state: HoldState
  customer_identifier: string | null
  request_key: string | null
  request_hash: string | null
  created_at: Date
  expires_at: Date
  reclaim_at: Date
}

/** Reads what the batch is decided from. Needs the stock lock. */
export async function readState(
  client: PoolClient,
  tenantId: number,
  sessionId: string,
  ops: readonly LaneOp[],
): Promise<Omit<BatchState, 'pools'>> {
  const cartIds = ops.map((op) => (op.kind === 'release' ? op.cartId : op.cart.id))
  const keys = ops.flatMap((op) => (op.kind !== 'release' && op.request ? [op.request.key] : []))
  // Not named: a kept plan would be that of the empty table it was made for.
  const holds = await client.query<HoldRow>(READ_HOLDS, [tenantId, sessionId, cartIds, keys])
  const { rows } = await client.query({
    name: 'lane_read_state',
    text: READ_STATE,
    values: [tenantId, sessionId],
  })
  const { now, offer, types } = rows[0]
  return {
    sessionId,
    now,
    offer: offer && {
      ...offer,
      startsAt: new Date(offer.startsAt),
      types: new Map((types ?? []).map((type: { id: string }) => [type.id, type])),
    },
    holds: holds.rows.map(toLaneHold),
  }
}

const toLaneHold = (row: HoldRow): LaneHold => ({
  id: row.id,
  cartId: row.cart_id,
  sessionId: row.session_id,
  ticketTypeId: row.ticket_type_id,
  quantity: row.quantity,
  unitPriceMinor: row.unit_price_minor,
  feeSet: row.fee_set,
  state: row.state,
  customerIdentifier: row.customer_identifier,
  request:
    row.request_key && row.request_hash ? { key: row.request_key, hash: row.request_hash } : null,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  reclaimAt: row.reclaim_at,
})

// Ended before new ones are written: a cart line may be held by one row at a time.
const END_HOLDS = `
  update holds h set state = e.state from unnest($2::uuid[], $3::text[]) as e(id, state)
  where h.tenant_id = $1 and h.id = e.id`

const WRITE = `
  with kept_carts as (
    insert into carts (tenant_id, id, browser_id, number, event_id, session_id)
    select $1, c.id, c.browser_id, c.number, c.event_id, $2
    from unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[])
      as c(id, browser_id, number, event_id)
    on conflict (tenant_id, id) do update set event_id = excluded.event_id,
      session_id = excluded.session_id, order_id = null, grace_granted_at = null),
  new_holds as (
    insert into holds (tenant_id, id, cart_id, session_id, ticket_type_id, quantity,
      unit_price_minor, fee_set, state, customer_identifier, request_key, request_hash,
      created_at, expires_at, reclaim_at)
    select $1, h.id, h.cart_id, $2, h.ticket_type_id, h.quantity, h.unit_price_minor, h.fee_set,
      h.state, h.customer_identifier, h.request_key, h.request_hash, h.created_at, h.expires_at,
      h.expires_at
    from unnest($7::uuid[], $8::uuid[], $9::uuid[], $10::integer[], $11::integer[], $12::jsonb[],
      $13::text[], $14::text[], $15::text[], $16::text[], $17::timestamptz[], $18::timestamptz[])
      as h(id, cart_id, ticket_type_id, quantity, unit_price_minor, fee_set, state,
        customer_identifier, request_key, request_hash, created_at, expires_at)),
  noted as (
    insert into stock_ledger
      (tenant_id, session_id, ticket_type_id, hold_id, kind, held_delta, sold_delta)
    select $1, $2, l.ticket_type_id, l.hold_id, l.kind, l.held_delta, 0
    from unnest($19::uuid[], $20::uuid[], $21::text[], $22::integer[])
      as l(ticket_type_id, hold_id, kind, held_delta))
  update stock s set held = s.held + d.held
  from unnest($23::uuid[], $24::integer[]) as d(pool_id, held)
  where s.tenant_id = $1 and s.session_id = $2 and s.pool_id = d.pool_id`

const DROP_ADD_ONS = 'delete from cart_add_ons where tenant_id = $1 and cart_id = any($2)'

const WRITE_ADD_ONS = `
  insert into cart_add_ons (tenant_id, cart_id, add_on_id, quantity, unit_price_minor)
  select $1, * from unnest($2::uuid[], $3::uuid[], $4::integer[], $5::integer[])`

/** Writes a decided batch. Needs the stock lock; the caller commits. */
export async function writeBatch(
  client: PoolClient,
  tenantId: number,
  sessionId: string,
  writes: BatchWrites,
): Promise<void> {
  const { carts, inserts, ends, addOns, ledger } = writes
  if (ends.length > 0) {
    // Not named, for the same reason as the read above.
    await client.query(END_HOLDS, [
      tenantId,
      ends.map((end) => end.holdId),
      ends.map((end) => end.state),
    ])
  }
  if (ledger.length > 0) {
    const deltas = [...writes.heldDeltas]
    await client.query({
      name: 'lane_write',
      text: WRITE,
      values: [
        tenantId,
        sessionId,
        carts.map((cart) => cart.ref.id),
        carts.map((cart) => cart.ref.browserId),
        carts.map((cart) => cart.ref.number),
        carts.map((cart) => cart.eventId),
        inserts.map((hold) => hold.id),
        inserts.map((hold) => hold.cartId),
        inserts.map((hold) => hold.ticketTypeId),
        inserts.map((hold) => hold.quantity),
        inserts.map((hold) => hold.unitPriceMinor),
        inserts.map((hold) => (hold.feeSet ? JSON.stringify(hold.feeSet) : null)),
        inserts.map((hold) => hold.state),
        inserts.map((hold) => hold.customerIdentifier),
        inserts.map((hold) => hold.request?.key ?? null),
        inserts.map((hold) => hold.request?.hash ?? null),
        inserts.map((hold) => hold.createdAt),
        inserts.map((hold) => hold.expiresAt),
        ledger.map((entry) => entry.ticketTypeId),
        ledger.map((entry) => entry.holdId),
        ledger.map((entry) => entry.kind),
        ledger.map((entry) => entry.heldDelta),
        deltas.map(([poolId]) => poolId),
        deltas.map(([, held]) => held),
      ],
    })
  }
  if (addOns.length === 0) return
  const lines = addOns.flatMap(({ cartId, lines }) => lines.map((line) => ({ cartId, ...line })))
  await client.query({
    name: 'lane_drop_add_ons',
    text: DROP_ADD_ONS,
    values: [tenantId, addOns.map((entry) => entry.cartId)],
  })
  if (lines.length === 0) return
  await client.query({
    name: 'lane_write_add_ons',
    text: WRITE_ADD_ONS,
    values: [
      tenantId,
      lines.map((line) => line.cartId),
      lines.map((line) => line.addOnId),
      lines.map((line) => line.quantity),
      lines.map((line) => line.unitPriceMinor),
    ],
  })
}
