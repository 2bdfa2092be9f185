import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { openDatabase } from '@foyer/db'
import { type BuiltEvent, findStockDrift, serverForTests, until } from '@foyer/testkit'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../chaos/ports.ts'
import { type Moment, TcpProxy } from '../../../chaos/tcp-proxy.ts'
import { type HoldCartParams, holdCartOp } from '../src/engine/holds/hold-cart.ts'
import { createLanes } from '../src/engine/lanes/lanes.ts'
import { holdCartOf, stockOf, times } from './support/calls.ts'

const server = serverForTests({ isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const holdOp = (event: BuiltEvent, changes: Partial<HoldCartParams> = {}) =>
  holdCartOp({
    cart: { id: randomUUID(), browserId: randomUUID(), number: '12345' },
    eventId: event.eventId,
    lines: [{ sessionId: event.sessionId, ticketTypeId: event.typeId, quantity: 1 }],
    addOns: [],
    request: null,
    ...changes,
  })

const submit = (event: BuiltEvent, op: ReturnType<typeof holdOp>) =>
  server.foyer.context.lanes.submit(event.tenantId, op)

/** Locks a session, as a slow transaction would, until it is released. */
async function lockSession(event: BuiltEvent) {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from stock where session_id = $1 for update', [event.sessionId])
  return {
    client,
    /** Resolves when `count` transactions wait for a lock. */
    awaited: (count = 1) =>
      until(
        () =>
          server.sql<{ pid: number }>(
            `select pid from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        (waiting) => waiting.length >= count,
      ),
    async letGo() {
      await client.query('commit')
      await client.end()
    },
  }
}

describe('an operation that fails in a batch', () => {
  test('does not fail the others if an add-on was deleted between pricing and commit', async () => {
    const event = await server.build.event({ capacity: 100 })
    const gone = [
      {
        addOnId: randomUUID(),
        name: 'Gone',
        position: 0,
        quantity: 1,
        unitPriceMinor: 100,
        hasStock: false,
      },
    ]
    // Submitted in one turn, so they form one batch; the foreign key refuses one of its rows.
    const answers = await Promise.all(
      times(41, (index) => submit(event, holdOp(event, index === 17 ? { addOns: gone } : {}))),
    )
    const refused = answers.flatMap((answer, index) =>
      answer.ok ? [] : [[index, answer.refusal.code]],
    )
    expect(refused).toEqual([[17, 'busy']])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 40, sold: 0 })
  })

  test('is refused alone if another process has just used its key', async () => {
    const event = await server.build.event({ capacity: 100, sessions: 2 })
    const request = { key: randomUUID(), hash: randomUUID() }
    // Another connection writes the same key and has not committed yet, so no read can see it.
    const elsewhere = new pg.Client({ connectionString: server.databaseUrl })
    await elsewhere.connect()
    await elsewhere.query('begin')
    await elsewhere.query(
      `insert into holds (tenant_id, id, cart_id, browser_id, cart_number, session_id,
         ticket_type_id, quantity, state, unit_price_minor, request_key, request_hash, created_at,
         expires_at, reclaim_at)
       values (1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '12345', $1, $2, 1,
         'released', 0, $3, gen_random_uuid(), now(), now(), now())`,
      [event.sessionIds[1], event.typeId, request.key],
    )
    const answers = Promise.all(
      times(11, (index) => submit(event, holdOp(event, index === 5 ? { request } : {}))),
    )
    await until(
      () =>
        server.sql(`select pid from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`),
      (waiting) => waiting.length > 0,
    )
    await elsewhere.query('commit')
    await elsewhere.end()
    const refused = (await answers).flatMap((answer, index) =>
      answer.ok ? [] : [[index, answer.refusal.code]],
    )
    // Its second try, alone, sees the other row and gets the right answer.
    expect(refused).toEqual([[5, 'idempotency_conflict']])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 10, sold: 0 })
  })
})

test('a connection lost in a batch lets its buyers try again, and the next batch has a new connection', async () => {
  const event = await server.build.event({ capacity: 10 })
  const lock = await lockSession(event)
  const browsers = times(3, () => server.browser())
  const answers = Promise.all(browsers.map((browser) => holdCartOf(browser, event)))
  const [waiting] = await lock.awaited()
  await server.sql('select pg_terminate_backend($1)', [waiting?.pid])
  await lock.letGo()
  for (const answer of await answers) {
    if (answer.status === 201) continue
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const again = await Promise.all(browsers.map((browser) => holdCartOf(browser, event)))
  expect(again.map((answer) => answer.status)).toEqual([201, 201, 201])
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 6, sold: 0 })
})

describe('a connection cut in the middle of a commit', () => {
  /** Lanes that reach PostgreSQL through a proxy. */
  async function lanesBehindProxy() {
    const target = new URL(server.databaseUrl)
    const proxy = await TcpProxy.listen(await freePort(), Number(target.port))
    const url = new URL(server.databaseUrl)
    url.port = String(proxy.port)
    const db = openDatabase({ url: url.href, role: server.databaseRole })
    const lanes = createLanes(db, { onChange: () => {}, onError: () => {} })
    return {
      proxy,
      lanes,
      async close() {
        await db.close()
        proxy.close()
      },
    }
  }

  test.each<[string, Moment, boolean]>([
    ['before PostgreSQL hears of it: nothing is held', 'before', false],
    ['when it was carried out: its holds are answered', 'committed', true],
    ['with half of the answer through: its holds are answered', 'mid-answer', true],
  ])('%s', async (_, moment, isHeld) => {
    const { proxy, lanes, close } = await lanesBehindProxy()
    const event = await server.build.event({ capacity: 10 })
    const cut = proxy.atCommit(moment)
    const answers = await Promise.all(times(4, () => lanes.submit(event.tenantId, holdOp(event))))
    await cut
    expect(answers.map((answer) => answer.ok)).toEqual(times(4, () => isHeld))
    expect(await stockOf(server, event.sessionId)).toEqual({ held: isHeld ? 4 : 0, sold: 0 })
    expect((await lanes.submit(event.tenantId, holdOp(event))).ok).toBe(true)
    await close()
  })

  test('leaves answers that agree with the database if it is cut while the commit is sent', async () => {
    const { proxy, lanes, close } = await lanesBehindProxy()
    const event = await server.build.event({ capacity: 100 })
    let held = 0
    for (const _ of times(10, () => null)) {
      const cut = proxy.atCommit('sent')
      const answers = await Promise.all(times(3, () => lanes.submit(event.tenantId, holdOp(event))))
      await cut
      held += answers.filter((answer) => answer.ok).length
    }
    expect(await stockOf(server, event.sessionId)).toEqual({ held, sold: 0 })
    await close()
  })

  test('finds in the ledger what one batch took and gave back', async () => {
    const { proxy, lanes, close } = await lanesBehindProxy()
    const event = await server.build.event({ capacity: 10 })
    const cart = { id: randomUUID(), browserId: randomUUID(), number: '12345' }
    await lanes.submit(event.tenantId, holdOp(event, { cart }))
    const cut = proxy.atCommit('committed')
    const again = await lanes.submit(event.tenantId, holdOp(event, { cart }))
    await cut
    expect(again.ok).toBe(true)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 1, sold: 0 })
    await close()
  })
})

test('a slow session does not delay another', async () => {
  const [slow, quick] = [await server.build.event(), await server.build.event()]
  const lock = await lockSession(slow)
  const waiting = holdCartOf(server.browser(), slow)
  await lock.awaited()
  expect((await holdCartOf(server.browser(), quick)).status).toBe(201)
  await lock.letGo()
  expect((await waiting).status).toBe(201)
})

test('reads never wait for the locks of holds', async () => {
  const event = await server.build.event()
  const lock = await lockSession(event)
  const browser = server.browser()
  const paths = [
    `/api/events/${event.eventId}`,
    `/api/pricing/calendar/${event.eventId}`,
    `/api/price/daily?eventId=${event.eventId}&date=${event.date}`,
    `/api/inventory/summary?eventId=${event.eventId}`,
  ]
  const answers = await Promise.all(paths.map((path) => browser.send('GET', path)))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  await lock.letGo()
})

describe('a server that closes', () => {
  test('answers what it accepted, refuses new requests, and disconnects from the database', async () => {
    const sibling = await server.sibling()
    const event = await server.build.event({ capacity: 50 })
    const lock = await lockSession(event)
    let received = 0
    sibling.foyer.app.server.on('request', () => {
      received += 1
    })
    const accepted = Promise.all(times(20, () => holdCartOf(sibling.browser(), event)))
    await lock.awaited()
    await expect.poll(() => received).toBe(20)
    const closed = sibling.close()
    await expect
      .poll(() =>
        sibling
          .browser()
          .send('GET', '/healthz')
          .then(
            () => 'open',
            () => 'closed',
          ),
      )
      .toBe('closed')
    await lock.letGo()
    const answers = await accepted
    expect(answers.map((answer) => answer.status)).toEqual(times(20, () => 201))
    await closed
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 40, sold: 0 })
  })

  test('does not wait for a connection that a browser opened in advance or keeps alive', async () => {
    const sibling = await server.sibling()
    await sibling.browser().send('GET', '/healthz')
    const { hostname, port } = new URL(sibling.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const ended = once(socket, 'close')
    // If it waited for them, this would take over a minute, and the test would time out.
    await sibling.close()
    await ended
  })

  test('refuses with the time to retry once its lanes are drained', async () => {
    const sibling = await server.sibling()
    const event = await server.build.event()
    await sibling.foyer.context.lanes.drain()
    const answer = await holdCartOf(sibling.browser(), event)
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(answer.headers.get('retry-after')).toBe('1')
    const ready = await sibling.browser().send('GET', '/readyz')
    expect(ready).toMatchObject({ status: 503, body: { checks: { lanes: false, database: true } } })
    await sibling.close()
  })
})
