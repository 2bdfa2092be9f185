/** @module-tag night */
import { readdirSync } from 'node:fs'
import type { TestDatabase } from '@foyer/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openReleased } from '../test-support/apply-migrations.ts'
import { lostRows, readTables } from '../test-support/tables.ts'
import { migrate } from './migrate.ts'

/** The migrations of the first release end with number 0010. */
const FIRST = readdirSync(new URL('../migrations/', import.meta.url)).filter(
  (name) => name.endsWith('.sql') && name < '0011',
)
/** Columns that later migrations changed or dropped on purpose. */
const CHANGED: readonly string[] = ['orders.moved_at', 'orders.payment_id']

const ORDER = '40000000-0000-4000-8000-000000000001'
const TYPE = '22000000-0000-4000-8000-000000000001'

describe('a database of the first release', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openReleased(FIRST, 'rows-of-0010.sql')
  })
  afterEach(() => database.drop())

  test('is brought up to date, and keeps every row', async () => {
    const before = await readTables(database.pool)
    await migrate(database.url, { contract: true })
    expect(lostRows(before, await readTables(database.pool), CHANGED)).toEqual([])
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
})
