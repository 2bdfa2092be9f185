/** @module-tag night */
import { openDatabase } from '@foyer/db'
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDemoCoupons } from '../src/demo/find-demo.ts'
import { seedDemo } from '../src/demo/seed-demo.ts'

let database: TestDatabase
let db: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, role: database.role, maxConnections: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('the coupons of the demo are found only in a database that was seeded with it', async () => {
  expect(await findDemoCoupons(db)).toEqual([])
  await seedDemo(db, database.url, new Date(), () => {})
  expect((await findDemoCoupons(db)).length).toBeGreaterThan(0)
})
