import { findStockDrift, orderBody, serverForTests, type TestBrowser } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import {
  expireHolds,
  getCart,
  holdCartOf,
  holdLineOf,
  releaseCart,
  stockOf,
  tally,
  times,
} from './support/calls.ts'

const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

describe('an Idempotency-Key', () => {
  test('returns the same hold for the same body, also many times and concurrently', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const first = await holdCartOf(browser, event, { key: 'key-1' })
    const again = await Promise.all(times(10, () => holdCartOf(browser, event, { key: 'key-1' })))
    expect(tally([first, ...again])).toEqual({ 201: 11 })
    expect(new Set(again.map((answer) => answer.body.expiresAt))).toEqual(
      new Set([first.body.expiresAt]),
    )
    const holds = await server.sql('select id from holds where session_id = $1', [event.sessionId])
    expect(holds).toHaveLength(1)
  })

  test('is refused with another body, and nothing changes', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event, { key: 'key-1' })
    for (const other of [
      await holdCartOf(browser, event, { key: 'key-1', quantities: [3] }),
      await holdCartOf(browser, event, { key: 'key-1', cartId: '54321' }),
      await holdLineOf(browser, event, { key: 'key-1' }),
    ]) {
      expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
    }
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })

  test('is independent in another browser', async () => {
    const event = await server.build.event()
    const browsers = times(3, () => server.browser())
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        holdCartOf(browser, event, { key: 'key-1', quantities: [index + 1] }),
      ),
    )
    expect(tally(answers)).toEqual({ 201: 3 })
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 6, sold: 0 })
  })

  test('works for holds line by line as well', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const first = await holdLineOf(browser, event, { key: 'line-1' })
    expect((await holdLineOf(browser, event, { key: 'line-1' })).body).toEqual(first.body)
    expect(await holdLineOf(browser, event, { key: 'line-1', quantity: 3 })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    })
  })

  test('is used up only by a success: after a refusal the same request may succeed', async () => {
    const event = await server.build.event({ capacity: 2 })
    const other = server.browser()
    await holdCartOf(other, event)
    const browser = server.browser()
    expect((await holdCartOf(browser, event, { key: 'key-1' })).status).toBe(409)
    await releaseCart(other)
    expect((await holdCartOf(browser, event, { key: 'key-1' })).status).toBe(201)
  })

  test.each([' ', 'a b', 'ü', 'a'.repeat(256)])(
    'is refused if it is malformed: %j',
    async (key) => {
      const event = await server.build.event()
      const answer = holdCartOf(server.browser(), event, { key })
      if (key.trim() === '') return expect((await answer).status).toBe(400)
      expect(await answer).toMatchObject({
        status: 400,
        body: {
          code: 'validation_failed',
          details: { fields: [{ field: 'headers.idempotency-key' }] },
        },
      })
    },
  )
})

describe('a retry that arrives late', () => {
  test('holds nothing again after the cart was released', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event, { key: 'key-1' })
    await releaseCart(browser)
    expect(await holdCartOf(browser, event, { key: 'key-1' })).toMatchObject({
      status: 410,
      body: { code: 'hold_expired' },
    })
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
  })

  test.each([
    ['was released', (browser: TestBrowser) => releaseCart(browser)],
    ['has expired', (_: TestBrowser, sessionId: string) => expireHolds(server, sessionId)],
  ])('is refused for a line that %s, and nothing is held', async (_, end) => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdLineOf(browser, event, { key: 'line-1' })
    await end(browser, event.sessionId)
    expect(await holdLineOf(browser, event, { key: 'line-1' })).toMatchObject({
      status: 410,
      body: { code: 'hold_expired' },
    })
    // The same line with another key is another request.
    expect((await holdLineOf(browser, event, { key: 'line-2' })).status).toBe(201)
  })

  test('returns the order for a line that was bought', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    const browser = server.browser()
    await holdLineOf(browser, event, { key: 'line-1' })
    const { body } = await browser.send('POST', '/api/checkout/orders', orderBody(event))
    const late = await holdLineOf(browser, event, { key: 'line-1' })
    expect([late.status, late.body.code]).toEqual([410, 'hold_expired'])
    expect(late.body.details).toEqual({ orderId: body.orderId })
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 2 })
  })

  test('does not release what the cart has chosen since', async () => {
    const event = await server.build.event({ sessions: 2 })
    const [first = '', second = ''] = event.sessionIds
    const browser = server.browser()
    await holdCartOf(browser, event, { sessionId: first, key: 'key-1' })
    await holdCartOf(browser, event, { sessionId: second, key: 'key-2' })
    await holdCartOf(browser, event, { sessionId: first, key: 'key-1' })
    expect((await getCart(browser)).body).toMatchObject({ sessionId: second })
    expect(await stockOf(server, second)).toEqual({ held: 2, sold: 0 })
  })
})

describe('a key that was used in another session', () => {
  test('is refused, and the other session keeps its tickets', async () => {
    const event = await server.build.event({ sessions: 2 })
    const [first = '', second = ''] = event.sessionIds
    const browser = server.browser()
    await holdCartOf(browser, event, { sessionId: first, key: 'key-1' })
    await holdCartOf(server.browser(), event, { sessionId: second, quantities: [8] })
    const answers = await Promise.all([
      holdCartOf(browser, event, { sessionId: second, key: 'key-1' }),
      holdCartOf(browser, event, { sessionId: second }),
      holdLineOf(browser, event, { sessionId: second, cartId: '54321' }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([409, 201, 201])
    expect(await stockOf(server, second)).toEqual({ held: 12, sold: 0 })
  })

  test("does not change this session's counters, even if its own hold has expired", async () => {
    const event = await server.build.event({ sessions: 2 })
    const [first = '', second = ''] = event.sessionIds
    const browser = server.browser()
    await holdCartOf(server.browser(), event, { sessionId: second, quantities: [8] })
    await holdCartOf(browser, event, { sessionId: first, key: 'key-1', quantities: [5] })
    await expireHolds(server, first)
    await holdCartOf(browser, event, { sessionId: second, key: 'key-1', quantities: [5] })
    expect(await stockOf(server, second)).toEqual({ held: 8, sold: 0 })
  })
})
