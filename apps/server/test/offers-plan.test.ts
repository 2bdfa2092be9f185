/** @module-tag night */
import { analyzeGrownTables, type LaneClient, type TenantTx } from '@foyer/db'
import { type BuiltEvent, buy, serverForTests } from '@foyer/testkit'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFrozenCart } from '../src/engine/carts/frozen-cart.ts'
import { findAlternatives } from '../src/engine/offers/alternatives.ts'
import { selectDayOffers, selectSessionOffers, selectTypes } from '../src/engine/offers/offers.ts'
import { readOffers } from '../src/engine/offers/read-offers.ts'
import { lockRollups, writeRollups } from '../src/engine/rollups/rollup-sql.ts'
import { selectSessionTypes } from '../src/features/availability/queries.ts'
import { cardsOf, selectOrderCards } from '../src/features/orders/order-cards.ts'
import { holdCartOf } from './support/calls.ts'

/**
 * What the views of offers cost: rows read from the tables behind them. PostgreSQL counts them
 * inside the transaction, so functions that a statement calls are included.
 */

const server = serverForTests({ jobs: false })

/** Further events, each with as many sessions as the one that is read. */
const OTHERS = 150
const SESSIONS = 30
const TYPES = 3

let event: BuiltEvent
let cartId: string
let orderId: string

/** The tests below decide who makes statistics: autovacuum would make them at any time. */
const NEVER_ANALYZED = `do $$
declare name text;
begin
  for name in select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %I set (autovacuum_enabled = off)', name);
  end loop;
end $$`

beforeAll(async () => {
  await server.sql(NEVER_ANALYZED)
  await buildOthers()
  event = await server.build.event({
    sessions: SESSIONS / 3,
    types: [{ dynamicMinor: 4500 }, { priceMinor: 3000 }, { priceMinor: 2000 }],
    fee: { ratePpm: 125_000 },
  })
  await holdCartOf(server.browser(), event)
  const [hold] = await server.sql<{ cart_id: string }>('select cart_id from holds')
  cartId = hold?.cart_id ?? ''
  orderId = (await buy(server.browser(), event, '23456')).body.orderId
}, 120_000)

async function buildOthers() {
  const run = (text: string) => server.sql(text)
  const own = `md5('venue')::uuid`
  await run(`insert into venues (tenant_id, id, name, timezone) values (1, ${own}, 'Hall', 'UTC')`)
  await run(`insert into events (tenant_id, id, venue_id, name, currency)
    select 1, md5('event' || n)::uuid, ${own}, 'Event ' || n, 'usd' from generate_series(1, ${OTHERS}) n`)
  await run(`insert into ticket_groups (tenant_id, id, event_id, name)
    select 1, md5('group' || n)::uuid, md5('event' || n)::uuid, 'Tickets'
    from generate_series(1, ${OTHERS}) n`)
  await run(`insert into ticket_types (tenant_id, id, event_id, group_id, name, pricing_mode)
    select 1, md5('type' || n || '/' || t)::uuid, md5('event' || n)::uuid, md5('group' || n)::uuid,
      'Type', case t when 1 then 'dynamic' else 'fixed' end
    from generate_series(1, ${OTHERS}) n, generate_series(1, ${TYPES}) t`)
  await run(`insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
    select 1, md5('session' || n || '/' || s)::uuid, md5('event' || n)::uuid,
      now() + make_interval(days => s), now() + make_interval(days => s, hours => 1),
      current_date + s
    from generate_series(1, ${OTHERS}) n, generate_series(1, ${SESSIONS}) s`)
  await run(`insert into stock (tenant_id, session_id, pool_id, capacity)
    select 1, md5('session' || n || '/' || s)::uuid, md5(pool)::uuid, 100
    from generate_series(1, ${OTHERS}) n, generate_series(1, ${SESSIONS}) s,
      lateral (select 'session' || n || '/' || s union all
        select 'type' || n || '/' || t from generate_series(1, ${TYPES}) t) p(pool)`)
  await run(`insert into session_prices (tenant_id, session_id, ticket_type_id, price_minor)
    select 1, md5('session' || n || '/' || s)::uuid, md5('type' || n || '/1')::uuid, 4500
    from generate_series(1, ${OTHERS}) n, generate_series(1, ${SESSIONS}) s`)
}

const TABLES = ['sessions', 'ticket_types', 'session_prices', 'stock'] as const
const COUNTED = `select json_object_agg(relname, coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))
  as counts from pg_stat_xact_user_tables
  where relname in ('sessions', 'ticket_types', 'session_prices', 'stock')`

type Counts = Record<string, number>
const growth = (before: Counts, after: Counts): Counts =>
  Object.fromEntries(TABLES.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]))

/** Rows read by a lane's statement, under the settings of lanes. */
const inLane = (work: (client: LaneClient) => Promise<unknown>): Promise<Counts> =>
  server.foyer.context.db.withLane(1, async (client) => {
    const count = async () => {
      const { rows } = await client.query<{ counts: Counts }>({ name: 'counted', text: COUNTED })
      return rows[0]?.counts ?? {}
    }
    const before = await count()
    await work(client)
    return { value: growth(before, await count()), writes: [] }
  })

/** Rows read in a transaction of a request; `settings` are set first. */
const inRequest = (
  work: (tx: TenantTx) => Promise<unknown>,
  settings: readonly string[] = [],
): Promise<Counts> =>
  server.foyer.context.db.withTenant(1, async (tx) => {
    for (const name of settings) await sql.raw(`set local ${name} = off`).execute(tx)
    const count = async () =>
      (await sql.raw<{ counts: Counts }>(COUNTED).execute(tx)).rows[0]?.counts ?? {}
    const before = await count()
    await work(tx)
    return growth(before, await count())
  })

// One statement looks up a session several times: for itself, for its stock and for its offers.
const LOOKS = 20
const OF_EVENT: Counts = {
  sessions: (LOOKS * SESSIONS) / 3,
  // A tenant has few types, so the planner may read all of them once.
  ticket_types: OTHERS * TYPES + LOOKS * TYPES * (SESSIONS / 3),
  session_prices: LOOKS * (SESSIONS / 3),
  stock: LOOKS * (TYPES + 1) * (SESSIONS / 3),
}
const OF_SESSION: Counts = { sessions: 4, ticket_types: 8, session_prices: 4, stock: 16 }
const ofAllOthers = OTHERS * SESSIONS

const expectAtMost = (counts: Counts, most: Counts) => {
  for (const name of TABLES) {
    expect([name, Math.min(counts[name] ?? 0, most[name] ?? 0)]).toEqual([name, counts[name] ?? 0])
  }
}

const readers: [string, () => Promise<Counts>, Counts][] = [
  ['a lane', () => inLane((client) => readOffers(client, 1, [event.sessionId])), OF_SESSION],
  [
    'the quote of a session',
    () => inRequest((tx) => selectSessionOffers(tx, event.sessionId)),
    OF_SESSION,
  ],
  ['a cart', () => inRequest((tx) => loadFrozenCart(tx, cartId)), OF_SESSION],
  [
    'the ticket types of an event',
    () => inRequest((tx) => selectTypes(tx, { eventId: event.eventId })),
    OF_EVENT,
  ],
  [
    'the prices of a day',
    () => inRequest((tx) => selectSessionTypes(tx, event.eventId, event.date)),
    OF_EVENT,
  ],
  [
    'the totals of a day',
    () => inRequest((tx) => selectDayOffers(tx, event.eventId, event.date)),
    OF_EVENT,
  ],
  [
    'the card of an order',
    () => inRequest((tx) => selectOrderCards(tx, new Date(), cardsOf.order(orderId))),
    OF_EVENT,
  ],
  [
    'alternatives',
    () =>
      inRequest((tx) =>
        findAlternatives(tx, {
          sessionId: event.sessionId,
          tickets: event.typeIds.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 })),
        }),
      ),
    OF_EVENT,
  ],
  [
    'the rollups of a day',
    () =>
      inRequest(async (tx) => {
        await lockRollups(tx, 1)
        await writeRollups(tx, { sessionIds: [event.sessionId] })
      }),
    OF_EVENT,
  ],
  [
    'the listing of an event',
    () =>
      inRequest((tx) =>
        sql`select refresh_event_listings(1, array[${event.eventId}]::uuid[])`.execute(tx),
      ),
    OF_EVENT,
  ],
]

const knownRows = async (table: string): Promise<number> => {
  const [row] = await server.sql<{ rows: number }>(
    'select reltuples::integer as rows from pg_class where oid = $1::regclass',
    [table],
  )
  return row?.rows ?? 0
}

test('who brings many rows makes their statistics, in the role of the application', async () => {
  expect(await knownRows('stock')).toBe(-1)
  await server.foyer.context.db.withTenant(1, analyzeGrownTables)
  expect(await knownRows('stock')).toBeGreaterThan(ofAllOthers)
})

describe.each([
  ['once who brought the rows has analysed them', analyzeGrownTables],
  ['after an ANALYZE of everything', () => server.sql('analyze')],
])('%s', (_, analyze) => {
  beforeAll(async () => {
    await server.foyer.context.db.withTenant(1, async (tx) => {
      await analyze(tx)
    })
  })

  test.each(readers)('%s reads no row of other events', async (_name, read, most) => {
    expectAtMost(await read(), most)
  })
})

test('without an index, the count shows the rows of all events (control)', async () => {
  const counts = await inRequest(
    (tx) => selectSessionOffers(tx, event.sessionId),
    ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'],
  )
  expect(counts.sessions).toBeGreaterThan(ofAllOthers)
})
