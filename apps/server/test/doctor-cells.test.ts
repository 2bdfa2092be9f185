/** @module-tag night */
import { Builder, createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkCells } from '../src/operator/doctor/cells.ts'

let home: TestDatabase
let north: TestDatabase
beforeEach(async () => {
  ;[home, north] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await new Builder(home.pool).tenant({ slug: 'main', isDefault: true })
})
afterEach(() => Promise.all([home.drop(), north.drop()]))

/** The findings by name, without those that every database has. */
async function find(cells = [{ name: 'north', url: north.url }]) {
  const findings = await checkCells({
    env: { cells, acceptsLostCommits: false },
    databaseUrl: home.url,
    processes: 1,
  })
  return new Map(findings.map(({ name, status, what }) => [name, `${status}: ${what}`]))
}
const place = (slug: string, cell: string) =>
  home.pool.query(
    `insert into tenant_cells (tenant_id, cell) select tenant_id, $2 from tenants where slug = $1`,
    [slug, cell],
  )

test('a cell that is like the home cell is well', async () => {
  const findings = await find()
  expect(findings.get('cells.directory')).toBe('ok: Organizers in other cells: 0.')
  expect(findings.get('cells.north.alike')).toMatch(/^ok/)
  expect(findings.get('cells.north.organizers')).toBe('ok: Organizers: 0.')
  expect(findings.get('cells.north.database.migrations')).toBe('ok: All migrations have run.')
  expect(findings.has('cells.north.database.organizers')).toBe(false)
})

test('with one cell there is nothing to find', async () => {
  expect((await find([])).size).toBe(0)
})

test('a cell of another release is reported, also if it is the newer one', async () => {
  await north.pool.query(`insert into schema_migrations (name, body) values ('9999_later.sql', '')`)
  expect((await find()).get('cells.north.alike')).toBe(
    'failed: It differs from the home cell: other migrations.',
  )
  await north.pool.query(`delete from schema_migrations where name >= '0051'`)
  const findings = await find()
  expect(findings.get('cells.north.database.migrations')).toMatch(/^failed: .* have not run/)
  expect(findings.has('cells.north.alike')).toBe(false)
})

test('an organizer whom the directory does not place there is named', async () => {
  await new Builder(north.pool).tenant({ slug: 'stray' })
  expect((await find()).get('cells.north.organizers')).toBe(
    'failed: It has organizers whom the directory does not place there: stray.',
  )
})

test('a cell that the directory names and CELLS lacks is named', async () => {
  await place('main', 'south')
  expect((await find()).get('cells.directory')).toBe(
    'failed: The directory names cell south, which CELLS does not have.',
  )
})

test('a cell that does not answer is reported with the reason', async () => {
  const findings = await find([{ name: 'north', url: 'postgres://127.0.0.1:1/none' }])
  expect(findings.get('cells.north.database.reachable')).toBe(
    'failed: The database cannot be used: nothing listens there.',
  )
})
