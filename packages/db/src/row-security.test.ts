import { Builder, createTestDatabase, inTenant, type TestDatabase } from '@foyer/testkit'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, inTenantWithin, openDatabase } from './database.ts'

let database: TestDatabase
let owner: pg.Pool
let db: Database
let tables: string[]
let mine: { tenantId: number; eventId: string; sessionId: string; typeId: string }
let theirs: { tenantId: number; eventId: string; sessionId: string; typeId: string }

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.pool
  db = openDatabase({ url: database.url, role: database.role })
  const builder = new Builder(owner)
  const plan = {
    fee: { flatMinor: 100 },
    addOns: [{ priceMinor: 100 }],
    types: [{ dynamicMinor: 9 }],
  }
  mine = await builder.event({ ...plan, tenantId: (await builder.tenant()).tenantId })
  theirs = await builder.event({ ...plan, tenantId: (await builder.tenant()).tenantId })
  const { rows } = await owner.query(`
    select t.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_name <> 'tenants'`)
  tables = rows.map((row) => row.name)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** The SQLSTATE with which a statement is refused; null if it is not. */
const refusalOf = async (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
  )
const ROW_SECURITY = '42501'

const venueOf = (tenantId: number) =>
  `insert into venues (tenant_id, id, name, timezone) values (${tenantId}, gen_random_uuid(), 'x', 'UTC')`

describe('without a tenant', () => {
  test('no table and no view shows a single row', async () => {
    expect(tables).toEqual(expect.arrayContaining(['events', 'holds', 'orders', 'live_stock']))
    for (const table of tables) {
      const { rows } = await db.pool.query(`select count(*)::integer as count from ${table}`)
      expect([table, rows[0].count]).toEqual([table, 0])
    }
    const seen = await owner.query('select count(*)::integer as count from events')
    expect(seen.rows[0].count).toBe(2)
  })

  test('nothing can be written for any tenant', async () => {
    expect(await refusalOf(db.pool.query(venueOf(mine.tenantId)))).toBe(ROW_SECURITY)
    const { rowCount } = await db.pool.query('update events set name = $1', ['taken over'])
    expect(rowCount).toBe(0)
  })

  test('a connection that served a tenant no longer shows its rows', async () => {
    const one = openDatabase({ url: database.url, role: database.role, maxConnections: 1 })
    await one.withTenant(mine.tenantId, (tx) => tx.selectFrom('events').select('id').execute())
    await inTenant(one, mine.tenantId, (client) => client.query('select 1'))
    const { rows } = await one.pool.query('select count(*)::integer as count from events')
    expect(rows[0].count).toBe(0)
    await one.close()
  })
})

describe('within a tenant', () => {
  test('only its own rows exist, in every table', async () => {
    await inTenant(db, mine.tenantId, async (client) => {
      for (const table of tables) {
        const { rows } = await client.query(`select distinct tenant_id from ${table}`)
        expect([table, rows]).toEqual([
          table,
          rows.length > 0 ? [{ tenant_id: mine.tenantId }] : [],
        ])
      }
      const { rows } = await client.query('select 1 from stock where session_id = $1', [
        theirs.sessionId,
      ])
      expect(rows).toEqual([])
    })
  })

  test("another tenant's rows can be neither changed nor deleted nor locked", async () => {
    await inTenant(db, mine.tenantId, async (client) => {
      const change = await client.query('update events set name = $1 where id = $2', [
        'taken over',
        theirs.eventId,
      ])
      const removal = await client.query('delete from stock where session_id = $1', [
        theirs.sessionId,
      ])
      const lock = await client.query('select 1 from stock where session_id = $1 for update', [
        theirs.sessionId,
      ])
      expect([change.rowCount, removal.rowCount, lock.rowCount]).toEqual([0, 0, 0])
    })
  })

  test('no row can be written for, or moved to, another tenant', async () => {
    const asMe = (statement: string) =>
      refusalOf(inTenant(db, mine.tenantId, (client) => client.query(statement)))
    expect(await asMe(venueOf(theirs.tenantId))).toBe(ROW_SECURITY)
    expect(await asMe(`update venues set tenant_id = ${theirs.tenantId}`)).toBe(ROW_SECURITY)
    expect(await asMe(venueOf(mine.tenantId))).toBeNull()
  })

  test("no row can point at another tenant's", async () => {
    const price = `insert into session_prices (tenant_id, session_id, ticket_type_id, price_minor)
      values (${mine.tenantId}, '${theirs.sessionId}', '${mine.typeId}', 5)`
    const refusal = refusalOf(inTenant(db, mine.tenantId, (client) => client.query(price)))
    expect(await refusal).toBe('23503')
  })
})

describe('the role of the application', () => {
  const asApp = (statement: string) =>
    refusalOf(inTenant(db, mine.tenantId, (client) => client.query(statement)))

  test.each([
    [
      'make a tenant',
      `insert into tenants (slug, name, hue, support_email) values ('x', 'x', 1, '')`,
    ],
    ['change one', `update tenants set name = 'x'`],
    ['remove one', 'delete from tenants'],
    ['take a domain', `insert into tenant_domains (tenant_id, host) values (1, 'a.example')`],
    ['give a domain away', 'update tenant_domains set tenant_id = 1'],
    ['rewrite the ledger', 'update stock_ledger set held_delta = 0'],
    ['shorten the ledger', 'delete from stock_ledger'],
    ['hide a migration', 'delete from schema_migrations'],
    ['switch row security off', 'alter table holds disable row level security'],
    ['drop the constraint', 'alter table stock drop constraint stock_never_oversold'],
    ['empty a table', 'truncate holds'],
    ['make a table', 'create table mine (id integer)'],
  ])('may not %s', async (_, statement) => {
    expect(await asApp(statement)).toBe(ROW_SECURITY)
  })

  test('may read the registry of tenants, whose names and colours pages need', async () => {
    const tenants = await db.registry.selectFrom('tenants').select('slug').execute()
    expect(tenants).toHaveLength(2)
  })
})

describe('the stock', () => {
  test.each([
    ['more than there is', 'held = 101'],
    ['more than there is, sold and held together', 'held = 60, sold = 41'],
    ['less than nothing held', 'held = -1'],
    ['less than nothing sold', 'sold = -1'],
    ['a capacity below 0', 'capacity = -1'],
  ])('never has %s', async (_, change) => {
    const refusal = await refusalOf(
      inTenant(db, mine.tenantId, (client) =>
        client.query(`update stock set ${change} where pool_id = $1`, [mine.sessionId]),
      ),
    )
    expect(refusal).toBe('23514')
  })
})

describe('a tenant whose rows are in another cell', () => {
  beforeAll(async () => {
    await owner.query(`insert into tenant_cells (tenant_id, cell) values ($1, 'north')`, [
      theirs.tenantId,
    ])
  })
  afterAll(async () => {
    await owner.query('delete from tenant_cells')
  })

  test('can neither be read nor written here, in any kind of transaction', async () => {
    const read = 'select id from events'
    const { tenantId } = theirs
    const tries = [
      () => db.withTenant(tenantId, (tx) => sql.raw(read).execute(tx)),
      () => db.withSnapshot(tenantId, (tx) => sql.raw(read).execute(tx)),
      () => db.longWork.withTenant(tenantId, (tx) => sql.raw(read).execute(tx)),
      () =>
        db.withLane(tenantId, async (lane) => ({
          value: await lane.query({ name: 'cell_test', text: read }),
          writes: [],
        })),
      () =>
        db.withPlatform((tx) =>
          inTenantWithin(tx, tenantId, (inside) => sql.raw(read).execute(inside)),
        ),
    ]
    for (const each of tries) expect(await refusalOf(each())).toBe('FY001')
  })

  test('does not keep another tenant from working', async () => {
    const { rows } = await db.withTenant(mine.tenantId, (tx) =>
      sql<{ id: string }>`select id from events`.execute(tx),
    )
    expect(rows).toEqual([{ id: mine.eventId }])
  })
})
