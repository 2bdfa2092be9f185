import {
  type BuiltEvent,
  findStockDrift,
  holdCart,
  startTestServer,
  type TestServer,
  until,
} from '@foyer/testkit'
import { sample } from '@foyer/testkit/night'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tally, times } from './support/calls.ts'

let server: TestServer
let event: BuiltEvent

beforeEach(async () => {
  server = await startTestServer({
    jobs: false,
    isOneAddressMany: true,
    bounds: { databaseGraceMs: 50 },
  })
  event = await server.build.event({ capacity: null })
})

afterEach(async () => {
  expect(await findStockDrift(server)).toEqual([])
  await server.close()
})

const hold = () => holdCart(server.browser(), event)
const ready = async () => {
  const { status, body } = await server.browser().send('GET', '/readyz')
  return { status, checks: body.checks }
}
const holdable = () => until(hold, ({ status }) => status === 201)

async function failedBatches(): Promise<number> {
  const { body } = await server.browser().send('GET', '/metrics')
  return Number(/foyer_batches_total\{result="failed"\} (\d+)/.exec(body)?.[1])
}

const lanePids = async () =>
  (
    await server.sql<{ pid: number }>(`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'foyer-lane'`)
  ).map(({ pid }) => pid)

/** Makes each insert of a hold or of a cart item fail with this SQLSTATE. */
async function failWrites(state: string): Promise<void> {
  await server.sql(`
    create function fail_write() returns trigger language plpgsql as $$
    begin
      raise exception 'could not write' using errcode = '${state}';
    end $$;
    create trigger fail_write before insert on holds execute function fail_write();
    create trigger fail_write before insert on cart_items execute function fail_write()`)
}
const mendWrites = () => server.sql('drop function fail_write cascade')

const addItem = () =>
  server.browser().send('POST', '/api/cart/items', {
    eventId: event.eventId,
    ticketTypeId: event.typeId,
    quantity: 1,
  })

describe('a database that became read-only, as after a failover', () => {
  const setReadOnly = async (isReadOnly: boolean) => {
    const [{ name } = { name: '' }] = await server.sql<{ name: string }>(
      'select current_database() as name',
    )
    await server.sql(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`)
  }

  /** Connections lead to the old server until they are replaced. */
  const endConnections = () =>
    server.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'foyer%'`)

  test('refuses holds with 503 in one batch each, and is used again once it can be written', async () => {
    await hold()
    await setReadOnly(true)
    await endConnections()
    await until(lanePids, (pids) => pids.length === 0)
    const before = await failedBatches()
    const answers = await Promise.all(times(60, hold))
    expect(tally(answers)).toEqual({ 503: 60 })
    expect(answers[0]?.body.code).toBe('busy')
    expect((await failedBatches()) - before).toBeLessThan(10)
    const { checks } = await until(ready, ({ status }) => status === 503)
    expect(checks).toMatchObject({ database: true, writable: false })

    await setReadOnly(false)
    // Connections that saw the error are closed by the server itself.
    expect((await hold()).status).toBe(201)
    await until(ready, ({ status }) => status === 200)
  })
})

describe('a server that cannot write', () => {
  const CAUSES = [
    ['a full disk', '53100'],
    ['memory that ran out', '53200'],
    ['a limit of its configuration', '53400'],
    ['an I/O error', '58030'],
  ] as const
  test.each(sample(CAUSES, CAUSES.length))(
    'because of %s reports it by 503 and /readyz, and recovers by itself',
    { tags: ['sampled'] },
    async (_, state) => {
      await holdable()
      const [pid] = await lanePids()
      await failWrites(state)
      const before = await failedBatches()
      expect(tally(await Promise.all(times(60, hold)))).toEqual({ 503: 60 })
      expect((await failedBatches()) - before).toBeLessThan(10)
      expect(await lanePids()).not.toContain(pid)
      const { checks } = await until(ready, ({ status }) => status === 503)
      expect(checks).toMatchObject({ database: true, writable: false })

      await mendWrites()
      expect((await hold()).status).toBe(201)
      expect(await ready()).toMatchObject({ status: 200, checks: { writable: true } })
    },
  )

  test('notices that the database is writable by a write of its own if no buyer tries', {
    tags: ['night'],
  }, async () => {
    await failWrites('53100')
    await hold()
    await until(ready, ({ status }) => status === 503)
    await mendWrites()
    await until(ready, ({ status }) => status === 200)
  })

  test('answers a write outside the lanes with 503 as well', async () => {
    await failWrites('53100')
    expect(await addItem()).toMatchObject({ status: 503, body: { code: 'busy' } })
    await mendWrites()
    expect((await addItem()).status).toBeLessThan(300)
  })

  test('is not assumed after an error of a row: the batch is halved until the row is alone (control)', {
    tags: ['night'],
  }, async () => {
    await failWrites('XX001')
    const before = await failedBatches()
    expect(tally(await Promise.all(times(60, hold)))).toEqual({ 503: 60 })
    expect((await failedBatches()) - before).toBeGreaterThan(60)
    expect((await ready()).status).toBe(200)
    await mendWrites()
  })
})
