import { Builder, type BuiltEvent, createTestDatabase, until } from '@foyer/testkit'
import { type Replicated, startReplicated } from '@foyer/testkit/replicated'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import type { ReadReason } from './recent-reads.ts'
import { REPLICA_AGE_MS } from './replica-watch.ts'

let servers: Replicated
let db: Database
let event: BuiltEvent
/** Why the last read was made where it was. */
let last: ReadReason | null = null

beforeAll(async () => {
  servers = await startReplicated()
  const builder = new Builder(servers.pool)
  event = await builder.event({ tenantId: (await builder.tenant()).tenantId })
  db = openDatabase({
    url: servers.url,
    role: servers.role,
    replicaUrl: servers.replicaUrl,
    onRead: (why) => {
      last = why
    },
  })
}, 120_000)
afterAll(async () => {
  await db.close()
  await servers.close()
})

/** The name of the event in a read that has to show `since` or a later moment. */
const nameSince = (since: number, how: 'withTenant' | 'withSnapshot' = 'withTenant', on = db) =>
  on.readsSince(since)[how](event.tenantId, async (tx) => {
    const { name } = await tx.selectFrom('events').select('name').executeTakeFirstOrThrow()
    return name
  })
const rename = (name: string) => servers.pool.query('update events set name = $1', [name])
const replay = (how: 'pause' | 'resume') => servers.standby.query(`select pg_wal_replay_${how}()`)
/** Repeats a read that may show any moment, until one is made for this reason. */
const untilRead = (place: ReadReason) =>
  until(
    async () => {
      await nameSince(0)
      return last
    },
    (at) => at === place,
  )

test('a read is made on the replica once the watch knows both servers', async () => {
  await untilRead('recent')
  expect(await nameSince(0)).toBe('Test Night')
  expect(await nameSince(0, 'withSnapshot')).toBe('Test Night')
  await expect.poll(() => db.replica?.ageMs()).toBeLessThan(REPLICA_AGE_MS)
})

test('a read that has to show what was just written is made on the primary', async () => {
  await replay('pause')
  await rename('Late Night')
  const now = performance.now()
  expect(await nameSince(now)).toBe('Late Night')
  expect(last).toBe('newer')
  expect(await nameSince(now, 'withSnapshot')).toBe('Late Night')
  // The control: a read that may show any moment of the last two seconds sees the old name.
  expect(await nameSince(0)).toBe('Test Night')
  expect(last).toBe('recent')
  await replay('resume')
})

test('a replica that has caught up shows a moment that the watch has seen since', async () => {
  await rename('Early Night')
  const written = performance.now()
  const read = () => nameSince(written).then((name) => [name, last])
  // Before the watch has polled again, only the primary is sure to show it.
  const seen = await until(read, ([, place]) => place === 'recent')
  expect(seen).toEqual(['Early Night', 'recent'])
})

test('nothing older than two seconds is read while the replay of a replica is paused', {
  tags: ['night'],
}, async () => {
  await untilRead('recent')
  await replay('pause')
  /** When each name was replaced by a newer one. */
  const replacedAt = new Map<string, number>()
  const places = new Set<typeof last>()
  const end = performance.now() + 2 * REPLICA_AGE_MS
  let written = await nameSince(performance.now())
  for (let round = 0; performance.now() < end; round += 1) {
    await rename(`Night ${round}`)
    replacedAt.set(written, performance.now())
    written = `Night ${round}`
    const begun = performance.now()
    const seen = await nameSince(0)
    places.add(last)
    expect(begun - (replacedAt.get(seen) ?? begun)).toBeLessThan(REPLICA_AGE_MS)
  }
  expect(places).toContain('recent')
  expect(places).toContain('behind')
  expect(await nameSince(0)).toBe(written)
  expect(db.replica?.ageMs()).toBeGreaterThan(REPLICA_AGE_MS)
  await replay('resume')
  await untilRead('recent')
})

test('reads of a replica see the rows of their tenant alone, and write nothing', async () => {
  await untilRead('recent')
  const other = await db
    .readsSince(0)
    .withTenant(event.tenantId + 1, (tx) => tx.selectFrom('events').select('id').execute())
  expect(other).toEqual([])
  expect(last).toBe('recent')
  for (const since of [0, performance.now()]) {
    const writing = db
      .readsSince(since)
      .withTenant(event.tenantId, (tx) => tx.updateTable('events').set({ name: 'No' }).execute())
    await expect(writing).rejects.toThrow('read-only transaction')
  }
})

test('a replica that is killed costs no read, and is read again after its return', async () => {
  await untilRead('recent')
  const reading = { isGoingOn: true }
  const readers = Array.from({ length: 5 }, async () => {
    while (reading.isGoingOn) await nameSince(0)
  })
  await servers.killStandby()
  await until(
    async () => last,
    (place) => place !== 'recent',
  )
  await until(
    async () => last,
    (place) => place === 'recent',
  )
  reading.isGoingOn = false
  await Promise.all(readers)
})

test('a server that is no replica of this database is not read', { tags: ['night'] }, async () => {
  const strange = await createTestDatabase()
  const places: ReadReason[] = []
  const mistaken = openDatabase({
    url: servers.url,
    role: servers.role,
    replicaUrl: strange.url,
    onRead: (why) => places.push(why),
  })
  await until(
    async () => [await nameSince(0, 'withTenant', mistaken), places.at(-1)],
    ([, why]) => why === 'other_history',
  )
  expect(places).not.toContain('recent')
  await mistaken.close()
  await strange.drop()
})

test('a replica that was promoted beside its primary is not read any more', async () => {
  await untilRead('recent')
  await servers.standby.query('select pg_promote()')
  await servers.standby.query(`update events set name = 'Nobody sold this'`)
  const name = await nameSince(0)
  expect(last).toBe('other_history')
  expect(name).toBe(await nameSince(performance.now()))
})
