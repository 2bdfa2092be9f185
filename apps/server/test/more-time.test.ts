import {
  BUYER,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import {
  expireHolds,
  getCart,
  holdCartOf,
  holdLineOf,
  releaseCart,
  stockOf,
  times,
} from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'

const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const tap = (browser: TestBrowser, key?: string, cartId = '12345') =>
  browser.send(
    'POST',
    `/api/checkout/carts/${cartId}/more-time`,
    undefined,
    key ? { 'idempotency-key': key } : {},
  )

/** Minutes from the end of a hold in an earlier answer to its end in a later one. */
const minutesFrom = (
  held: { body: { expiresAt: string } },
  answer: { body: { expiresAt: string } },
) => (Date.parse(answer.body.expiresAt) - Date.parse(held.body.expiresAt)) / 60_000

async function aHold(plan = {}) {
  const event = await server.build.event({ sessions: 2, ...plan })
  const browser = server.browser()
  return { event, browser, held: await holdCartOf(browser, event) }
}

/** Moves a hold into the past by this many minutes. */
const age = (sessionId: string, minutes: number) =>
  server.sql(
    `update holds set created_at = created_at - make_interval(mins => $2),
       expires_at = expires_at - make_interval(mins => $2),
       reclaim_at = reclaim_at - make_interval(mins => $2) where session_id = $1`,
    [sessionId, minutes],
  )

describe('more time', () => {
  test('is five minutes per request and ten in all, and the cart says how much is left', async () => {
    const { browser, held } = await aHold()
    expect(held.body.moreTimeMinutes).toBe(5)
    const first = await tap(browser)
    expect(first).toMatchObject({ status: 200, body: { cartId: '12345', moreTimeMinutes: 5 } })
    expect(minutesFrom(held, first)).toBe(5)
    const second = await tap(browser)
    expect(second).toMatchObject({ status: 200, body: { moreTimeMinutes: null } })
    expect(minutesFrom(held, second)).toBe(10)
    expect((await tap(browser)).body).toMatchObject({ code: 'more_time_used' })
    const seen = await getCart(browser)
    expect(seen.body).toMatchObject({ moreTimeMinutes: null, expiresAt: second.body.expiresAt })
    expect(seen.body.quote).toEqual(held.body.quote)
  })

  test('protects the tickets from other buyers exactly until its end', async () => {
    const { event, browser } = await aHold({ capacity: 2 })
    await age(event.sessionId, 14)
    expect((await tap(browser)).status).toBe(200)
    await age(event.sessionId, 5)
    await sweepHolds(server.foyer.context, defaultTenantOf(server))
    expect((await holdCartOf(server.browser(), event)).body.code).toBe('sold_out')
    await age(event.sessionId, 1)
    expect((await holdCartOf(server.browser(), event)).status).toBe(201)
    expect((await tap(browser)).body.code).toBe('hold_expired')
  })

  test('is added once for a double press, and again for a later press', async () => {
    const { browser, held } = await aHold()
    const answers = await Promise.all(times(5, () => tap(browser, 'first-tap')))
    expect(answers.map((answer) => [answer.status, minutesFrom(held, answer)])).toEqual(
      times(5, () => [200, 5]),
    )
    expect(minutesFrom(held, await tap(browser, 'second-tap'))).toBe(10)
    // A retry that arrives late is recognised.
    expect(await tap(browser, 'first-tap')).toMatchObject({ status: 200 })
    expect((await tap(browser, 'third-tap')).body.code).toBe('more_time_used')
  })

  test('is refused for a hold that has expired, swept or not, and changes nothing', async () => {
    const { event, browser } = await aHold()
    await expireHolds(server, event.sessionId)
    expect(await tap(browser)).toMatchObject({ status: 410, body: { code: 'hold_expired' } })
    await sweepHolds(server.foyer.context, defaultTenantOf(server))
    expect((await tap(browser)).body.code).toBe('hold_expired')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
  })

  test('is refused for a released cart', async () => {
    const { browser } = await aHold()
    await releaseCart(browser)
    expect((await tap(browser)).body.code).toBe('hold_expired')
  })

  test('returns the order of a cart that was bought meanwhile, and adds nothing', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const { body: order } = await buy(browser, event)
    const before = await server.sql('select * from holds where session_id = $1', [event.sessionId])
    expect(await tap(browser)).toMatchObject({
      status: 200,
      body: { orderId: order.orderId, moreTimeMinutes: null },
    })
    const after = await server.sql('select * from holds where session_id = $1', [event.sessionId])
    expect(after).toEqual(before)
  })

  test('ends with the sales of the session', async () => {
    const { event, browser, held } = await aHold()
    await server.sql('update sessions set starts_at = $2 where id = $1', [
      event.sessionId,
      new Date(Date.parse(held.body.expiresAt) + 200_000),
    ])
    // After three minutes and twenty seconds sales end, so three whole minutes can be added.
    expect((await getCart(browser)).body.moreTimeMinutes).toBe(3)
    expect(minutesFrom(held, await tap(browser))).toBe(3)
    expect((await tap(browser)).body.code).toBe('more_time_used')
  })

  test('is refused in a cancelled session', async () => {
    const { event, browser } = await aHold()
    await server.sql(`update sessions set status = 'cancelled' where id = $1`, [event.sessionId])
    expect((await getCart(browser)).body.moreTimeMinutes).toBe(null)
    expect((await tap(browser)).body.code).toBe('more_time_used')
  })

  test('is for everything that a cart holds, limited by its oldest line', async () => {
    const event = await server.build.event({ sessions: 2 })
    const browser = server.browser()
    await holdLineOf(browser, event)
    await age(event.sessionId, 10)
    const { body: older } = await getCart(browser)
    const { body: newer } = await holdLineOf(browser, event, {
      sessionId: event.sessionIds[1] ?? '',
    })
    await tap(browser)
    await tap(browser)
    const rows = await server.sql<{ expires_at: Date }>(
      'select expires_at from holds where session_id = any($1) order by expires_at',
      [event.sessionIds],
    )
    const added = [older, newer].map(({ expiresAt }) => Date.parse(expiresAt) + 600_000)
    expect(rows.map((row) => row.expires_at.getTime())).toEqual(added)
  })

  test('is added to the grace for a payment in progress, and no second grace is given', async () => {
    const { event, browser, held } = await aHold()
    await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
    expect(minutesFrom(held, await tap(browser))).toBe(5)
    await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
    const [hold] = await server.sql<{ expires_at: Date; reclaim_at: Date }>(
      'select expires_at, reclaim_at from holds where session_id = $1',
      [event.sessionId],
    )
    expect(Number(hold?.reclaim_at) - Number(hold?.expires_at)).toBe(300_000)
  })

  test('is refused during a grace after the end that the buyer saw', async () => {
    const { event, browser } = await aHold()
    await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
    await age(event.sessionId, 16)
    expect((await getCart(browser)).body.moreTimeMinutes).toBe(null)
    expect(await tap(browser)).toMatchObject({ status: 410, body: { code: 'hold_expired' } })
  })

  test('leaves a payment in progress unchanged, and the longer hold is paid with it', async () => {
    const { event, browser } = await aHold()
    const { body: intent } = await createIntent(browser)
    await tap(browser)
    await age(event.sessionId, 16)
    await confirmCard(browser, intent, CARDS.success)
    const body = orderBody(event, intent.paymentIntentId)
    expect((await browser.send('POST', '/api/checkout/orders', body)).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 2 })
  })

  test('is only for the carts of the browser that asks', async () => {
    const { event, browser, held } = await aHold()
    for (const stranger of [server.browser(), (await aHold()).browser]) {
      expect((await tap(stranger, undefined, '54321')).body.code).toBe('cart_not_found')
    }
    expect((await tap(server.browser())).body.code).toBe('cart_not_found')
    expect((await getCart(browser)).body.expiresAt).toBe(held.body.expiresAt)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })
})
