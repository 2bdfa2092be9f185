import { randomUUID } from 'node:crypto'
import { startTestServer, type TestServer } from '@foyer/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  await server.build.tenant({ slug: 'other' })
})
afterAll(() => server.close())

const tenantIds = async () =>
  (await server.sql<{ tenant_id: number }>('select tenant_id from tenants order by 1')).map(
    (row) => row.tenant_id,
  )

const addRow = (tenantId: number, sessionId: string, kind: string, held: number, days: number) =>
  server.sql(
    `insert into stock_ledger (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta,
       hold_ids, at)
     values ($1, $2, $2, $3, $4, 0, '{}', now() - make_interval(days => $5))`,
    [tenantId, sessionId, kind, held, days],
  )

const fold = (tenantId: number, days: number, most = 100) =>
  server.foyer.context.db.withTenant(tenantId, async (tx) => {
    const { rows } = await sql<{ folded: number }>`
      select fold_stock_ledger(now() - make_interval(days => ${days}), ${most}) as folded`.execute(
      tx,
    )
    return rows[0]?.folded
  })

const sumsOf = (sessionId: string) =>
  server.sql(
    `select kind, held_delta::integer as held from stock_ledger_sums where session_id = $1 order by 1`,
    [sessionId],
  )
const rowsOf = async (sessionId: string) =>
  (await server.sql('select 1 from stock_ledger where session_id = $1', [sessionId])).length

test('old rows of the ledger are added up by session, type and kind, and deleted', async () => {
  const [tenantId = 0] = await tenantIds()
  const session = randomUUID()
  await addRow(tenantId, session, 'hold', 3, 60)
  await addRow(tenantId, session, 'hold', 4, 50)
  await addRow(tenantId, session, 'release', -3, 40)
  await addRow(tenantId, session, 'hold', 5, 20)
  expect(await fold(tenantId, 30, 2)).toBe(2)
  expect(await sumsOf(session)).toEqual([{ kind: 'hold', held: 7 }])
  expect(await fold(tenantId, 30)).toBe(1)
  expect(await sumsOf(session)).toEqual([
    { kind: 'hold', held: 7 },
    { kind: 'release', held: -3 },
  ])
  expect(await rowsOf(session)).toBe(1)
  expect(await fold(tenantId, 10)).toBe(1)
  expect(await sumsOf(session)).toContainEqual({ kind: 'hold', held: 12 })
})

test('the last week and other tenants are never changed', async () => {
  const [tenantId = 0, otherId = 0] = await tenantIds()
  const session = randomUUID()
  await addRow(tenantId, session, 'hold', 3, 6)
  await addRow(otherId, session, 'hold', 3, 60)
  expect(await fold(tenantId, 0)).toBe(0)
  expect(await rowsOf(session)).toBe(2)
})

test('the application itself can neither delete rows nor write their sums', async () => {
  const [tenantId = 0] = await tenantIds()
  const { db } = server.foyer.context
  for (const statement of [
    'delete from stock_ledger',
    'delete from stock_ledger_sums',
    'update stock_ledger_sums set held_delta = 0',
  ]) {
    const tried = db.withTenant(tenantId, (tx) => sql.raw(statement).execute(tx))
    await expect(tried).rejects.toThrow('permission denied')
  }
})
