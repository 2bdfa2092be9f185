/** @module-tag night */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MOMENTS } from '@foyer/server/move'
import { administer } from '@foyer/testkit/cluster'
import { rowsIn } from '@foyer/testkit/moves'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { digestIn, leftovers, type TwoCells, twoServers } from './two-cells.ts'

/** `npm run tenant -- move` on two servers of PostgreSQL, one a cell. */
// A move starts a copy of each table, and waits for what goes on around it.
vi.setConfig({ testTimeout: 240_000 })

const servers = twoServers()
let cells: TwoCells
let tenantId: number
let neighbourId: number

beforeEach(async () => {
  cells = await servers.cells()
  ;({ tenantId } = await cells.build.tenant({ slug: 'roxy', isDefault: true }))
  ;({ tenantId: neighbourId } = await cells.build.tenant({ slug: 'savoy' }))
  await cells.build.event({ tenantId, sessions: 3 })
  await cells.build.event({ tenantId: neighbourId })
})
afterEach(() => cells.close())

const cellsOf = async (pool: TwoCells['home']['pool']) =>
  (await pool.query('select tenant_id, cell from tenant_cells order by tenant_id')).rows

const moves = async () =>
  (await cells.home.pool.query('select from_cell, to_cell, step, pause_ms from tenant_moves')).rows

/** Everything as it is when the organizer is in cell north, and only there. */
async function expectMoved(digest: string): Promise<void> {
  expect(await digestIn(cells.north.pool, tenantId)).toBe(digest)
  expect(await rowsIn(cells.home.pool, tenantId)).toBe(0)
  expect(await cellsOf(cells.home.pool)).toEqual([{ tenant_id: tenantId, cell: 'north' }])
  expect(await cellsOf(cells.north.pool)).toEqual([])
  expect(await leftovers(cells)).toEqual([])
}

/** Everything as it was before the move. */
async function expectAtHome(digest: string): Promise<void> {
  expect(await digestIn(cells.home.pool, tenantId)).toBe(digest)
  expect(await rowsIn(cells.north.pool, tenantId)).toBe(0)
  expect(await cellsOf(cells.home.pool)).toEqual([])
  expect(await cellsOf(cells.north.pool)).toEqual([])
  expect(await leftovers(cells)).toEqual([])
}

/** Runs the command until the moment, at which it is killed. */
async function moveUntil(moment: string): Promise<void> {
  const program = fileURLToPath(new URL('./move-until.ts', import.meta.url))
  const order = JSON.stringify(['roxy', 'north', moment, [...cells.cells]])
  const child = spawn(process.execPath, [program, order], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const [, signal] = await once(child, 'exit')
  expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' })
}

describe('moving an organizer', () => {
  test('takes all of its rows to the other cell and back, and none of its neighbour', async () => {
    const digest = await digestIn(cells.home.pool, tenantId)
    const neighbour = await digestIn(cells.home.pool, neighbourId)
    const moved = await cells.move()
    expect(moved).toMatchObject({ from: 'home', to: 'north' })
    await expectMoved(digest)
    expect(await rowsIn(cells.north.pool, neighbourId)).toBe(0)

    expect(await cells.move({ to: 'home' })).toMatchObject({ from: 'north', to: 'home' })
    expect(await digestIn(cells.home.pool, tenantId)).toBe(digest)
    expect(await digestIn(cells.home.pool, neighbourId)).toBe(neighbour)
    expect(await rowsIn(cells.north.pool, tenantId)).toBe(0)
    expect(await cellsOf(cells.home.pool)).toEqual([])
    // A process that still believes it to be there is refused.
    expect(await cellsOf(cells.north.pool)).toEqual([{ tenant_id: tenantId, cell: 'home' }])
    expect(await leftovers(cells)).toEqual([])
    const { rows } = await cells.north.pool.query('select slug from tenants')
    expect(rows).toEqual([])
    expect(await moves()).toMatchObject([
      { from_cell: 'home', to_cell: 'north', step: 'done' },
      { from_cell: 'north', to_cell: 'home', step: 'done' },
    ])
    for (const { pause_ms } of await moves()) expect(pause_ms).toBeLessThan(2000)
  })

  test('goes between two cells of which neither is the home cell', async () => {
    const name = new URL(cells.home.url).pathname.slice(1)
    await administer(cells.home.url, `create database ${name}_south template template`)
    const url = new URL(cells.home.url)
    url.pathname = `${name}_south`
    cells.cells.set('south', url.href)
    const digest = await digestIn(cells.home.pool, tenantId)
    await cells.move()
    expect(await cells.move({ to: 'south' })).toMatchObject({ from: 'north', to: 'south' })

    const south = new pg.Pool({ connectionString: url.href })
    expect(await digestIn(south, tenantId)).toBe(digest)
    expect((await south.query('select slug from tenants')).rows).toEqual([{ slug: 'roxy' }])
    expect((await south.query('select * from tenant_cells')).rows).toEqual([])
    await south.end()
    expect(await rowsIn(cells.north.pool, tenantId)).toBe(0)
    expect((await cells.north.pool.query('select slug from tenants')).rows).toEqual([])
    // The directory, and the refusal of the cell that it left.
    const elsewhere = [{ tenant_id: tenantId, cell: 'south' }]
    expect(await cellsOf(cells.home.pool)).toEqual(elsewhere)
    expect(await cellsOf(cells.north.pool)).toEqual(elsewhere)
    expect(await leftovers(cells)).toEqual([])
  })

  test('takes its test shop with it, which cannot be moved by itself', async () => {
    const shop = await cells.build.tenant({ slug: 'roxy-test' })
    await cells.home.pool.query('update tenants set test_of = $1 where tenant_id = $2', [
      tenantId,
      shop.tenantId,
    ])
    await expect(cells.move({ slug: 'roxy-test' })).rejects.toThrow(
      "'roxy-test' is the test shop of roxy, and moves with it.",
    )
    await cells.build.event({ tenantId: shop.tenantId })
    const digest = await digestIn(cells.home.pool, shop.tenantId)
    await cells.move()
    expect(await digestIn(cells.north.pool, shop.tenantId)).toBe(digest)
    expect(await rowsIn(cells.home.pool, shop.tenantId)).toBe(0)
  })

  test('numbers rows of the other cell after those that were copied', async () => {
    const sequences = `select sequencename, last_value::integer as last from pg_sequences where last_value is not null`
    await cells.home.pool.query(`select setval('stock_ledger_id_seq', 5000)`)
    await cells.north.pool.query(`select setval('money_ledger_id_seq', 9000)`)
    await cells.move()
    const { rows } = await cells.north.pool.query(sequences)
    expect(rows).toEqual(
      expect.arrayContaining([
        { sequencename: 'stock_ledger_id_seq', last: 5000 },
        { sequencename: 'money_ledger_id_seq', last: 9000 },
      ]),
    )
  })

  test('hands over what the payment provider reported and the old cell has not worked off', async () => {
    const report = (id: string, intentId: string, state: string) =>
      cells.home.pool.query(
        `insert into provider_events (id, type, intent_id, state) values ($1, 'charge.refunded', $2, $3)`,
        [id, intentId, state],
      )
    await cells.home.pool.query(
      `insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, quote, hold_ids, state, intent_id)
       select tenant_id, gen_random_uuid(), gen_random_uuid(), id, 3000, 'usd', '{}', '{}', 'canceled', 'pi_' || tenant_id
       from events`,
    )
    await report('evt_open', `pi_${tenantId}`, 'queued')
    await report('evt_refused', `pi_${tenantId}`, 'ignored')
    await report('evt_of_neighbour', `pi_${neighbourId}`, 'queued')
    await cells.north.pool.query(
      `update provider_watermarks set reached_at = now(), claimed_until = now() + interval '5 minutes'`,
    )
    await cells.move()

    const reports = async ({ pool }: TwoCells['home']) =>
      (await pool.query('select id, state from provider_events order by id')).rows
    expect(await reports(cells.north)).toEqual([
      { id: 'evt_open', state: 'queued' },
      { id: 'evt_refused', state: 'queued' },
    ])
    expect(await reports(cells.home)).toEqual([
      { id: 'evt_of_neighbour', state: 'queued' },
      { id: 'evt_open', state: 'ignored' },
      { id: 'evt_refused', state: 'ignored' },
    ])
    const { rows } = await cells.north.pool.query(
      `select bool_and(reached_at < now() - interval '59 minutes' and claimed_until = '-infinity') as again
       from provider_watermarks`,
    )
    expect(rows).toEqual([{ again: true }])
  })
})

describe('a command that is killed', () => {
  test('at each moment of a move in turn is finished by running it again', async () => {
    const digest = await digestIn(cells.home.pool, tenantId)
    for (const moment of Object.keys(MOMENTS)) await moveUntil(moment)
    expect(await cells.move()).toMatchObject({ from: 'home', to: 'north' })
    await expectMoved(digest)
    expect(await moves()).toMatchObject([{ step: 'done' }])
  })

  test.each(['reserved', 'subscribed', 'fenced', 'replayed'])(
    'at the moment %s is rolled back with --undo',
    async (moment) => {
      const digest = await digestIn(cells.home.pool, tenantId)
      await moveUntil(moment)
      await cells.move({ to: null, isUndo: true })
      await expectAtHome(digest)
      expect(await moves()).toMatchObject([{ step: 'undone' }])
    },
  )

  test('after the switch is not rolled back, because the organizer sells in the other cell', async () => {
    await moveUntil('resumed')
    await expect(cells.move({ to: null, isUndo: true })).rejects.toThrow(
      'roxy sells in cell north already, so its move can only be finished: run it again without --undo.',
    )
    await cells.move({ to: null })
    expect(await moves()).toMatchObject([{ step: 'done' }])
  })

  test('and whose log of changes was lost in a failover copies everything again', async () => {
    const digest = await digestIn(cells.home.pool, tenantId)
    await moveUntil('fenced')
    await cells.home.pool.query(
      `select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`,
    )
    await expect
      .poll(() =>
        cells.home.pool
          .query(
            `select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database()`,
          )
          .then(({ rowCount }) => rowCount, String),
      )
      .toBe(1)
    await cells.move()
    await expectMoved(digest)
  })
})
