/** @module-tag night */
import { randomUUID } from 'node:crypto'
import { Builder, type BuiltEvent, holdCart, startInProcess, until } from '@foyer/testkit'
import { type Replicated, startReplicated } from '@foyer/testkit/replicated'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSwitchablePort, type SwitchablePort } from './support/switchable-port.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let database: Replicated
let port: SwitchablePort
let server: Awaited<ReturnType<typeof startInProcess>>
let event: BuiltEvent

beforeEach(async () => {
  database = await startReplicated()
  port = await openSwitchablePort(database.url)
  const name = new URL(database.url).pathname.slice(1)
  // Servers of tests run without it.
  await database.pool.query(`alter database ${name} set synchronous_commit = on`)
  const build = new Builder(database.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  event = await build.event({ capacity: null })
  server = await startInProcess(
    { url: port.urlFor(database.url), role: database.role },
    { jobs: false, isOneAddressMany: true },
  )
})

afterEach(async () => {
  await server.close()
  port.close()
  await database.close()
})

/** Commits wait for this replica from now on; there is none of this name unless it is ''. */
async function confirmBy(name: string): Promise<void> {
  await database.pool.query(`alter system set synchronous_standby_names = '${name}'`)
  await database.pool.query('select pg_reload_conf()')
  await until(
    () => database.pool.query('show synchronous_standby_names').then(({ rows }) => rows[0]),
    (row) => row?.synchronous_standby_names === name,
  )
}

/** The sessions of lanes whose commit waits for a replica. */
const waiting = async () =>
  (
    await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'foyer-lane' and wait_event = 'SyncRep'`,
    )
  ).rows.map(({ pid }) => pid)
const untilWaiting = (areRight = (pids: number[]) => pids.length > 0) => until(waiting, areRight)

/** Starts a call, and says whether it was answered. */
function inProgress<T>(call: Promise<T>) {
  const state = { call, isAnswered: false }
  call.then(() => {
    state.isAnswered = true
  })
  return state
}

async function failOver(): Promise<void> {
  await database.standby.query('select pg_promote()')
  port.leadTo(database.replicaUrl)
}

const holdsOn = async (pool: Replicated['pool']) =>
  Number((await pool.query('select count(*) from holds')).rows[0].count)

describe('a commit that was sent when the primary was lost', () => {
  test('is found on the new primary if that has it, and its caller is answered', async () => {
    await confirmBy('nobody')
    const held = holdCart(server.browser(), event)
    await untilWaiting()
    await database.caughtUp()
    await failOver()
    expect((await held).status).toBe(201)
    expect(await holdsOn(database.standby)).toBe(1)
  })

  test('is refused if the new primary never had it, and a retry is granted once', async () => {
    await database.caughtUp()
    await database.standby.query(`alter system set primary_conninfo = ''`)
    await database.standby.query('select pg_reload_conf()')
    await until(
      () => database.pool.query('select count(*)::integer as count from pg_stat_replication'),
      ({ rows }) => rows[0].count === 0,
    )
    await confirmBy('nobody')
    const browser = server.browser()
    const held = holdCart(browser, event)
    await untilWaiting()
    await failOver()
    const { status, body, headers } = await held
    expect([status, body.code]).toEqual([503, 'busy'])
    expect(headers.get('retry-after')).toBe('1')
    expect(await holdsOn(database.standby)).toBe(0)
    expect(
      (
        await until(
          () => holdCart(browser, event),
          (again) => again.status === 201,
        )
      ).status,
    ).toBe(201)
    expect(await holdsOn(database.standby)).toBe(1)
  })
})

describe('a hold that is committed on the primary alone', () => {
  const endSessions = (pids: readonly number[]) =>
    database.pool.query('select pg_terminate_backend(pid) from unnest($1::integer[]) as pid', [
      pids,
    ])

  test('is not acknowledged before a replica has it, although the primary shows it', async () => {
    await confirmBy('nobody')
    const held = inProgress(holdCart(server.browser(), event))
    const first = await untilWaiting()
    // Its session ends, so its row is visible, and the server looks for it.
    await endSessions(first)
    await untilWaiting((pids) => pids.some((pid) => !first.includes(pid)))
    expect(await holdsOn(database.pool)).toBe(1)
    expect(held.isAnswered).toBe(false)
    await confirmBy('')
    expect((await held.call).status).toBe(201)
  })

  test('is not acknowledged to a repeated request either', async () => {
    const browser = server.browser()
    // The key is bound to its browser, which has its cookie from another call.
    await browser.send('POST', '/api/cart/items', {
      eventId: event.eventId,
      ticketTypeId: event.typeId,
      quantity: 1,
    })
    await confirmBy('nobody')
    const key = { 'idempotency-key': randomUUID() }
    const line = {
      cartId: '12345',
      sessionId: event.sessionId,
      ticketTypeId: event.typeId,
      quantity: 1,
    }
    const hold = () => browser.send('POST', '/api/checkout/holds', line, key)
    const held = inProgress(hold())
    const first = await untilWaiting()
    await endSessions(first)
    const second = await untilWaiting((pids) => pids.some((pid) => !first.includes(pid)))
    // The server that looked for it is cut off as well: only a repeated request asks now.
    await endSessions(second)
    const again = inProgress(hold())
    await untilWaiting((pids) => pids.some((pid) => ![...first, ...second].includes(pid)))
    expect([held.isAnswered, again.isAnswered]).toEqual([false, false])
    await confirmBy('')
    expect((await again.call).status).toBe(201)
    expect(await holdsOn(database.pool)).toBe(1)
  })
})
