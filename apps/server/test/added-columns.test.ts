import { buy, holdCart, serverForTests } from '@foyer/testkit'
import pg from 'pg'
import { expect, test } from 'vitest'

/**
 * An upgrade adds columns while connections of the last release remember what their statements return.
 */
const server = serverForTests({ jobs: false })

async function addColumns(): Promise<void> {
  const tables = await server.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
  )
  for (const { name } of tables) await server.sql(`alter table ${name} add column added text`)
}

test('a buyer holds, pays, and reads cart and order on connections that know the tables as they were', async () => {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 1 })
  const whole = { name: 'whole', text: 'select * from holds' }
  await pool.query(whole)
  const event = await server.build.event({ capacity: null })
  const visit = async () => {
    const browser = await server.browser()
    const held = await holdCart(browser, event)
    const cart = await browser.send('GET', '/api/checkout/carts/12345')
    const bought = await buy(browser, event, '12346')
    const orderId = bought.body.orderId
    const reads = [
      `/api/checkout/purchases/${orderId}`,
      `/api/orders/${orderId}`,
      `/api/order-management/${orderId}`,
      `/api/order-management/${orderId}/reschedule-options`,
      `/api/events/${event.eventId}`,
    ]
    const read = await Promise.all(reads.map((path) => browser.send('GET', path)))
    return [held, cart, bought, ...read].map(({ status }) => status)
  }
  const before = await Promise.all([visit(), visit(), visit()])
  await addColumns()
  expect(await Promise.all([visit(), visit(), visit()])).toEqual(before)
  expect(before[0]).toEqual([201, 200, 201, 200, 200, 200, 200, 200])
  // Control: a statement that takes all columns fails.
  await expect(pool.query(whole)).rejects.toThrow('cached plan must not change result type')
  await pool.end()
})
