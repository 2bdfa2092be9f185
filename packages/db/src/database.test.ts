import {
  Builder,
  type BuiltEvent,
  createTestDatabase,
  inTenant,
  type TestDatabase,
} from '@foyer/testkit'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CommitOutcomeUnknown, type Database, openDatabase } from './database.ts'
import { type LaneClient, StatementGroup } from './lane.ts'

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

test('a failed transaction is rolled back, with both ways of running one', async () => {
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
    inTenant(db, event.tenantId, async (client) => {
      await client.query(`update events set name = 'half done'`)
      await failing()
    }),
  ).rejects.toThrow('changed my mind')
  expect(await nameOfEvent()).toBe('Test Night')
})

test('a successful transaction is committed and returns the result of its work', async () => {
  const name = await db.withTenant(event.tenantId, async (tx) => {
    await tx.updateTable('events').set({ name: 'Late Night' }).execute()
    return 'answer'
  })
  expect(name).toBe('answer')
  expect(await nameOfEvent()).toBe('Late Night')
})

test('a tenant is a number; no other value reaches the statement', async () => {
  // @ts-expect-error what the compiler refuses is refused at run time as well
  const injected = db.withTenant(`1'; drop table holds; --`, async () => {})
  await expect(injected).rejects.toThrow('tenantId must be an integer')
  await expect(db.withTenant(Number.NaN, async () => {})).rejects.toThrow(TypeError)
})

test('a calendar date is read as text, independent of the zone of this machine', async () => {
  const rows = await db.withTenant(event.tenantId, (tx) =>
    tx.selectFrom('sessions').select('local_date').execute(),
  )
  expect(rows).toEqual([{ local_date: event.date }])
})

// Without a listener of its own this would end the process; vitest fails on an uncaught error.
test('a connection that is lost fails only its own work; the next work gets a new connection', async () => {
  const lost = inTenant(db, event.tenantId, async (client) => {
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

test('idle connections that the server drops are reported and replaced', async () => {
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

test('a statement that names itself in a comment is prepared under that name, once per connection', async () => {
  const prepared = await db.withTenant(event.tenantId, async (tx) => {
    for (const name of ['Late Night', 'another']) {
      await sql`/* named: by_name */ select id from events where name = ${name}`.execute(tx)
    }
    const { rows } = await sql`
      select name, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(tx)
    return rows
  })
  expect(prepared).toEqual([{ name: 'by_name', runs: '2' }])
})

const ID = 'a2c9f3f0-6f0d-4a0f-9f52-0c7a3a1b2c3d'

describe('a lane', () => {
  const rename = (client: LaneClient, name: string) =>
    client.query({
      name: 'rename',
      text: 'update events set name = $1 where id = $2',
      values: [name, event.eventId],
    })
  const readNames = (client: LaneClient) =>
    client.query({ name: 'names', text: 'select name from events' })
  const renameInLane = (name: string) =>
    db.withLane(event.tenantId, async (client) => ({ value: name, writes: [rename(client, name)] }))
  /** Cuts the connection after PostgreSQL has committed the transaction. */
  const loseAnswer = () => {
    const { handleCommandComplete } = StatementGroup.prototype
    const spy = vi.spyOn(StatementGroup.prototype, 'handleCommandComplete')
    spy.mockImplementation(function (this: StatementGroup, ...args: unknown[]) {
      const [{ text }, connection] = args as [{ text: string }, pg.Connection]
      if (text === 'COMMIT') connection.stream.destroy()
      else handleCommandComplete.call(this)
    })
    return spy
  }
  const lanePids = async () =>
    (
      await owner.query(`select pid from pg_stat_activity
        where datname = current_database() and application_name = 'foyer-lane'`)
    ).rows.map((row) => row.pid)

  test('commits after its writes, sees one tenant, and leaves no transaction open', async () => {
    const seen = await db.withLane(event.tenantId, async (client) => {
      const { rows } = await readNames(client)
      return { value: rows.length, writes: [rename(client, 'In the lane')] }
    })
    expect(seen).toBe(1)
    expect(await nameOfEvent()).toBe('In the lane')
    const none = await db.withLane(event.tenantId + 1, async (client) => ({
      value: (await readNames(client)).rows,
      writes: [],
    }))
    expect(none).toEqual([])
    const open = await owner.query(`select state from pg_stat_activity
      where datname = current_database() and application_name = 'foyer-lane' and state <> 'idle'`)
    expect(open.rows).toEqual([])
  })

  test('that wrote nothing is rolled back, so that nothing is flushed', async () => {
    await db.withLane(event.tenantId, async (client) => {
      await rename(client, 'never committed')
      return { value: null, writes: [] }
    })
    expect(await nameOfEvent()).toBe('In the lane')
  })

  test('a refused write rejects with its own error and rolls its batch back; the connection stays usable', async () => {
    const before = await lanePids()
    const refused = db.withLane(event.tenantId, async (client) => ({
      value: null,
      writes: [
        rename(client, 'half done'),
        client.query({ name: 'overdraw', text: 'update stock set held = -1' }),
        rename(client, 'behind it'),
      ],
    }))
    await expect(refused).rejects.toMatchObject({ code: '23514' })
    const thrown = db.withLane(event.tenantId, async (client) => {
      await rename(client, 'half done')
      throw new Error('changed my mind')
    })
    await expect(thrown).rejects.toThrow('changed my mind')
    expect(await nameOfEvent()).toBe('In the lane')
    expect(await lanePids()).toEqual(before)
  })

  test('a lost answer to commit is reported as an unknown outcome, and its connection is closed', async () => {
    const before = await lanePids()
    const spy = loseAnswer()
    await expect(renameInLane('It happened')).rejects.toThrow(CommitOutcomeUnknown)
    spy.mockRestore()
    expect(await nameOfEvent()).toBe('It happened')
    await expect.poll(lanePids).not.toEqual(before)
  })

  test('a connection that is cut during a commit is reported as an unknown outcome too', async () => {
    // The write waits for this lock, so that the connection is cut with all statements sent.
    const blocker = await owner.connect()
    await blocker.query('begin')
    await blocker.query('select 1 from events where id = $1 for update', [event.eventId])
    const lost = renameInLane('It did not').catch((error: unknown) => error)
    const waiting = async () =>
      (
        await owner.query(`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows
    await expect.poll(waiting).toHaveLength(1)
    await owner.query('select pg_terminate_backend($1)', [(await waiting())[0]?.pid])
    expect(await lost).toBeInstanceOf(CommitOutcomeUnknown)
    await blocker.query('rollback')
    blocker.release()
    expect(await nameOfEvent()).toBe('It happened')
    expect(await renameInLane('Next')).toBe('Next')
  })

  test('that failed sends no more statements: after its end they would commit by themselves', async () => {
    const late: Promise<unknown>[] = []
    const failed = db.withLane(event.tenantId, async (client) => {
      await readNames(client)
      late.push(rename(client, 'too late').catch((error: unknown) => error))
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await Promise.all(late)).toEqual([
      new Error('The transaction of this statement is over'),
    ])
    expect(await nameOfEvent()).toBe('Next')
  })

  test('returns the same values as the rest of the product, each time', async () => {
    const read = () =>
      db.withLane(event.tenantId, async (client) => ({
        value: (
          await client.query({
            name: 'kinds',
            text: `select $1::uuid[] as ids, $2::text[] as texts, $3::integer as number, null as none,
              date '2026-03-01' as date, timestamptz '2026-03-01 12:00Z' as time, true as yes`,
            values: [[ID], ['a "quoted" \\\\ text, {or} two', ''], 7],
          })
        ).rows,
        writes: [],
      }))
    const row = {
      ids: [ID],
      texts: ['a "quoted" \\\\ text, {or} two', ''],
      number: 7,
      none: null,
      date: '2026-03-01',
      time: new Date('2026-03-01T12:00:00Z'),
      yes: true,
    }
    expect(await read()).toEqual([row])
    expect(await read()).toEqual([row])
  })

  test('accepts only a number as tenant', async () => {
    const work = async () => ({ value: null, writes: [] })
    await expect(db.withLane(Number.NaN, work)).rejects.toThrow('tenantId must be an integer')
  })
})
