import { Builder, type BuiltEvent, createTestDatabase, type TestDatabase } from '@foyer/testkit'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'

let database: TestDatabase
let owner: pg.Pool
let db: Database
let event: BuiltEvent
const losses: Error[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.pool
  db = openDatabase({
    url: database.url,
    role: database.role,
    maxConnections: 2,
    onConnectionLost: (error) => losses.push(error),
  })
  const builder = new Builder(owner)
  event = await builder.event({ tenantId: (await builder.tenant()).tenantId })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const nameOfEvent = async () =>
  (await owner.query('select name from events where id = $1', [event.eventId])).rows[0].name

test('what fails in a transaction is undone, in both ways of running one', async () => {
  const failing = async () => {
    throw new Error('changed my mind')
  }
  await expect(
    db.withTenant(event.tenantId, async (tx) => {
      await tx.updateTable('events').set({ name: 'half done' }).execute()
      await failing()
    }),
  ).rejects.toThrow('changed my mind')
  await expect(
    db.withTenantClient(event.tenantId, async (client) => {
      await client.query(`update events set name = 'half done'`)
      await failing()
    }),
  ).rejects.toThrow('changed my mind')
  expect(await nameOfEvent()).toBe('Test Night')
})

test('what succeeds is committed and answers what the work answered', async () => {
  const name = await db.withTenant(event.tenantId, async (tx) => {
    await tx.updateTable('events').set({ name: 'Late Night' }).execute()
    return 'answer'
  })
  expect(name).toBe('answer')
  expect(await nameOfEvent()).toBe('Late Night')
})

test('a tenant is a number; nothing else gets near the statement', async () => {
  // @ts-expect-error what the compiler refuses is refused at run time as well
  const injected = db.withTenantClient(`1'; drop table holds; --`, async () => {})
  await expect(injected).rejects.toThrow('tenantId must be an integer')
  await expect(db.withTenantClient(Number.NaN, async () => {})).rejects.toThrow(TypeError)
})

test('a calendar date stays the text it is, whatever the zone of this machine', async () => {
  const rows = await db.withTenant(event.tenantId, (tx) =>
    tx.selectFrom('sessions').select('local_date').execute(),
  )
  expect(rows).toEqual([{ local_date: event.date }])
})

// Without a listener of its own this would end the process: vitest fails on an uncaught error.
test('a connection lost in the middle fails its work alone; the next one gets a new one', async () => {
  const lost = db.withTenantClient(event.tenantId, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await owner.query('select pg_terminate_backend($1)', [rows[0].pid])
    await client.query(`update events set name = 'lost'`)
  })
  await expect(lost).rejects.toThrow()
  expect(losses.length).toBeGreaterThan(0)
  const after = await Promise.all(
    Array.from({ length: 4 }, () =>
      db.withTenant(event.tenantId, (tx) => tx.selectFrom('events').select('name').execute()),
    ),
  )
  for (const rows of after) expect(rows).toEqual([{ name: 'Late Night' }])
})

test('connections that the server drops while idle are told of and replaced', async () => {
  await db.withTenant(event.tenantId, (tx) => tx.selectFrom('events').select('id').execute())
  const before = losses.length
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'foyer'`,
  )
  await expect.poll(() => db.pool.totalCount).toBe(0)
  expect(losses.length).toBeGreaterThan(before)
  const rows = await db.withTenant(event.tenantId, (tx) =>
    tx.selectFrom('events').select('name').execute(),
  )
  expect(rows).toEqual([{ name: 'Late Night' }])
})
