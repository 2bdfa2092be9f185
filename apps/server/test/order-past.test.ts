import { buy, serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { READ_ORDERS } from '../src/engine/orders/read-orders.ts'
import { defaultTenantOf } from './support/parts.ts'

/** PostgreSQL counts what is read: rows, not time. */
const server = serverForTests({ jobs: false })

const READ = `select coalesce(idx_tup_fetch, 0)::integer + coalesce(seq_tup_read, 0)::integer as count
  from pg_stat_xact_user_tables where relname = 'order_changes'`

test('an order is read without the changes that were begun for it and never paid', async () => {
  const event = await server.build.event()
  const { body } = await buy(server.browser(), event)
  await server.sql(
    `insert into order_changes (tenant_id, id, order_id, kind, state, sequence, receipt, details,
       made_by, done_at)
     select $1, gen_random_uuid(), $2, 'reschedule', case when n > 3 then 'ended' else 'done' end,
       case when n <= 3 then n end, o.quote, '{}', 'buyer', case when n <= 3 then now() end
     from orders o, generate_series(1, 3000) as n where o.id = $2`,
    [event.tenantId, body.orderId],
  )
  const tenantId = defaultTenantOf(server).id
  const { read, changes } = await server.foyer.context.db.withLane(tenantId, async (client) => {
    const count = async () => {
      const { rows } = await client.query<{ count: number }>({ name: 'changes_read', text: READ })
      return rows[0]?.count ?? 0
    }
    const before = await count()
    const { rows } = await client.query<{ changes: unknown[] }>({
      name: 'order_past',
      text: READ_ORDERS,
      values: [tenantId, [body.orderId]],
    })
    const value = { read: (await count()) - before, changes: rows[0]?.changes.length }
    return { value, writes: [] }
  })
  expect(changes).toBe(3)
  expect(read).toBeLessThan(20)
})
