import { type BuiltEvent, startTestServer, type TestServer, until } from '@foyer/testkit'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { ROLLUP_LOCK } from '../src/engine/rollups/rollup-sql.ts'
import { times } from './support/calls.ts'

const SHORT = { statementMs: 800, lockMs: 300, silenceMs: 1000 }

let server: TestServer
let elsewhere: pg.Client

/** A server whose rollups another process has locked. */
async function startBehindLock(databaseTimeouts: typeof SHORT): Promise<BuiltEvent> {
  server = await startTestServer({ jobs: false, bounds: { databaseTimeouts } })
  const event = await server.build.event()
  elsewhere = new pg.Client({ connectionString: server.databaseUrl })
  await elsewhere.connect()
  await elsewhere.query('begin')
  await elsewhere.query('select pg_advisory_xact_lock($1, $2)', [ROLLUP_LOCK, event.tenantId])
  return event
}

afterEach(async () => {
  await elsewhere.end()
  await server.close()
})

const waiting = () =>
  server.sql(`select pid from pg_stat_activity where datname = current_database()
    and application_name = 'foyer' and wait_event_type = 'Lock'`)

/**
 * Sends calls that need the rollups of eight events, so that each waits for a comparison of its
 * own.
 */
async function callAndGiveUp(first: BuiltEvent): Promise<number[]> {
  const events = [first, ...(await Promise.all(times(7, () => server.build.event())))]
  const answers = await Promise.all(
    events.map(({ eventId }) => server.browser().send('GET', `/api/pricing/calendar/${eventId}`)),
  )
  return answers.map((answer) => answer.status)
}

describe('requests that gave up behind a lock held elsewhere', () => {
  test('get 503, leave no backend waiting, and succeed once the lock is free', async () => {
    const event = await startBehindLock(SHORT)
    expect(await callAndGiveUp(event)).toEqual(Array(8).fill(503))
    expect(await waiting()).toEqual([])
    await elsewhere.query('rollback')
    const again = await server.browser().send('GET', `/api/pricing/calendar/${event.eventId}`)
    expect(again.status).toBe(200)
  })

  test('leave a waiting backend each if PostgreSQL has no time-out (control)', {
    tags: ['night'],
  }, async () => {
    const event = await startBehindLock({ ...SHORT, statementMs: 0, lockMs: 0 })
    expect(await callAndGiveUp(event)).toEqual(Array(8).fill(503))
    expect(await waiting()).toHaveLength(8)
    await until(waiting, (rows) => rows.length === 0)
  })
})
