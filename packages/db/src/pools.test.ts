import {
  Builder,
  type BuiltEvent,
  createTestDatabase,
  type TestDatabase,
  until,
} from '@foyer/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import type { DatabaseTimeouts } from './pools.ts'

let database: TestDatabase
let event: BuiltEvent

beforeAll(async () => {
  database = await createTestDatabase()
  const builder = new Builder(database.pool)
  event = await builder.event({ tenantId: (await builder.tenant()).tenantId })
})
afterAll(() => database.drop())

const SHORT = { statementMs: 800, lockMs: 300, silenceMs: 1000 }

async function withDatabase(timeouts: DatabaseTimeouts, use: (db: Database) => Promise<void>) {
  const db = openDatabase({ url: database.url, role: database.role, timeouts })
  await use(db)
  await db.close()
}

/** Backends of the pools that wait for a lock. */
const waiting = async () =>
  (
    await database.pool.query(`select pid from pg_stat_activity
      where datname = current_database() and application_name like 'foyer%'
        and wait_event_type = 'Lock'`)
  ).rows

/** Renames an event that another transaction keeps locked, eight times at once, and gives up. */
async function giveUpBehindLock(db: Database): Promise<unknown[]> {
  const blocker = await database.pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from events where id = $1 for update', [event.eventId])
  try {
    const errors = await Promise.all(
      Array.from({ length: 8 }, () =>
        db
          .withTenant(event.tenantId, (tx) =>
            tx.updateTable('events').set({ name: 'Waiting' }).execute(),
          )
          .then(
            () => null,
            (error: unknown) => error,
          ),
      ),
    )
    return [errors, await waiting()]
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}

describe('a wait that its caller gives up', () => {
  test('has ended in PostgreSQL before, so that no backend is left waiting', () =>
    withDatabase(SHORT, async (db) => {
      const [errors, left] = await giveUpBehindLock(db)
      expect(errors).toEqual(Array(8).fill(expect.objectContaining({ code: '55P03' })))
      expect(left).toEqual([])
    }))

  test('continues in PostgreSQL if only the connection is cut (control)', { tags: ['night'] }, () =>
    withDatabase({ ...SHORT, statementMs: 0, lockMs: 0 }, async (db) => {
      const [errors, left] = await giveUpBehindLock(db)
      expect(errors).toEqual(Array(8).fill(expect.objectContaining({ message: SILENCE })))
      expect(left).toHaveLength(8)
      await until(waiting, (rows) => rows.length === 0)
    }),
  )

  test(
    'ends within seconds if the process is gone, because PostgreSQL checks its client',
    { tags: ['night'] },
    () =>
      withDatabase({ statementMs: 0, lockMs: 0, silenceMs: 500 }, async (db) => {
        const asleep = () =>
          database.pool
            .query(`select pid from pg_stat_activity where query like '%pg_sleep(60)%'
            and datname = current_database() and state = 'active' and pid <> pg_backend_pid()`)
            .then(({ rows }) => rows)
        const sleep = db.withTenant(event.tenantId, (tx) => sql`select pg_sleep(60)`.execute(tx))
        await expect(sleep).rejects.toMatchObject({ message: SILENCE })
        expect(await asleep()).toHaveLength(1)
        await until(asleep, (rows) => rows.length === 0)
      }),
  )
})

const SILENCE = expect.stringMatching(/^Connection terminated after [\d.]+ s of silence$/)

describe('a statement that takes longer than a request may wait', () => {
  const sleep = (on: Pick<Database, 'withTenant'>) =>
    on.withTenant(event.tenantId, async (tx) => {
      await sql`select pg_sleep(1.2)`.execute(tx)
      return 'done'
    })

  test('is ended for a request and finishes as long work', () =>
    withDatabase(SHORT, async (db) => {
      const [asRequest, asLongWork] = await Promise.allSettled([sleep(db), sleep(db.longWork)])
      expect(asRequest).toMatchObject({ reason: { code: '57014' } })
      expect(asLongWork).toMatchObject({ value: 'done' })
    }))

  test('sees only the rows of one tenant, as long work too', () =>
    withDatabase(SHORT, async (db) => {
      const names = (tenantId: number) =>
        db.longWork.withSnapshot(tenantId, (tx) => tx.selectFrom('events').select('id').execute())
      expect(await names(event.tenantId)).toHaveLength(1)
      expect(await names(event.tenantId + 1)).toEqual([])
    }))
})
