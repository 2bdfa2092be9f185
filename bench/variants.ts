/**
 * Rival mechanisms of holding, behind the same HTTP stack as Foyer's own: contract, tenant, cookie,
 * idempotency key, answer. Each makes a cart and a hold durable, as the lane does. They omit the
 * ledger, the replay of answers, the reclaim of expired holds and the check of prices.
 */
import { hash, randomUUID } from 'node:crypto'
import { carts, granted, type HoldView, refused } from '@foyer/contract'
import type { Foyer } from '@foyer/server'
import { serve } from '@foyer/server/endpoint'
import type pg from 'pg'

export const VARIANTS = ['no-op', 'row-lock', 'conditional', 'place-rows', 'advisory-sum'] as const
export type Variant = (typeof VARIANTS)[number]
export const pathOf = (variant: Variant) => `/bench/${variant}`
/** A call whose limit is 0, so that every request is beyond it. */
export const LIMITED = '/bench/limited'

interface HoldRequest {
  tenantId: number
  eventId: string
  sessionId: string
  typeId: string
  quantity: number
  cartId: string
  number: string
  holdId: string
  browserId: string
  key: string | null
}

/** Whether the hold was granted. */
type Way = (request: HoldRequest) => Promise<boolean>

/** `pool` has the application's role and the tenant set on each of its connections. */
export function registerVariants(
  { app, context }: Foyer,
  pool: pg.Pool,
  place: { tenantId: number; eventId: string },
): void {
  const ways: Record<Variant, Way> = {
    'no-op': async () => true,
    'row-lock': (request) => inTransaction(pool, (client) => rowLock(client, request)),
    conditional: (request) => conditional(pool, request),
    'place-rows': (request) => inTransaction(pool, (client) => placeRows(client, request)),
    'advisory-sum': (request) => inTransaction(pool, (client) => advisorySum(client, request)),
  }
  for (const variant of VARIANTS) {
    const endpoint = { ...carts.createHold, path: pathOf(variant) }
    serve(app, context, endpoint, {
      async handle({ body, principal: { browserId }, idempotencyKey }) {
        const holdId = randomUUID()
        const now = new Date()
        const isGranted = await ways[variant]({
          ...place,
          sessionId: body.sessionId,
          typeId: body.ticketTypeId,
          quantity: body.quantity,
          cartId: randomUUID(),
          number: body.cartId,
          holdId,
          browserId,
          key: idempotencyKey && hash('md5', `${browserId}/${idempotencyKey}`),
        })
        if (!isGranted) return refused('sold_out', 'Sold out')
        const hold: HoldView = {
          id: holdId,
          cartId: body.cartId,
          sessionId: body.sessionId,
          ticketTypeId: body.ticketTypeId,
          quantity: body.quantity,
          customerIdentifier: null,
          createdAt: now.toISOString(),
          expiresAt: new Date(now.getTime() + 900_000).toISOString(),
        }
        return granted(hold)
      },
    })
  }
  const limited = { ...carts.createHold, path: LIMITED, limits: { perNetwork: 0 } }
  serve(app, context, limited, {
    handle: async () => {
      throw new Error('A request beyond its limit was admitted')
    },
  })
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const INSERT_HOLD = `insert into bench_holds (tenant_id, cart_id, id, browser_id, cart_number, session_id,
    ticket_type_id, quantity, unit_price_minor, request_key, created_at, expires_at, reclaim_at)
  select $1::integer, $2::uuid, $7::uuid, $3::uuid, $4::text, $6::uuid, $8::uuid, $9::integer, 3000,
    $10::uuid, now(), now() + $5::interval, now() + $5::interval`

const valuesOf = (request: HoldRequest) => [
  request.tenantId,
  request.cartId,
  request.browserId,
  request.number,
  '15 minutes',
  request.sessionId,
  request.holdId,
  request.typeId,
  request.quantity,
  request.key,
]

const write = (client: pg.PoolClient, request: HoldRequest) =>
  client.query({ name: 'bench_write', text: INSERT_HOLD, values: valuesOf(request) })

/** The obvious mechanism: lock, read, count, insert. It locks in the product's own order. */
async function rowLock(client: pg.PoolClient, request: HoldRequest): Promise<boolean> {
  const { rows } = await client.query({
    name: 'bench_lock',
    text: `select pool_id, capacity, held, sold from bench_stock
      where tenant_id = $1 and session_id = $2 and pool_id in ($2, $3) order by pool_id for update`,
    values: [request.tenantId, request.sessionId, request.typeId],
  })
  const total = rows.find((row) => row.pool_id === request.sessionId)
  if (!total || total.held + total.sold + request.quantity > total.capacity) return false
  await client.query({
    name: 'bench_count',
    text: `update bench_stock set held = held + $4
      where tenant_id = $1 and session_id = $2 and pool_id in ($2, $3)`,
    values: [request.tenantId, request.sessionId, request.typeId, request.quantity],
  })
  await write(client, request)
  return true
}

/**
 * The best single statement: one round trip, its own transaction. It checks only the session's total;
 * the capacities of types would take another round trip.
 */
async function conditional(pool: pg.Pool, request: HoldRequest): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'bench_conditional',
    text: `with taken as (
        update bench_stock set held = held + $9 where tenant_id = $1 and session_id = $6 and pool_id = $6
          and held + sold + $9 <= capacity returning 1),
      counted as (
        update bench_stock set held = held + $9 where tenant_id = $1 and session_id = $6 and pool_id = $8
          and exists (select from taken))
      ${INSERT_HOLD} from taken`,
    values: valuesOf(request),
  })
  return rowCount === 1
}

/** One row per seat, taken with SKIP LOCKED (as in alf.io), so that no transaction waits. */
async function placeRows(client: pg.PoolClient, request: HoldRequest): Promise<boolean> {
  const { rows } = await client.query<{ id: number }>({
    name: 'bench_places',
    text: `select id from bench_places where session_id = $1 and hold_id is null
      limit $2 for update skip locked`,
    values: [request.sessionId, request.quantity],
  })
  if (rows.length < request.quantity) return false
  await client.query({
    name: 'bench_take_places',
    text: 'update bench_places set hold_id = $3 where session_id = $1 and id = any($2)',
    values: [request.sessionId, rows.map((row) => row.id), request.holdId],
  })
  await write(client, request)
  return true
}

/** An advisory lock and a SUM over all reservations (as in Hi.Events), which slows as they grow. */
async function advisorySum(client: pg.PoolClient, request: HoldRequest): Promise<boolean> {
  await client.query({
    name: 'bench_advisory',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [request.sessionId],
  })
  const { rows } = await client.query({
    name: 'bench_sum',
    text: `select coalesce(sum(r.quantity), 0)::integer as reserved, min(s.capacity) as capacity
      from bench_stock s left join bench_reservations r
        on r.session_id = s.session_id and r.reserved_until > now()
      where s.tenant_id = $1 and s.session_id = $2 and s.pool_id = $2`,
    values: [request.tenantId, request.sessionId],
  })
  if (!rows[0] || rows[0].reserved + request.quantity > rows[0].capacity) return false
  await client.query({
    name: 'bench_reserve',
    text: `insert into bench_reservations (hold_id, session_id, quantity, reserved_until)
      values ($1, $2, $3, now() + interval '15 minutes')`,
    values: [request.holdId, request.sessionId, request.quantity],
  })
  await write(client, request)
  return true
}
