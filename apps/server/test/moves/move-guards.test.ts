/** @module-tag night */
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { rowsIn } from '@foyer/testkit/moves'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { moveTenant } from '../../src/cells/move/index.ts'
import { digestIn, leftovers, type TwoCells, twoServers } from './two-cells.ts'

/** What a move refuses, in a sentence, before anything is changed. */
// A move starts a copy of each table, and waits for what goes on around it.
vi.setConfig({ testTimeout: 240_000 })

const servers = twoServers()
let cells: TwoCells
let tenantId: number
let digest: string

beforeEach(async () => {
  cells = await servers.cells()
  ;({ tenantId } = await cells.build.tenant({ slug: 'roxy', isDefault: true }))
  await cells.build.event({ tenantId })
  digest = await digestIn(cells.home.pool, tenantId)
})
afterEach(() => cells.close())

async function expectUnchanged(): Promise<void> {
  const changes = `select (select count(*)::integer from tenant_cells) as cells,
    (select count(*)::integer from tenant_moves where ended_at is null) as moves`
  for (const { pool } of [cells.home, cells.north]) {
    expect((await pool.query(changes)).rows).toEqual([{ cells: 0, moves: 0 }])
  }
  expect(await leftovers(cells)).toEqual([])
  expect(await digestIn(cells.home.pool, tenantId)).toBe(digest)
  expect(await rowsIn(cells.north.pool, tenantId)).toBe(0)
}

const without = (pool: pg.Pool) =>
  pool.query(`delete from schema_migrations where name = (select max(name) from schema_migrations)`)

/** What makes the move impossible, and the sentence about it. */
const REFUSED: readonly [string, () => Promise<unknown>, RegExp][] = [
  [
    'a cell that CELLS does not have',
    () => cells.move({ to: 'south' }),
    /^CELLS has no cell 'south', only home, north\.$/,
  ],
  [
    'an organizer that does not exist',
    () => cells.move({ slug: 'nobody' }),
    /^There is no organizer 'nobody'\.$/,
  ],
  [
    'the cell that the organizer is in',
    () => cells.move({ to: 'home' }),
    /^roxy is in cell home already\.$/,
  ],
  [
    'a rollback of no move',
    () => cells.move({ to: null, isUndo: true }),
    /^No move of roxy is under way: it is in cell home\.$/,
  ],
  [
    'a cell that does not answer',
    async () => {
      cells.cells.set('north', 'postgres://foyer:secret@127.0.0.1:1/postgres')
      await cells.move()
    },
    /^Cell north does not answer: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  ],
  [
    'a cell of another release',
    async () => {
      await without(cells.north.pool)
      await cells.move()
    },
    /^Cells home and north are not of one release: home has the migrations up to \d{4}_\w+\.sql, north those up to \d{4}_\w+\.sql\. Start this release on both first\.$/,
  ],
  [
    'clocks that are ten minutes apart',
    async () => {
      await cells.north.pool.query(
        `create schema skewed;
         create function skewed.clock_timestamp() returns timestamptz language sql volatile
           return pg_catalog.clock_timestamp() + interval '10 minutes';
         do $$ begin execute format('alter database %I set search_path = skewed, pg_catalog, public', current_database()); end $$`,
      )
      await cells.move()
    },
    /^The clocks of cells home and north are 600 s apart, and holds would end too early or too late: set both by a time server first\.$/,
  ],
  [
    'an account that may not replicate',
    async () => {
      await cells.north.pool.query(
        `drop role if exists plain; create role plain login password 'plain'; grant pg_read_all_data to plain`,
      )
      const url = new URL(cells.north.url)
      url.username = url.password = 'plain'
      cells.cells.set('north', url.href)
      await cells.move()
    },
    /^The account of cell north may not subscribe: name an account for it in CELLS_ADMIN_URLS \(north=postgres:\/\/…\) that is a superuser, or has the rights of docs\/operations\.md\.$/,
  ],
  [
    'books that do not agree before the move',
    async () => {
      await cells.home.pool.query('update stock set held = held + 1')
      digest = await digestIn(cells.home.pool, tenantId)
      await cells.move()
    },
    /^The books of roxy do not agree in cell home, so nobody could tell whether the move changed them\. Settle that first \(npm run audit\):\naudit, /,
  ],
]

describe('a move is refused', () => {
  test.each(REFUSED)('with a sentence that names %s', async (_, move, sentence) => {
    await expect(move()).rejects.toThrow(sentence)
    await expectUnchanged()
  })

  test('if the other cell has rows of the organizer, which stay as they are', async () => {
    await cells.north.pool.query(
      `insert into tenants (tenant_id, slug, name, hue, support_email) values ($1, 'other', 'Other', 1, 'o@example.com')`,
      [tenantId],
    )
    await expect(cells.move()).rejects.toThrow(
      'Cell north has rows of roxy already (in tenants), of an earlier move or of another organizer with its id. Nothing is copied over them.',
    )
    await expectUnchanged()
  })

  test('while another command moves the organizer, and to a third cell until that has ended', async () => {
    cells.cells.set('south', cells.north.url)
    let second: Promise<unknown> | undefined
    const stop = new AbortController()
    const first = moveTenant(
      { slug: 'roxy', to: 'north' },
      {
        cells: cells.cells,
        signal: stop.signal,
        report: (moment) => {
          if (moment !== 'subscribed') return
          second = cells
            .move()
            .catch((error: Error) => error.message)
            .finally(() => stop.abort(new Error('The command was interrupted.')))
        },
      },
    )
    await expect(first).rejects.toThrow('The command was interrupted.')
    expect(await second).toBe('Another command is moving roxy at this moment.')
    await expect(cells.move({ to: 'south' })).rejects.toThrow(
      'roxy is being moved to cell north: finish that with --to north, or roll it back with --undo.',
    )
    await cells.move({ to: null, isUndo: true })
    await expectUnchanged()
  })
})

describe('a cell whose PostgreSQL writes no logical log', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
    await database.pool.query(
      `insert into tenants (slug, name, hue, support_email) values ('roxy', 'Roxy', 1, 'r@example.com')`,
    )
  })
  afterEach(() => database.drop())

  test('is named, with the setting that it lacks', async () => {
    cells.cells.set('home', database.url)
    await expect(cells.move()).rejects.toThrow(
      'Cell home writes no logical log (wal_level is replica): set wal_level = logical there and restart its PostgreSQL.',
    )
    const { rows } = await database.pool.query('select from tenant_moves')
    expect(rows).toEqual([])
  })
})

describe('a pause', () => {
  const LONG_OPEN = { quietMs: 1, patienceMs: 300 }

  test('does not begin while a transaction is open that it would have to wait for', async () => {
    const reader = await cells.home.pool.connect()
    await reader.query('begin; select from tenants')
    await expect(cells.move({}, LONG_OPEN)).rejects.toThrow(
      /^There was no moment for a pause: a transaction of .* has been open for [\d.]+ s\. The organizer sells as before\.$/,
    )
    const { rows } = await cells.home.pool.query('select from tenant_cells')
    expect(rows).toEqual([])
    await reader.query('rollback')
    reader.release()
    await cells.move()
    expect(await digestIn(cells.north.pool, tenantId)).toBe(digest)
  })

  test('ends before it gets too long, and the organizer sells until the next one', async () => {
    const writer = await cells.home.pool.connect()
    await writer.query('begin; select from tenants')
    const said: string[] = []
    const pauses: boolean[] = []
    const moved = moveTenant(
      { slug: 'roxy', to: 'north' },
      {
        cells: cells.cells,
        limits: { quietMs: 600_000, drainMs: 50 },
        report: (moment, detail = '') => {
          if (moment !== 'waiting') return
          said.push(detail)
          if (!detail.startsWith('The pause was ended')) return
          const { pool } = cells.home
          void pool.query('select from tenant_cells').then(({ rows }) => {
            pauses.push(rows.length > 0)
            return writer.query('commit').then(() => writer.release())
          })
        },
      },
    )
    await moved
    expect(said).toEqual([
      'The pause was ended: 1 of its transactions that had begun before it did not end. Trying again.',
    ])
    expect(pauses).toEqual([false])
    expect(await digestIn(cells.north.pool, tenantId)).toBe(digest)
  })

  test('waits for what was committed last, also where commits do not wait for the log to be written', async () => {
    const { pool } = cells.home
    const writer = await pool.connect()
    await writer.query('begin; select from tenants')
    let committed: Promise<unknown> | null = null
    try {
      await moveTenant(
        { slug: 'roxy', to: 'north' },
        {
          cells: cells.cells,
          limits: { quietMs: 600_000 },
          report: (moment) => {
            // From here on only a commit that waits writes the log.
            if (moment === 'copied') void setting(pool, `set wal_writer_delay = '10s'`)
            if (moment !== 'fenced') return
            committed = writer.query(
              `set local synchronous_commit = off;
               update events set name = 'Sold at last' where tenant_id = ${tenantId}; commit`,
            )
          },
        },
      )
    } finally {
      writer.release(true)
      await setting(pool, 'reset wal_writer_delay')
    }
    await committed
    const { rows } = await cells.north.pool.query('select name from events')
    expect(rows).toEqual([{ name: 'Sold at last' }])
  })
})

/** Changes a setting of the whole server. */
async function setting(pool: pg.Pool, change: string): Promise<void> {
  await pool.query(`alter system ${change}`)
  await pool.query('select pg_reload_conf()')
}
