import { type BuiltEvent, findStockDrift, serverForTests, type TestBrowser } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { getCart, holdCartOf, holdLineOf, releaseCart, stockOf } from './support/calls.ts'

const server = serverForTests()
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

describe('a cart that is held', () => {
  test('is returned with its frozen quote and the end of its hold', async () => {
    const event = await server.build.event({
      name: 'Night Market',
      fee: { ratePpm: 125_000 },
      types: [{ priceMinor: 2999 }, { priceMinor: 5999, name: 'VIP' }],
      addOns: [{ priceMinor: 1599, name: 'Photo' }],
    })
    const browser = server.browser()
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 3 }]
    const held = await holdCartOf(browser, event, { quantities: [2, 1], addOns })
    expect(held.status).toBe(201)
    expect(held.body).toMatchObject({
      cartId: '12345',
      eventId: event.eventId,
      eventName: 'Night Market',
      sessionId: event.sessionId,
      selectedDate: event.date,
      timeZone: 'America/New_York',
      orderId: null,
      quote: { ticketCount: 3, subtotalMinor: 16_794, feeMinor: 1500, totalMinor: 18_294 },
    })
    const { expiresAt, serverTime } = held.body
    const seconds = (Date.parse(expiresAt) - Date.parse(serverTime)) / 1000
    expect(seconds).toBeGreaterThan(890)
    expect(seconds).toBeLessThanOrEqual(900)
    const { serverTime: later, ...read } = (await getCart(browser)).body
    expect(held.body).toMatchObject(read)
  })

  test('is answered with the bytes of its page, in several sessions and with a coupon too', async () => {
    const event = await server.build.event({
      sessions: 2,
      fee: { ratePpm: 125_000 },
      types: [{ priceMinor: 2999 }, { priceMinor: 5999, name: 'VIP' }],
      addOns: [
        { priceMinor: 1599, name: 'Photo' },
        { priceMinor: 500, name: 'Parking', capacity: 5 },
      ],
    })
    const { code } = await server.build.coupon()
    const browser = server.browser()
    const [first, second] = event.sessionIds
    const hold = (key: string, quantity: number) =>
      browser.send(
        'POST',
        '/api/checkout/carts/12345/hold',
        {
          eventId: event.eventId,
          sessionId: first,
          tickets: [
            { ticketTypeId: event.typeIds[1], quantity: 1, sessionId: second },
            { ticketTypeId: event.typeIds[1], quantity },
            { ticketTypeId: event.typeIds[0], quantity },
          ],
          addOns: event.addOnIds.toReversed().map((addOnId) => ({ addOnId, quantity: 2 })),
        },
        { 'idempotency-key': key },
      )
    const bytesOf = ({ status, body }: Awaited<ReturnType<typeof hold>>) => {
      expect(status).toBeLessThan(300)
      return JSON.stringify({ ...body, serverTime: '' })
    }
    const plain = bytesOf(await hold('key-1', 2))
    expect(plain).toBe(bytesOf(await getCart(browser)))
    expect(bytesOf(await hold('key-1', 2))).toBe(plain)
    await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
    const discounted = bytesOf(await hold('key-2', 3))
    expect(JSON.parse(discounted).quote).toMatchObject({ coupon: { code } })
    expect(discounted).toBe(bytesOf(await getCart(browser)))
    expect(bytesOf(await hold('key-2', 3))).toBe(discounted)
  })

  test('keeps its price and fee when the organizer changes them', async () => {
    const event = await server.build.event({
      fee: { flatMinor: 250 },
      addOns: [{ priceMinor: 500 }],
    })
    const browser = server.browser()
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
    const held = await holdCartOf(browser, event, { addOns })
    await server.sql(
      'update ticket_types set price_minor = 9900, is_archived = true where id = $1',
      [event.typeId],
    )
    await server.sql('update add_ons set price_minor = 9900 where id = $1', [event.addOnIds[0]])
    await server.sql('update fee_sets set flat_minor = 9900')
    await server.sql('update events set is_published = false where id = $1', [event.eventId])
    expect((await getCart(browser)).body.quote).toEqual(held.body.quote)
    expect(held.body.quote.totalMinor).toBe(2 * 3000 + 2 * 250 + 500)
  })

  test('frees its tickets only once when it is released', async () => {
    const event = await server.build.event({ capacity: 2 })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const other = server.browser()
    expect((await holdCartOf(other, event)).status).toBe(409)
    expect((await releaseCart(browser)).body).toEqual({ success: true, releasedHolds: 1 })
    expect((await releaseCart(browser)).body).toEqual({ success: true, releasedHolds: 0 })
    expect((await getCart(browser)).body.code).toBe('hold_expired')
    expect((await holdCartOf(other, event)).status).toBe(201)
  })

  test('counts its releases by hold, as clients of the line-by-line call expect', async () => {
    const event = await server.build.event({ types: [{}, {}, {}] })
    const browser = server.browser()
    for (const typeId of event.typeIds) await holdLineOf(browser, event, { typeId })
    expect((await getCart(browser)).body.quote.ticketCount).toBe(6)
    expect((await releaseCart(browser)).body.releasedHolds).toBe(3)
  })
})

describe('a second hold of the same cart', () => {
  test('replaces the first one whole, add-ons included', async () => {
    const event = await server.build.event({
      capacity: 4,
      types: [{}, {}],
      addOns: [{ priceMinor: 500 }],
    })
    const browser = server.browser()
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
    await holdCartOf(browser, event, { quantities: [4], addOns })
    // All four seats are the cart's own, so the new request may use them.
    const changed = await holdCartOf(browser, event, { quantities: [1, 3] })
    expect(changed.status).toBe(201)
    expect(changed.body.quote.lines.map((line: { quantity: number }) => line.quantity)).toEqual([
      1, 3,
    ])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 4, sold: 0 })
  })

  test('leaves the first one unchanged if it is refused', async () => {
    const event = await server.build.event({ capacity: 4, addOns: [{ priceMinor: 500 }] })
    const browser = server.browser()
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
    const { body: before } = await holdCartOf(browser, event, { addOns })
    await holdCartOf(server.browser(), event, { quantities: [1] })
    const refused = await holdCartOf(browser, event, { quantities: [4] })
    // The cart's own two, and the one that is free.
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'sold_out',
        error: 'Only 3 tickets are left for this time.',
        details: { available: 3 },
      },
    })
    const { body: after } = await getCart(browser)
    expect([after.quote, after.expiresAt]).toEqual([before.quote, before.expiresAt])
  })

  test('releases the first one if it is in another session', async () => {
    const event = await server.build.event({ capacity: 3, sessions: 2 })
    const [first = '', second = ''] = event.sessionIds
    const browser = server.browser()
    await holdCartOf(browser, event, { sessionId: first })
    const moved = await holdCartOf(browser, event, { sessionId: second })
    expect(moved.body).toMatchObject({ sessionId: second, quote: { ticketCount: 2 } })
    expect(await stockOf(server, first)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(server, second)).toEqual({ held: 2, sold: 0 })
  })

  test('leaves the first one if its own session is full', async () => {
    const event = await server.build.event({ capacity: 3, sessions: 2 })
    const [first = '', second = ''] = event.sessionIds
    const browser = server.browser()
    await holdCartOf(server.browser(), event, { sessionId: second })
    await holdCartOf(browser, event, { sessionId: first })
    expect((await holdCartOf(browser, event, { sessionId: second })).status).toBe(409)
    expect((await getCart(browser)).body.sessionId).toBe(first)
  })
})

describe('a held line', () => {
  test('is returned in the form that its client expects', async () => {
    const event = await server.build.event()
    const { status, body } = await holdLineOf(server.browser(), event, { quantity: 3 })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      cartId: '12345',
      sessionId: event.sessionId,
      ticketTypeId: event.typeId,
      quantity: 3,
      customerIdentifier: 'temp-12345@example.com',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    })
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(900_000)
  })

  test('is the same hold when requested again; a request for another quantity says what is held', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const first = await holdLineOf(browser, event)
    expect((await holdLineOf(browser, event)).body).toEqual(first.body)
    expect(await holdLineOf(browser, event, { quantity: 3 })).toMatchObject({
      status: 409,
      body: { code: 'hold_exists', details: { quantity: 2 } },
    })
    // In another cart of the same browser it is a separate line.
    expect((await holdLineOf(browser, event, { cartId: '54321', quantity: 3 })).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 5, sold: 0 })
  })
})

describe('a hold is refused', () => {
  const refusals: [
    string,
    (changes: { eventId: string; sessionId: string; typeId: string }) => Promise<unknown>,
    number,
    string,
  ][] = [
    [
      'a session that has begun',
      ({ sessionId }) =>
        server.sql(`update sessions set starts_at = now() - interval '1 second' where id = $1`, [
          sessionId,
        ]),
      409,
      'sales_closed',
    ],
    [
      'a session that is cancelled',
      ({ sessionId }) =>
        server.sql(`update sessions set status = 'cancelled' where id = $1`, [sessionId]),
      409,
      'sales_closed',
    ],
    [
      'an event that is not published',
      ({ eventId }) =>
        server.sql('update events set is_published = false where id = $1', [eventId]),
      409,
      'sales_closed',
    ],
    [
      'a type that is archived',
      ({ typeId }) =>
        server.sql('update ticket_types set is_archived = true where id = $1', [typeId]),
      404,
      'ticket_type_not_found',
    ],
    [
      'a dynamic type without a price',
      ({ typeId }) =>
        server.sql(`update ticket_types set pricing_mode = 'dynamic' where id = $1`, [typeId]),
      409,
      'price_not_ready',
    ],
    [
      'more than the maximum of its type',
      ({ typeId }) =>
        server.sql('update ticket_types set max_quantity = 1 where id = $1', [typeId]),
      400,
      'quantity_above_maximum',
    ],
    [
      'a session without stock',
      ({ sessionId }) => server.sql('delete from stock where session_id = $1', [sessionId]),
      404,
      'session_not_found',
    ],
  ]

  test.each(refusals)('for %s, by cart or by line', async (_, change, status, code) => {
    const event = await server.build.event()
    await change(event)
    expect(await holdCartOf(server.browser(), event)).toMatchObject({ status, body: { code } })
    expect(await holdLineOf(server.browser(), event)).toMatchObject({ status, body: { code } })
  })

  test('for what belongs to another event', async () => {
    const event = await server.build.event({ addOns: [{ priceMinor: 100, max: 2 }] })
    const other = await server.build.event({ addOns: [{ priceMinor: 100 }] })
    const code = async (params: Parameters<typeof holdCartOf>[2]) =>
      (await holdCartOf(server.browser(), event, params)).body.code
    expect(await code({ sessionId: other.sessionId })).toBe('session_not_found')
    expect(await code({ eventId: other.eventId })).toBe('session_not_found')
    const foreign = { ...event, typeIds: other.typeIds, typeId: other.typeId }
    expect((await holdCartOf(server.browser(), foreign)).body.code).toBe('ticket_type_not_found')
    expect((await holdLineOf(server.browser(), foreign)).body.code).toBe('ticket_type_not_found')
    const addOn = (addOnId = '', quantity = 1) => ({ addOns: [{ addOnId, quantity }] })
    expect(await code(addOn(other.addOnIds[0]))).toBe('add_on_not_found')
    expect(await code(addOn(event.addOnIds[0], 3))).toBe('quantity_above_maximum')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
  })
})

test('a dynamic type has the price of its session, and no other', async () => {
  const event = await server.build.event({ sessions: 2, types: [{ dynamicMinor: 4500 }] })
  const [first = '', second = ''] = event.sessionIds
  await server.sql('update session_prices set price_minor = 5500 where session_id = $1', [second])
  const price = async (sessionId: string) =>
    (await holdCartOf(server.browser(), event, { sessionId })).body.quote.lines[0].unitPriceMinor
  expect([await price(first), await price(second)]).toEqual([4500, 5500])
})

describe('a hold of one line', () => {
  const ask = (browser: TestBrowser, event: BuiltEvent, changes: object = {}) =>
    browser.send('POST', '/api/checkout/holds', {
      cartId: '12345',
      sessionId: event.sessionId,
      ticketTypeId: event.typeId,
      quantity: 1,
      ...changes,
    })

  test('gets a placeholder address made from the cart id if its client sent none', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const held = await ask(browser, event)
    expect([held.status, held.body.customerIdentifier]).toEqual([201, 'temp-12345@cart.invalid'])
    const other = await ask(browser, event, { cartId: '54321' })
    expect(other.body.customerIdentifier).toBe('temp-54321@cart.invalid')
    const named = await ask(server.browser(), event, { customerIdentifier: 'temp-1@example.com' })
    expect(named.body.customerIdentifier).toBe('temp-1@example.com')
  })

  test('has the reason of a refusal in the error field of the body', async () => {
    const event = await server.build.event({ capacity: 1 })
    const refused = await ask(server.browser(), event, { quantity: 2 })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'sold_out', error: expect.stringMatching(/\w+/) },
    })
    const wrong = await ask(server.browser(), event, { quantity: 0 })
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', error: expect.stringMatching(/\w+/) },
    })
  })
})

test('a type that is not sold in a session is refused there, and nothing changes', async () => {
  const event = await server.build.event({ types: [{}, {}], sessions: 2 })
  const [open, closed] = event.sessionIds
  const [, evening] = event.typeIds
  await server.sql('delete from stock where session_id = $1 and pool_id = $2', [closed, evening])
  const browser = server.browser()
  const item = { ticketTypeId: evening ?? '', quantity: 1 }
  const line = { cartId: '12345', ...item }
  const refused = await browser.send('POST', '/api/checkout/holds', { ...line, sessionId: closed })
  expect([refused.status, refused.body.code]).toEqual([404, 'ticket_type_not_found'])
  expect(await stockOf(server, closed ?? '')).toEqual({ held: 0, sold: 0 })
  const held = await browser.send('POST', '/api/checkout/holds', { ...line, sessionId: open })
  expect(held.status).toBe(201)
})
