/** @module-tag night */
import { readdir } from 'node:fs/promises'
import { openDatabase } from '@foyer/db'
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPictures } from '../src/demo/add-pictures.ts'
import { DEMO_TENANTS } from '../src/demo/demo-data.ts'
import { idOf } from '../src/demo/demo-ids.ts'
import { seedDemo } from '../src/demo/seed-demo.ts'

let database: TestDatabase
let db: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, role: database.role, maxConnections: 2 })
  await seedDemo(db, database.url, new Date(), () => {})
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const events = DEMO_TENANTS.flatMap(({ slug, events }) => events.map((event) => ({ slug, event })))
const pictured = events.filter(({ event }) => event.picture)

async function hashes(): Promise<Map<string, string>> {
  const tenants = await db.registry.selectFrom('tenants').select('tenant_id').execute()
  const rows = await Promise.all(
    tenants.map(({ tenant_id }) =>
      db.withTenant(tenant_id, (tx) =>
        tx.selectFrom('event_pictures').select(['event_id', 'hash']).execute(),
      ),
    ),
  )
  return new Map(rows.flat().map(({ event_id, hash }) => [event_id, hash]))
}

test('each drawing belongs to an event of the demo, and each such event has its drawing', async () => {
  const files = await readdir(new URL('../src/demo/pictures/', import.meta.url))
  expect(files.sort()).toEqual(pictured.map(({ event }) => `${event.key}.svg`).sort())
})

test('making the pictures ends when the program does, and the next start makes the rest', async () => {
  await addPictures(db, () => {}, AbortSignal.abort())
  expect((await hashes()).size).toBe(0)
})

test('the events with a drawing get a picture once, and all others keep their poster', async () => {
  const progress: string[] = []
  await addPictures(db, (text) => progress.push(text))
  const first = await hashes()
  expect([...first.keys()].sort()).toEqual(
    pictured.map(({ slug, event }) => idOf(slug, event.key)).sort(),
  )
  expect(progress).toHaveLength(2)

  await addPictures(db, (text) => progress.push(text))
  expect(await hashes()).toEqual(first)
  expect(progress).toHaveLength(2)
})
