import { BUYER, findStockDrift, serverForTests, type TestServer } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import {
  expireHolds,
  getCart,
  holdCartOf,
  holdLineOf,
  stockOf,
  tally,
  times,
} from './support/calls.ts'

/** Without jobs, so that no sweep causes any of these results. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const startPayment = (browser: ReturnType<TestServer['browser']>, cartId = '12345') =>
  browser.send('POST', `/api/checkout/carts/${cartId}/payment`, BUYER)

const payFor = (browser: ReturnType<TestServer['browser']>, amount: number) =>
  browser.send('POST', '/api/create-payment-intent', {
    amount,
    currency: 'usd',
    metadata: { cartId: '12345' },
  })

const holdOf = async (sessionId: string) => {
  const [row] = await server.sql<{ state: string; expires_at: Date; reclaim_at: Date }>(
    'select state, expires_at, reclaim_at from holds where session_id = $1 order by created_at desc',
    [sessionId],
  )
  return row
}

describe('a hold that has expired', () => {
  test('frees its tickets for the next buyer at once, and only those', async () => {
    const event = await server.build.event({ capacity: 4 })
    await holdCartOf(server.browser(), event)
    await expireHolds(server, event.sessionId)
    await holdCartOf(server.browser(), event)
    const answers = await Promise.all(times(10, () => holdCartOf(server.browser(), event)))
    expect(tally(answers)).toEqual({ 201: 1, 409: 9 })
  })

  test('shows its tickets as free in every read, though the counters still include them', async () => {
    const event = await server.build.event({ capacity: 2 })
    await holdCartOf(server.browser(), event)
    await expireHolds(server, event.sessionId)
    const browser = server.browser()
    const daily = await browser.send(
      'GET',
      `/api/price/daily?eventId=${event.eventId}&date=${event.date}`,
    )
    expect(daily.body.data.sessions[event.sessionId].available_count).toBe(2)
    expect(daily.body.data.ticketTypes[0].available_count).toBe(2)
    const inventory = await browser.send('GET', `/api/inventory/summary?eventId=${event.eventId}`)
    expect(inventory.body[0].ticketTypes[0].inventory).toEqual({
      availableCount: 2,
      soldCount: 0,
      heldCount: 0,
    })
    const { body: shown } = await browser.send('GET', `/api/events/${event.eventId}`)
    expect(shown.status).not.toBe('sold_out')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })

  test('can be neither shown, nor started to pay, nor paid', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    await expireHolds(server, event.sessionId)
    for (const answer of [
      await getCart(browser),
      await startPayment(browser),
      await payFor(browser, 60),
    ]) {
      expect(answer).toMatchObject({
        status: 410,
        body: { code: 'hold_expired', error: 'Your cart hold has expired. Please start over.' },
      })
    }
    expect(await server.sql('select 1 from payments where event_id = $1', [event.eventId])).toEqual(
      [],
    )
  })

  test('can be held again by its own cart, as a whole and by line', async () => {
    const event = await server.build.event({ capacity: 2 })
    const browser = server.browser()
    const first = await holdLineOf(browser, event)
    await expireHolds(server, event.sessionId)
    const again = await holdLineOf(browser, event)
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(first.body.id)
    await expireHolds(server, event.sessionId)
    expect((await holdCartOf(browser, event)).status).toBe(201)
    expect((await getCart(browser)).body.quote.ticketCount).toBe(2)
  })

  test('is ended by the sweep, which changes no other hold', async () => {
    const [event, other] = [await server.build.event(), await server.build.event()]
    await holdCartOf(server.browser(), event)
    await holdCartOf(server.browser(), other)
    await expireHolds(server, event.sessionId)
    const { context } = server.foyer
    const tenant = context.tenants.defaultTenant()
    if (!tenant) throw new Error('The test server has a default tenant')
    expect(await sweepHolds(context, tenant)).toBeGreaterThan(0)
    expect(await sweepHolds(context, tenant)).toBe(0)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(server, other.sessionId)).toEqual({ held: 2, sold: 0 })
    expect((await holdOf(event.sessionId))?.state).toBe('expired')
  })

  test('is ended once, even if several sweeps and holds run at the same time', async () => {
    const event = await server.build.event({ capacity: 20 })
    await Promise.all(times(10, () => holdCartOf(server.browser(), event)))
    await expireHolds(server, event.sessionId)
    const { context } = server.foyer
    const sweeps = times(5, () =>
      context.tenants.all().map((tenant) => sweepHolds(context, tenant)),
    )
    const answers = await Promise.all(times(15, () => holdCartOf(server.browser(), event)))
    await Promise.all(sweeps.flat())
    expect(tally(answers)).toEqual({ 201: 10, 409: 5 })
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 20, sold: 0 })
  })
})

describe('the grace for a payment in progress', () => {
  const GRACE_MILLISECONDS = 5 * 60 * 1000

  test('extends the hold by five minutes, and the buyer sees the new end', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const held = await holdCartOf(browser, event)
    const started = await startPayment(browser)
    expect(started).toMatchObject({
      status: 200,
      body: { expiresAt: held.body.expiresAt, totalMinor: 6000, currency: 'usd' },
    })
    const hold = await holdOf(event.sessionId)
    expect(Number(hold?.reclaim_at) - Number(hold?.expires_at)).toBe(GRACE_MILLISECONDS)
  })

  test("is granted once: pressing 'Pay' again adds no time", async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    await startPayment(browser)
    const before = await holdOf(event.sessionId)
    await Promise.all(times(5, () => startPayment(browser)))
    expect(await holdOf(event.sessionId)).toEqual(before)
  })

  test('protects the tickets from the next buyer until it ends', async () => {
    const event = await server.build.event({ capacity: 2 })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await startPayment(browser)
    // The hold's time is over, but its grace is not.
    await server.sql(
      `update holds set expires_at = clock_timestamp() - interval '1 second',
         reclaim_at = clock_timestamp() + interval '4 minutes' where session_id = $1`,
      [event.sessionId],
    )
    expect((await holdCartOf(server.browser(), event)).status).toBe(409)
    expect((await payFor(browser, 60)).status).toBe(200)
    await expireHolds(server, event.sessionId)
    expect((await holdCartOf(server.browser(), event)).status).toBe(201)
    expect((await startPayment(browser)).status).toBe(410)
  })

  test('is available again with a new hold', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    await startPayment(browser)
    await holdCartOf(browser, event, { quantities: [3] })
    await startPayment(browser)
    const hold = await holdOf(event.sessionId)
    expect(Number(hold?.reclaim_at) - Number(hold?.expires_at)).toBe(GRACE_MILLISECONDS)
  })
})
