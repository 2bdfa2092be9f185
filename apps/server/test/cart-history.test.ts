import { randomUUID } from 'node:crypto'
import type { LaneClient, TenantTx } from '@foyer/db'
import { type BuiltEvent, serverForTests } from '@foyer/testkit'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { BOUNDS } from '../src/bounds.ts'
import { loadFrozenCart } from '../src/engine/carts/frozen-cart.ts'
import { holdCartOp } from '../src/engine/holds/hold-cart.ts'
import { releaseCartOp } from '../src/engine/holds/release-cart.ts'
import {
  type LaneNeeds,
  openBook,
  readState,
  writeBatch,
  writesOf,
} from '../src/engine/lanes/aggregates.ts'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { times } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'

/** PostgreSQL counts what is read: rows, not time. */
const server = serverForTests({ jobs: false })

const PAST = 3000
/** More rows than reading a few holds fetches, and far fewer than the history. */
const FEW = 20

/** A cart that holds one ticket and has held others 3,000 times before. */
async function cartWithPast() {
  const event = await server.build.event({ capacity: null })
  const cart = { id: randomUUID(), browserId: randomUUID(), number: '12345' }
  const line = { sessionId: event.sessionId, ticketTypeId: event.typeId, quantity: 1 }
  const { lanes } = server.foyer.context
  const held = await lanes.submit(
    event.tenantId,
    holdCartOp({
      cart,
      eventId: event.eventId,
      lines: [line],
      addOns: [],
      request: null,
    }),
  )
  expect(held.ok).toBe(true)
  await addHolds(event, cart.id, 'released')
  return { event, cart }
}

/** Adds ended or expired holds to a session, all for one cart or each for its own. */
async function addHolds(event: BuiltEvent, cartId: string | null, state: 'released' | 'held') {
  await server.sql(
    `insert into holds (tenant_id, id, cart_id, browser_id, cart_number, session_id, ticket_type_id,
       quantity, unit_price_minor, state, created_at, expires_at, reclaim_at)
     select $1, gen_random_uuid(), coalesce($2::uuid, gen_random_uuid()), gen_random_uuid(), '12345',
       $3, $4, 1, 100, $5, now() - interval '1 hour', now() - interval '50 minutes',
       now() - interval '50 minutes' from generate_series(1, ${PAST})`,
    [event.tenantId, cartId, event.sessionId, event.typeId, state],
  )
  if (state !== 'held') return
  await server.sql(`update stock set held = held + ${PAST} where session_id = $1`, [
    event.sessionId,
  ])
}

// The counters include the connection's last transactions, so the difference of two readings is
// taken.
const HOLDS_READ = `select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer as count
  from pg_stat_xact_user_tables where relname = 'holds'`

interface Count {
  count: number
}

/** Returns how many rows of `holds` a lane's work fetches; the work is rolled back. */
const readInLane = (work: (client: LaneClient) => Promise<unknown>): Promise<number> =>
  server.foyer.context.db.withLane(defaultTenantOf(server).id, async (client) => {
    const count = async () => {
      const { rows } = await client.query<Count>({ name: 'holds_read', text: HOLDS_READ })
      return rows[0]?.count ?? 0
    }
    const before = await count()
    await work(client)
    return { value: (await count()) - before, writes: [] }
  })

const readInTransaction = (work: (tx: TenantTx) => Promise<unknown>): Promise<number> =>
  server.foyer.context.db.withTenant(defaultTenantOf(server).id, async (tx) => {
    const count = async () => (await sql.raw<Count>(HOLDS_READ).execute(tx)).rows[0]?.count ?? 0
    const before = await count()
    await work(tx)
    return (await count()) - before
  })

const read = (client: LaneClient, needs: LaneNeeds, expiredChunk = BOUNDS.expiredChunk) =>
  readState(client, defaultTenantOf(server).id, [needs], expiredChunk)

describe('a cart with a long history', () => {
  test('makes a batch read only what it holds now', async () => {
    const { event, cart } = await cartWithPast()
    const needs = { sessionIds: [event.sessionId], cartIds: [cart.id] }
    expect(await readInLane((client) => read(client, needs))).toBeLessThan(FEW)
  })

  test('makes a batch change what it holds without reading earlier holds', async () => {
    const { event, cart } = await cartWithPast()
    const op = releaseCartOp(cart.id)
    const needs = { sessionIds: [event.sessionId], cartIds: [cart.id] }
    const count = await readInLane(async (client) => {
      const book = openBook(await read(client, needs))
      expect(op.decide(book)).toMatchObject({ ok: true })
      await Promise.all(writeBatch(client, event.tenantId, randomUUID(), writesOf(book)))
    })
    expect(count).toBeLessThan(FEW)
  })

  test('shows what it holds, and after that only its last holds', async () => {
    const { event, cart } = await cartWithPast()
    const look = () =>
      readInTransaction(async (tx) => {
        expect(await loadFrozenCart(tx, cart.id)).toMatchObject({ number: '12345' })
      })
    expect(await look()).toBeLessThan(FEW)
    await server.foyer.context.lanes.submit(event.tenantId, releaseCartOp(cart.id))
    expect(await look()).toBeLessThan(PAST / 10)
  })

  test('makes a batch read all of its history without the index of live holds (control)', {
    tags: ['night'],
  }, async () => {
    const { event, cart } = await cartWithPast()
    const [index] = await server.sql<{ definition: string }>(
      `select pg_get_indexdef('holds_live_by_cart'::regclass) as definition`,
    )
    await server.sql('drop index holds_live_by_cart')
    const needs = { sessionIds: [event.sessionId], cartIds: [cart.id] }
    expect(await readInLane((client) => read(client, needs))).toBeGreaterThan(PAST)
    await server.sql(index?.definition ?? '')
  })
})

describe('a session with thousands of expired holds', () => {
  test('makes a batch read one chunk of them', async () => {
    const event = await server.build.event({ capacity: null })
    await addHolds(event, null, 'held')
    const needs = { sessionIds: [event.sessionId] }
    expect(await readInLane((client) => read(client, needs, 50))).toBeLessThanOrEqual(60)
    expect(await readInLane((client) => read(client, needs, 1_000_000))).toBeGreaterThan(PAST - 1)
  })

  test('makes the batch of another session read none of them', async () => {
    const [busy, quiet] = [await server.build.event({ capacity: null }), await server.build.event()]
    await addHolds(busy, null, 'held')
    const needs = { sessionIds: [quiet.sessionId] }
    expect(await readInLane((client) => read(client, needs))).toBeLessThan(FEW)
  })

  test('makes pages of another session read none of them', async () => {
    const [busy, quiet] = [await server.build.event({ capacity: null }), await server.build.event()]
    await addHolds(busy, null, 'held')
    const count = await readInTransaction((tx) =>
      sql`select * from live_stock where session_id = any(array[${quiet.sessionId}]::uuid[])`.execute(
        tx,
      ),
    )
    expect(count).toBeLessThan(FEW)
  })

  test('is swept until none is left', { tags: ['night'] }, async () => {
    const tenant = defaultTenantOf(server)
    const { context } = server.foyer
    const events = await Promise.all(times(3, () => server.build.event({ capacity: null })))
    for (const event of events) await addHolds(event, null, 'held')
    for (let swept = 1; swept > 0; ) swept = await sweepHolds(context, tenant)
    const [left] = await server.sql(
      `select 1 from holds where state = 'held' and reclaim_at <= now() and session_id = any($1)`,
      [events.map((event) => event.sessionId)],
    )
    expect(left).toBeUndefined()
  })
})
