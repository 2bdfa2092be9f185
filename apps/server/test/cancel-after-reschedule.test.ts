import { findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, expect, test } from 'vitest'
import { aSale, cancel, quoteOf, rescheduleTo } from './support/cancellations.ts'

/** What a ticket gives back that its buyer has taken to a later session. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const HOUR = 3_600_000

/** Two tickets of a session that begins in some hours; the second session is a month later. */
async function soldFor(hours: number) {
  const sale = await aSale(server)
  const [here = '', there = ''] = sale.event.sessionIds
  for (const [id, from] of [
    [here, hours],
    [there, 30 * 24],
  ] as const) {
    await server.sql(
      `update sessions set starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '1 hour'
       where id = $1`,
      [id, new Date(Date.now() + from * HOUR)],
    )
  }
  return { ...sale, there }
}

test.each([
  ['half of its price, if that was its share when it was taken there', 3, 30],
  ['nothing, if it could not be cancelled any more when it was taken there', 0.5, 0],
  ['all of its price, if that was its share when it was taken there', 48, 60],
])('it gives back %s', async (_, hours, amount) => {
  const sale = await soldFor(hours)
  expect((await rescheduleTo(sale, sale.there)).status).toBe(200)
  expect((await quoteOf(sale)).body.refundMinor).toBe(amount * 100)
  expect((await cancel(sale, 60)).status).toBe(amount === 60 ? 200 : 409)
  if (amount !== 60) expect((await cancel(sale, amount)).status).toBe(200)
})
