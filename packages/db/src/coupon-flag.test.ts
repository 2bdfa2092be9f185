import { randomUUID } from 'node:crypto'
import { Builder, createTestDatabase, inTenant, type TestDatabase } from '@foyer/testkit'
import type { BuiltCoupon } from '@foyer/testkit/coupons'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'

/**
 * The registry's row of a tenant says whether the tenant has coupons, and follows the coupons' own
 * tables.
 */
let database: TestDatabase
let build: Builder
let db: Database
let tenantId: number
beforeAll(async () => {
  database = await createTestDatabase()
  build = new Builder(database.pool)
  db = openDatabase({ url: database.url, role: database.role })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  ;({ tenantId } = await build.tenant())
})

const hasCoupons = async (id = tenantId): Promise<unknown> => {
  const { rows } = await db.pool.query('select has_coupons from tenants where tenant_id = $1', [id])
  return rows[0].has_coupons
}

/** Writes as the application does: in its role, and bound to the tenant. */
const write = (sql: string, values: unknown[] = []) =>
  inTenant(db, tenantId, (client) => client.query(sql, values))

const switchCode = ({ codeId }: BuiltCoupon, isActive: boolean) =>
  write('update coupon_codes set is_active = $2 where id = $1', [codeId, isActive])

const switchGroup = ({ groupId }: BuiltCoupon, isActive: boolean) =>
  write('update coupon_groups set is_active = $2 where id = $1', [groupId, isActive])

describe('the flag of a tenant with coupons', () => {
  test('is set by its first code, and cleared when its last code is switched off', async () => {
    expect(await hasCoupons()).toBe(false)
    const first = await build.coupon({ tenantId })
    expect(await hasCoupons()).toBe(true)
    const second = await build.coupon({ tenantId })
    await switchCode(first, false)
    expect(await hasCoupons()).toBe(true)
    await switchCode(second, false)
    expect(await hasCoupons()).toBe(false)
    await switchCode(first, true)
    expect(await hasCoupons()).toBe(true)
  })

  test('is not set by a code that is created switched off', async () => {
    await build.coupon({ tenantId, isActive: false })
    expect(await hasCoupons()).toBe(false)
  })

  test('follows the group of a code when that is switched on or off', async () => {
    const coupon = await build.coupon({ tenantId })
    await switchGroup(coupon, false)
    expect(await hasCoupons()).toBe(false)
    await switchGroup(coupon, true)
    expect(await hasCoupons()).toBe(true)
  })

  test('is cleared when a code is deleted, or moves to a group that is switched off', async () => {
    const [kept, moved] = [await build.coupon({ tenantId }), await build.coupon({ tenantId })]
    await switchGroup(kept, false)
    await write('update coupon_codes set group_id = $2 where id = $1', [moved.codeId, kept.groupId])
    expect(await hasCoupons()).toBe(false)
    await switchGroup(kept, true)
    await write('delete from coupon_codes where id = any ($1)', [[kept.codeId, moved.codeId]])
    expect(await hasCoupons()).toBe(false)
  })

  test('does not depend on other tenants', async () => {
    const mine = await build.coupon({ tenantId })
    const other = (await build.tenant()).tenantId
    expect(await hasCoupons(other)).toBe(false)
    await build.coupon({ tenantId: other })
    await switchCode(mine, false)
    expect([await hasCoupons(), await hasCoupons(other)]).toEqual([false, true])
  })

  test('follows a statement that changes codes of several tenants', async () => {
    const other = (await build.tenant()).tenantId
    const coupons = [await build.coupon({ tenantId }), await build.coupon({ tenantId: other })]
    await database.pool.query('update coupon_codes set is_active = false where id = any ($1)', [
      coupons.map(({ codeId }) => codeId),
    ])
    expect([await hasCoupons(), await hasCoupons(other)]).toEqual([false, false])
  })

  test('is cleared if two transactions switch off the last two codes at the same time', async () => {
    const [first, second] = [await build.coupon({ tenantId }), await build.coupon({ tenantId })]
    const both = await Promise.all([openTransaction(), openTransaction()])
    const off = (client: pg.PoolClient, { codeId }: BuiltCoupon) =>
      client.query('update coupon_codes set is_active = false where id = $1', [codeId])
    await off(both[0], first)
    const waiting = off(both[1], second)
    await end(both[0])
    await waiting
    await end(both[1])
    expect(await hasCoupons()).toBe(false)
  })
})

test('a use is counted while another transaction holds the row of the tenant', async () => {
  const { codeId } = await build.coupon({ tenantId })
  const holder = await openTransaction()
  await holder.query('select from tenants where tenant_id = $1 for no key update', [tenantId])
  await write('update coupon_codes set usage_count = usage_count + 1 where id = $1', [codeId])
  await end(holder)
})

test('the application’s role can change the flag only by its coupons', async () => {
  // An account that may not create roles works under its own name.
  if (database.role === null) return
  const written = write('update tenants set has_coupons = true')
  await expect(written).rejects.toMatchObject({ code: '42501' })
})

test('the tables’ owner may be bound by row security itself', async () => {
  if (database.role === null) return
  const owner = `foyer_test_owner_${randomUUID().slice(0, 8)}`
  const { pool } = database
  await pool.query(`create role ${owner} nosuperuser; grant create on schema public to ${owner}`)
  const { rows } = await pool.query('select current_user as name')
  const former = rows[0].name
  for (const what of ['table tenants', 'table coupon_codes', 'table coupon_groups']) {
    await pool.query(`alter ${what} owner to ${owner}`)
  }
  await pool.query(`alter function follow_coupons owner to ${owner}`)
  const coupon = await build.coupon({ tenantId })
  expect(await hasCoupons()).toBe(true)
  await switchCode(coupon, false)
  expect(await hasCoupons()).toBe(false)
  await pool.query(`reassign owned by ${owner} to ${former}`)
  await pool.query(`drop owned by ${owner}; drop role ${owner}`)
})

async function openTransaction(): Promise<pg.PoolClient> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
  return client
}

async function end(client: pg.PoolClient): Promise<void> {
  await client.query('commit')
  client.release()
}
