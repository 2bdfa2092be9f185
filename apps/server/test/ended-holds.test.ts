import { randomUUID } from 'node:crypto'
import { BUYER, buy, createIntent, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, expect, test } from 'vitest'
import { createHoldRetention } from '../src/jobs/end-holds.ts'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { expireHolds, getCart, holdCartOf, releaseCart, stockOf } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'

/**
 * What ended holds leave behind is deleted after some time, and the audit still finds no
 * difference.
 */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

/** Runs the job until it finds nothing more, without rests between its turns. */
async function endHolds(): Promise<void> {
  let now = 0
  const retention = createHoldRetention(server.foyer.context.db, () => now)
  const run = () => {
    now += 7 * 60 * 60 * 1000
    return retention.run(defaultTenantOf(server).id)
  }
  for (let deleted = await run(); deleted > 0; ) deleted = await run()
}

/** Makes everything that was written about an event older by this many days. */
async function daysPass(eventId: string, days: number): Promise<void> {
  const sessions = 'select id from sessions where event_id = $1'
  const by = `make_interval(days => ${days})`
  await server.sql(
    `update holds set created_at = created_at - ${by}, expires_at = expires_at - ${by},
       reclaim_at = reclaim_at - ${by} where session_id in (${sessions})`,
    [eventId],
  )
  await server.sql(`update stock_ledger set at = at - ${by} where session_id in (${sessions})`, [
    eventId,
  ])
  await server.sql(
    `update payments set created_at = created_at - ${by}, updated_at = updated_at - ${by}
     where event_id = $1`,
    [eventId],
  )
  await server.sql(`update coupon_uses set created_at = created_at - ${by} where event_id = $1`, [
    eventId,
  ])
}

const statesIn = async (sessionId: string) =>
  (
    await server.sql<{ state: string }>(
      'select state from holds where session_id = $1 order by state',
      [sessionId],
    )
  ).map(({ state }) => state)

const ledgerRowsOf = async (sessionId: string) =>
  (await server.sql('select 1 from stock_ledger where session_id = $1', [sessionId])).length

test('holds that were released or expired are deleted after a month, with their add-ons', async () => {
  const event = await server.build.event({ addOns: [{ priceMinor: 500 }] })
  const [browser, other] = [server.browser(), server.browser()]
  const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
  await holdCartOf(browser, event, { addOns })
  await releaseCart(browser)
  await holdCartOf(other, event, { addOns })
  await expireHolds(server, event.sessionId)
  await sweepHolds(server.foyer.context, defaultTenantOf(server))
  await holdCartOf(server.browser(), event)
  await daysPass(event.eventId, 29)
  await server.sql(
    `update holds set reclaim_at = now() + interval '5 minutes' where state = 'held' and session_id = $1`,
    [event.sessionId],
  )
  await endHolds()
  expect(await statesIn(event.sessionId)).toEqual(['expired', 'held', 'released'])
  await daysPass(event.eventId, 2)
  await server.sql(
    `update holds set reclaim_at = now() + interval '5 minutes' where state = 'held' and session_id = $1`,
    [event.sessionId],
  )
  await endHolds()
  expect(await statesIn(event.sessionId)).toEqual(['held'])
  expect(await server.sql('select 1 from cart_add_ons where cart_id is not null')).toEqual([])
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  expect((await getCart(browser)).status).toBe(404)
})

test('the ledger is summed up, and still explains every counter', async () => {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event, { quantities: [3] })
  await holdCartOf(browser, event, { quantities: [1] })
  await buy(server.browser(), event)
  const before = await stockOf(server, event.sessionId)
  await releaseCart(browser)
  await daysPass(event.eventId, 31)
  await endHolds()
  expect(await ledgerRowsOf(event.sessionId)).toBe(0)
  expect(await statesIn(event.sessionId)).toEqual(['sold'])
  // Later rows are added to the sums when they are read, and by the next round.
  await holdCartOf(browser, event, { quantities: [2] })
  expect(await findStockDrift(server)).toEqual([])
  expect((await stockOf(server, event.sessionId)).sold).toBe(before.sold)
})

test('a hold that a payment refers to is stored for as long as the payment', async () => {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event)
  await createIntent(browser)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await expireHolds(server, event.sessionId)
  await sweepHolds(server.foyer.context, defaultTenantOf(server))
  await daysPass(event.eventId, 400)
  await endHolds()
  expect(await statesIn(event.sessionId)).toEqual(['expired'])
  // Abandoned: it is kept for some time, because the buyer may ask about it.
  await server.sql(
    `update payments set state = 'canceled', updated_at = now() where event_id = $1`,
    [event.eventId],
  )
  await daysPass(event.eventId, 80)
  await endHolds()
  expect(await statesIn(event.sessionId)).toEqual(['expired'])
  await daysPass(event.eventId, 11)
  await endHolds()
  expect(await server.sql('select 1 from payments where event_id = $1', [event.eventId])).toEqual(
    [],
  )
  expect(await statesIn(event.sessionId)).toEqual([])
})

test('a captured payment is stored for ever', async () => {
  const event = await server.build.event()
  await buy(server.browser(), event)
  await server.sql(`update payments set state = 'canceled' where event_id = $1`, [event.eventId])
  await daysPass(event.eventId, 4000)
  await endHolds()
  const kept = await server.sql('select 1 from payments where event_id = $1', [event.eventId])
  expect(kept).toHaveLength(1)
  await server.sql(`update payments set state = 'completed' where event_id = $1`, [event.eventId])
})

test('a returned use of a coupon is deleted, and the count of its code stays correct', async () => {
  const event = await server.build.event()
  const coupon = await server.build.coupon({ limit: 5 })
  const browser = server.browser()
  await holdCartOf(browser, event)
  const applied = await browser.send('POST', '/api/checkout/carts/12345/coupon', {
    code: coupon.code,
  })
  expect(applied.status).toBe(200)
  await browser.send('DELETE', '/api/checkout/carts/12345/coupon')
  await releaseCart(browser)
  const uses = () => server.sql('select 1 from coupon_uses where code_id = $1', [coupon.codeId])
  await daysPass(event.eventId, 20)
  await endHolds()
  expect(await uses()).toHaveLength(1)
  await daysPass(event.eventId, 11)
  await endHolds()
  expect(await uses()).toEqual([])
})

test('an Idempotency-Key is remembered for a month; after that the same request holds anew', async () => {
  const event = await server.build.event()
  const browser = server.browser()
  const key = randomUUID()
  await holdCartOf(browser, event, { key })
  await releaseCart(browser)
  await daysPass(event.eventId, 31)
  expect((await holdCartOf(browser, event, { key })).status).not.toBe(500)
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
  await endHolds()
  expect((await holdCartOf(browser, event, { key })).status).toBe(201)
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
})
