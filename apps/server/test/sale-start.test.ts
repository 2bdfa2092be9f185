import { type BuiltEvent, serverForTests, type TestBrowser } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdCartOf, stockOf } from './support/calls.ts'

/**
 * A sale that starts at a moment for which browsers wait, on two servers. `SALE_BROWSERS=1000 npx vitest
 * run apps/server/test/sale-start.test.ts` has a thousand.
 */

const server = serverForTests({ jobs: false, isOneAddressMany: true })

let sibling: Awaited<ReturnType<typeof server.sibling>>
// Before a start of sales is set: to start a server may take longer than is left until then.
beforeAll(async () => {
  sibling = await server.sibling()
})
afterAll(() => sibling?.close())

const BROWSERS = Number(process.env.SALE_BROWSERS ?? 60)
const OPENS_IN_MS = BROWSERS > 100 ? 4000 : 1500

interface Opened {
  /** Holds that were granted before the start, by the database's clock. */
  early: number
  held: number
  refusals: Set<string>
}

/** Each browser asks again and again, from before the start of sales until it holds or is sold out. */
async function rush(event: BuiltEvent, opensAt: Date, capacity: number): Promise<Opened> {
  const refusals = new Set<string>()
  const wait = async (browser: TestBrowser) => {
    for (;;) {
      const { status, body } = await holdCartOf(browser, event, { quantities: [1] })
      if (status === 201) return
      refusals.add(body.code)
      if (body.code === 'sold_out') return
    }
  }
  const sites = [server, sibling]
  await Promise.all(
    Array.from({ length: BROWSERS }, (_, index) => wait((sites[index % 2] ?? server).browser())),
  )
  const [early] = await server.sql<{ count: number }>(
    `select count(*)::integer as count from holds where session_id = $1 and created_at < $2`,
    [event.sessionId, opensAt],
  )
  const { held } = await stockOf(server, event.sessionId)
  expect(held).toBeLessThanOrEqual(capacity)
  return { early: early?.count ?? 0, held, refusals }
}

describe('a sale that starts while many browsers ask for tickets on two servers', () => {
  const capacity = Math.ceil(BROWSERS / 2)
  const opensAt = () => new Date(Date.now() + OPENS_IN_MS)

  test('grants nobody a ticket before the start by the clock of the database, and oversells none', async () => {
    const event = await server.build.event({ capacity })
    const start = opensAt()
    await server.sql('insert into event_sales (tenant_id, event_id, opens_at) values (1, $1, $2)', [
      event.eventId,
      start,
    ])
    const { early, held, refusals } = await rush(event, start, capacity)
    expect({ early, held }).toEqual({ early: 0, held: capacity })
    expect([...refusals].sort()).toEqual(['sales_not_started', 'sold_out'])
  }, 120_000)

  test('would grant tickets early without the rule (control)', {
    tags: ['night'],
    timeout: 120_000,
  }, async () => {
    const event = await server.build.event({ capacity })
    const inAnHour = new Date(Date.now() + 3_600_000)
    const { early } = await rush(event, inAnHour, capacity)
    expect(early).toBe(capacity)
  })
})
