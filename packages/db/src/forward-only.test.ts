import { readFile } from 'node:fs/promises'
import { Builder, createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { breaches, currentHashes, releasedHashes } from '../scripts/release-schema.ts'
import { applyMigrations } from '../test-support/apply-migrations.ts'
import { migrate, pendingMigrations } from './migrate.ts'

describe('the released migrations', () => {
  test('are neither edited nor removed, and new ones come after them', async () => {
    expect(breaches(await releasedHashes(), await currentHashes())).toEqual([])
  })

  test('are reported in a sentence if one was edited or removed, or a new one comes before them', () => {
    const released = { '0001_one.sql': 'a', '0002_two.sql': 'b', '0004_four.sql': 'd' }
    const current = { '0001_one.sql': 'a', '0002_two.sql': 'c', '0003_three.sql': 'e' }
    expect(breaches(released, { ...current, '0005_five.sql': 'f' })).toEqual([
      'The released migration 0002_two.sql was edited. Databases have run it as it was: restore it and add a new file.',
      'The released migration 0004_four.sql was removed. Databases have run it as it was: restore it and add a new file.',
      'The new migration 0003_three.sql must have a higher number than the released 0004_four.sql.',
    ])
  })
})

/** Columns that a later migration changes or drops on purpose, as 'table.column'. */
const CHANGED: readonly string[] = ['orders.moved_at', 'orders.payment_id']

const ORDER = '40000000-0000-4000-8000-000000000001'
const TYPE = '22000000-0000-4000-8000-000000000001'

type Row = Record<string, unknown>

describe('a database of the last release', () => {
  let database: TestDatabase
  let before: Map<string, Row[]>
  beforeEach(async () => {
    database = await createTestDatabase({ isEmpty: true })
    await applyMigrations(database.pool, Object.keys(await releasedHashes()).sort())
    // The builders insert into the newest schema. A released one needs fixed rows.
    await database.pool.query(
      await readFile(new URL('../released/rows.sql', import.meta.url), 'utf8'),
    )
    before = await readTables()
  })
  afterEach(() => database.drop())

  const readTables = async (): Promise<Map<string, Row[]>> => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select tablename as name from pg_tables
       where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    )
    const tables = new Map<string, Row[]>()
    for (const { name } of rows) {
      const { rows: found } = await database.pool.query<{ row: Row }>(
        `select to_jsonb(t) as row from ${name} t`,
      )
      tables.set(
        name,
        found.map(({ row }) => row),
      )
    }
    return tables
  }

  /** The rows that have no equal afterwards; added columns are ignored. */
  const lostRows = (after: Map<string, Row[]>): string[] =>
    [...before].flatMap(([table, rows]) => {
      const isEqual = (row: Row, found: Row) =>
        Object.entries(row).every(
          ([column, value]) =>
            CHANGED.includes(`${table}.${column}`) ||
            JSON.stringify(found[column]) === JSON.stringify(value),
        )
      return rows
        .filter((row) => !after.get(table)?.some((found) => isEqual(row, found)))
        .map((row) => `${table}: ${JSON.stringify(row)}`)
    })

  test('has rows in every table, so that each new migration is tested with some', () => {
    expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([])
  })

  test('is brought up to date, and keeps every row', async () => {
    const pending = await pendingMigrations(database.pool)
    expect((await migrate(database.url)).applied).toEqual(pending)
    expect(await pendingMigrations(database.pool)).toEqual([])
    expect(lostRows(await readTables())).toEqual([])
  })

  test("has 'exchange' where it had 'move', for every tenant", async () => {
    await database.pool.query(`
      update holds set state = 'moved' where state = 'sold';
      insert into stock_ledger (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta, hold_ids)
        select tenant_id, session_id, ticket_type_id, 'move', 0, -quantity, array[id] from holds
        where state = 'moved';
      update stock_ledger_sums set kind = 'move';
      update tickets set session_id = gen_random_uuid() where number = 2`)
    const ofKind = async () => {
      const { rows } = await database.pool.query<{ name: string; count: number }>(`
        select name, count(*)::integer as count from (
          select 'hold ' || state as name from holds where state in ('moved', 'exchanged')
          union all select 'ledger ' || kind from stock_ledger where kind in ('move', 'exchange')
          union all select 'sums ' || kind from stock_ledger_sums where kind in ('move', 'exchange')
          union all select 'ticket ' || kind from ticket_events where kind in ('moved', 'exchanged')
        ) found group by name order by name`)
      return rows.map(({ name, count }) => `${count} ${name}`)
    }
    const found = await ofKind()
    expect(found).toEqual(['1 hold moved', '1 ledger move', '1 sums move', '1 ticket moved'])
    await migrate(database.url)
    expect(await ofKind()).toEqual(
      found.map((text) => text.replace(/move(d?)$/, (_, end) => `exchange${end}`)),
    )
  })

  test('has the payment of an order as its charge, and the amounts of its tickets', async () => {
    const line = { kind: 'ticket', id: TYPE, name: 'Adult', quantity: 3, unitPriceMinor: 2000 }
    const quote = { totalMinor: 6150, lines: [{ ...line, discountMinor: 100, feeMinor: 250 }] }
    await database.pool.query('update orders set quote = $1', [quote])
    await migrate(database.url)
    const { rows: charges } = await database.pool.query(
      'select order_id from payments where order_id is not null',
    )
    expect(charges).toEqual([{ order_id: ORDER }])
    const { rows: tickets } = await database.pool.query(
      'select number, discount_minor, fee_minor from tickets order by number',
    )
    expect(tickets).toEqual([
      { number: 1, discount_minor: 33, fee_minor: 83 },
      { number: 2, discount_minor: 33, fee_minor: 83 },
      { number: 3, discount_minor: 34, fee_minor: 84 },
    ])
    // 6150 charged, 2000 refunded; two tickets are left at 2050 each.
    const { rows: changes } = await database.pool.query(
      'select kind, refund_minor, kept_minor from order_changes',
    )
    expect(changes).toEqual([{ kind: 'correction', refund_minor: 2000, kept_minor: 50 }])
  })

  test('accepts what the builders write once it is up to date', async () => {
    await migrate(database.url)
    const build = new Builder(database.pool)
    await build.event({ tenantId: 7, addOns: [{ priceMinor: 500, capacity: 3 }] })
    await build.coupon({ tenantId: 7 })
    const after = await readTables()
    for (const table of ['events', 'event_listings', 'stock', 'coupon_codes']) {
      expect(after.get(table)?.length).toBeGreaterThan(before.get(table)?.length ?? 0)
    }
  })

  test('shows a row that a migration deletes or changes (control)', async () => {
    await database.pool.query(`delete from order_items; update orders set total_minor = 1;
      alter table events add column added text`)
    const lost = lostRows(await readTables())
    expect(lost.map((row) => row.split(':')[0])).toEqual(['order_items', 'orders'])
  })
})
