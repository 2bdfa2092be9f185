/** @module-tag night */
import {
  BUYER,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestServer,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { expireHolds, holdCartOf, holdLineOf, stockOf, times } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'

/**
 * More holds of a session have expired than one batch ends: four here, thousands in the product.
 */
const CHUNK = 4
const server = serverForTests({
  jobs: false,
  isOneAddressMany: true,
  bounds: { expiredChunk: CHUNK },
})
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

/** Makes expired holds: this many carts with two tickets each of a type. */
async function expiredCarts(on: TestServer, event: BuiltEvent, count: number, typeId?: string) {
  for (const _ of times(count, () => null)) {
    const held = await holdLineOf(on.browser(), event, typeId ? { typeId } : {})
    expect(held.status).toBe(201)
  }
  await expireHolds(on, event.sessionId)
}

/** How many holds each batch ended. */
const endedBy = async (on: TestServer, event: BuiltEvent) =>
  (
    await on.sql<{ count: number }>(
      `select sum(cardinality(hold_ids))::integer as count from stock_ledger
       where session_id = $1 and kind = 'expire' group by batch_id order by min(id)`,
      [event.sessionId],
    )
  ).map(({ count }) => count)

test('a batch ends the oldest expired holds, and the session goes on selling', async () => {
  const event = await server.build.event({ capacity: 20 })
  await expiredCarts(server, event, 10)
  expect((await holdCartOf(server.browser(), event)).status).toBe(201)
  expect(await endedBy(server, event)).toEqual([CHUNK])
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 14, sold: 0 })
})

test('a hold of more tickets than one batch frees waits for the next batches', async () => {
  const event = await server.build.event({ capacity: 20, types: [{ max: 20 }] })
  await expiredCarts(server, event, 10)
  const held = await holdCartOf(server.browser(), event, { quantities: [20] })
  expect(held.status).toBe(201)
  expect(await endedBy(server, event)).toEqual([4, 4, 2])
})

test('a type whose expired holds come last is not refused as sold out', async () => {
  const types = [{ name: 'Floor' }, { name: 'Balcony', capacity: 2 }]
  const event = await server.build.event({ capacity: 20, types })
  await expiredCarts(server, event, 9)
  await expiredCarts(server, event, 1, event.typeIds[1])
  await server.sql(
    `update holds set reclaim_at = reclaim_at - interval '1 hour'
     where session_id = $1 and ticket_type_id = $2`,
    [event.sessionId, event.typeId],
  )
  const held = await holdCartOf(server.browser(), event, { quantities: [0, 2] })
  expect(held.status).toBe(201)
  // Nothing was sold twice: the next request finds nothing left.
  const late = await holdCartOf(server.browser(), event, { quantities: [0, 1] })
  expect(late).toMatchObject({ status: 409, body: { code: 'sold_out' } })
})

test('a late payment gets its tickets and is not refunded', async () => {
  const event = await server.build.event({ capacity: 20, types: [{ max: 20, priceMinor: 100 }] })
  const browser = server.browser()
  await holdCartOf(browser, event, { quantities: [20] })
  const { body: intent } = await createIntent(browser)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await expireHolds(server, event.sessionId)
  // Others have held the tickets since, and let them expire.
  await expiredCarts(server, event, 10)
  await confirmCard(browser, intent, CARDS.success)
  const order = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.paymentIntentId),
  )
  expect(order.status).toBe(201)
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 20 })
})

test('expired holds are shown as free before they are ended', async () => {
  const event = await server.build.event({ capacity: 20 })
  await expiredCarts(server, event, 10)
  await server.foyer.context.rollups.compare(event.tenantId)
  const { body } = await server
    .browser()
    .send('GET', `/api/price/daily?eventId=${event.eventId}&date=${event.date}`)
  expect(body.data.sessions[event.sessionId].available_count).toBe(20)
})

test('the sweep ends expired holds in chunks until none is left', async () => {
  const tenant = defaultTenantOf(server)
  const { context } = server.foyer
  // The job runs again at once while a run returns more than 0.
  const sweepAll = async () => {
    for (let swept = 1; swept > 0; ) swept = await sweepHolds(context, tenant)
  }
  await sweepAll()
  const event = await server.build.event({ capacity: null })
  await expiredCarts(server, event, 10)
  await sweepAll()
  expect(await endedBy(server, event)).toEqual([4, 4, 2])
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
})

describe('without a chunk size', () => {
  const control = serverForTests({
    jobs: false,
    isOneAddressMany: true,
    bounds: { expiredChunk: 1_000_000 },
  })

  test('one batch ends all expired holds (control)', async () => {
    const event = await control.build.event({ capacity: 20 })
    await expiredCarts(control, event, 10)
    expect((await holdCartOf(control.browser(), event)).status).toBe(201)
    expect(await endedBy(control, event)).toEqual([10])
  })
})

describe('without time to wait for the next chunk', () => {
  const control = serverForTests({
    jobs: false,
    isOneAddressMany: true,
    bounds: { expiredChunk: CHUNK, expiredWaitMs: -1 },
  })

  test('a larger hold is refused as retryable, and never as sold out', async () => {
    const event = await control.build.event({ capacity: 20, types: [{ max: 20 }] })
    await expiredCarts(control, event, 10)
    const all = () => holdCartOf(control.browser(), event, { quantities: [20] })
    expect(await all()).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(await all()).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect((await all()).status).toBe(201)
  })
})
