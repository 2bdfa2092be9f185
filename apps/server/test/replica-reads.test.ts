/** @module-tag night */
import { Builder, startInProcess, type TestBrowser, type TestServer, until } from '@foyer/testkit'
import { type Replicated, startReplicated } from '@foyer/testkit/replicated'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../src/operator/doctor/database.ts'
import { checkReplica } from '../src/operator/doctor/replica.ts'
import { holdCartOf } from './support/calls.ts'
import { member } from './support/staff.ts'
import { VENUE_DETAILS } from './support/staff-calls.ts'

let servers: Replicated
let server: TestServer

beforeAll(async () => {
  servers = await startReplicated()
  const { pool, url, role, replicaUrl } = servers
  const build = new Builder(pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const options = { jobs: false, databaseReplicaUrl: replicaUrl, isOneAddressMany: true }
  const started = await startInProcess(servers, options)
  server = {
    ...started,
    databaseUrl: url,
    databaseRole: role,
    build,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    sibling: () =>
      startInProcess(servers, { payments: started.foyer.context.payments, ...options }),
  }
}, 120_000)
afterAll(async () => {
  await server.close()
  await servers.close()
})
afterEach(() => replay('resume'))

const replay = (how: 'pause' | 'resume') => servers.standby.query(`select pg_wal_replay_${how}()`)

/** How many reads were made on the replica, and on the primary, by reason. */
async function readsByPlace() {
  const text = await server.foyer.context.metrics.render()
  const found = text.matchAll(/foyer_replica_reads_total\{from="(\w+)",why="(\w+)"\} (\d+)/g)
  return Object.fromEntries(
    [...found].map(([, from, why, count]) => [`${from} ${why}`, Number(count)]),
  )
}

/** The venues that a member of the team sees in the list, by name. */
const venuesFor = async (browser: TestBrowser) => {
  const { status, body } = await browser.send('GET', '/api/admin/venues')
  expect(status).toBe(200)
  return body.venues.map((venue: { name: string }) => venue.name)
}
const addVenue = async (browser: TestBrowser, name: string) => {
  const added = await browser.send('POST', '/api/admin/venues', { ...VENUE_DETAILS, name })
  expect(added.status).toBe(201)
}

/** Resolves once the replica is read and shows everything. */
async function untilReplicaIsRead(read: () => Promise<unknown>) {
  await servers.caughtUp()
  const before = (await readsByPlace())['replica recent'] ?? 0
  await until(
    async () => {
      await read()
      return (await readsByPlace())['replica recent'] ?? 0
    },
    (now) => now > before,
  )
}

test('a person reads what they have just saved; colleagues see it within two seconds', async () => {
  const { browser: writer } = await member(server, 'owner')
  const { browser: colleague } = await member(server, 'manager')
  await untilReplicaIsRead(() => venuesFor(colleague))
  await replay('pause')
  await addVenue(writer, 'Hall of Echoes')
  const savedAt = performance.now()
  expect(await venuesFor(writer)).toContain('Hall of Echoes')
  // The control: without the mark the list comes from the replica, which does not have it yet.
  expect(await venuesFor(colleague)).not.toContain('Hall of Echoes')
  await until(
    () => venuesFor(colleague),
    (names) => names.includes('Hall of Echoes'),
  )
  expect(performance.now() - savedAt).toBeLessThan(3000)
})

/** How many places of an event are held, as a browser reads it; NaN while the event is not found. */
const heldFor = async (browser: TestBrowser, eventId: string): Promise<number> => {
  const { body } = await browser.send('GET', `/api/inventory/summary?eventId=${eventId}`)
  return body[0]?.ticketTypes[0].inventory.heldCount ?? Number.NaN
}

test('a buyer reads their own hold in what is cached for everybody, also at another process', async () => {
  const event = await server.build.event({ capacity: 50 })
  const sibling = await server.sibling()
  const [buyer, other, otherThere] = [server.browser(), server.browser(), sibling.browser()]
  for (const browser of [other, otherThere]) {
    await until(
      () => heldFor(browser, event.eventId),
      (held) => held === 0,
    )
  }
  await replay('pause')
  expect((await holdCartOf(buyer, event, { quantities: [3] })).status).toBe(201)
  const buyerThere = sibling.browser()
  for (const [name, value] of buyer.cookies) buyerThere.setCookie(name, value)
  expect(await heldFor(buyerThere, event.eventId)).toBe(3)
  expect(await heldFor(buyer, event.eventId)).toBe(3)
  await sibling.close()
})

test('once the cache has dropped a response, nobody reads the older state of a replica', async () => {
  const event = await server.build.event({ capacity: 50 })
  const [buyer, visitor] = [server.browser(), server.browser()]
  await until(
    () => heldFor(visitor, event.eventId),
    (held) => held === 0,
  )
  await untilReplicaIsRead(() => heldOnReplica(event.eventId))
  await replay('pause')
  expect((await holdCartOf(buyer, event, { quantities: [3] })).status).toBe(201)
  await until(
    () => heldFor(visitor, event.eventId),
    (held) => held === 3,
  )
  // The control: the replica is recent enough still, and has an older state.
  const before = (await readsByPlace())['replica recent'] ?? 0
  expect(await heldOnReplica(event.eventId)).toBe(0)
  expect((await readsByPlace())['replica recent']).toBe(before + 1)
})

/** The places held of an event, in a read that may show any recent moment. */
const heldOnReplica = (eventId: string) =>
  server.foyer.context.db.readsSince(0).withTenant(1, async (tx) => {
    const { held } = await tx
      .selectFrom('stock')
      .innerJoin('sessions', 'sessions.id', 'stock.session_id')
      .where('sessions.event_id', '=', eventId)
      .select('stock.held')
      .executeTakeFirstOrThrow()
    return held
  })

test('what is sold never goes back in a cached response, while the replica lags and catches up', async () => {
  const event = await server.build.event({ capacity: 100 })
  const [seller, visitor] = [server.browser(), server.browser()]
  const seen: number[] = []
  await until(
    () => heldFor(visitor, event.eventId),
    (held) => held === 0,
  )
  const before = await readsByPlace()
  const selling = { isGoingOn: true }
  const watching = (async () => {
    while (selling.isGoingOn) seen.push(await heldFor(visitor, event.eventId))
  })()
  for (let held = 1; held <= 8; held += 1) {
    // Paused for a while, then resumed: the replica falls behind and jumps.
    await replay(held % 4 < 2 ? 'pause' : 'resume')
    const cart = await holdCartOf(seller, event, { cartId: String(20_000 + held), quantities: [1] })
    expect(cart.status).toBe(201)
    await until(
      async () => seen.at(-1) ?? 0,
      (count) => count >= held,
    )
  }
  await replay('resume')
  await untilReplicaIsRead(() => heldFor(visitor, event.eventId))
  selling.isGoingOn = false
  await watching
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  const after = await readsByPlace()
  expect(after['primary newer']).toBeGreaterThan(before['primary newer'] ?? 0)
})

test('a killed replica costs no request', async () => {
  const { browser } = await member(server, 'owner')
  await untilReplicaIsRead(() => venuesFor(browser))
  const before = await readsByPlace()
  const reading = { isGoingOn: true }
  const readers = Array.from({ length: 4 }, async () => {
    while (reading.isGoingOn) await venuesFor(browser)
  })
  await servers.killStandby()
  const sum = (reads: Record<string, number>) =>
    (reads['primary failed'] ?? 0) + (reads['primary away'] ?? 0)
  await until(readsByPlace, (reads) => sum(reads) > sum(before))
  await servers.caughtUp()
  reading.isGoingOn = false
  await Promise.all(readers)
})

test('the age of the data of replicas is a metric', async () => {
  const age = async () => {
    const text = await server.foyer.context.metrics.render()
    return Number(/^foyer_replica_age_seconds (\S+)/m.exec(text)?.[1]?.replace('+Inf', 'Infinity'))
  }
  await until(age, (seconds) => seconds < 2)
  await replay('pause')
  await until(
    async () => {
      await server.sql('update events set name = name')
      return age()
    },
    (seconds) => seconds > 2,
  )
})

test('the doctor says how far a replica is behind, and what is wrong with its address', async () => {
  const client = await connect(servers.url)
  const findingFor = (url: string) => checkReplica(client, url)
  expect(await findingFor(servers.replicaUrl)).toMatchObject({ status: 'ok' })
  expect((await findingFor(servers.url)).what).toContain('leads to a server that is no replica')
  expect((await findingFor('postgres://nobody@127.0.0.1:1/x')).what).toContain('No replica answers')
  await replay('pause')
  await server.sql('update events set name = name')
  expect((await findingFor(servers.replicaUrl)).what).toContain('more than 2 s behind')
  await client.end()
})
