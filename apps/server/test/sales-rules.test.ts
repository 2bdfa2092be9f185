import type { TenantTx } from '@foyer/db'
import {
  BUYER,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
  until,
} from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import {
  createAccessCodes,
  setEventSales,
  setPause,
  setTypeSales,
} from '../src/features/catalog/editing/index.ts'
import {
  expireHolds,
  getCart,
  holdCartOf,
  holdLineOf,
  releaseCart,
  stockOf,
} from './support/calls.ts'

const server = serverForTests({ jobs: false })

const OPEN = {
  opensAt: null,
  closesAt: null,
  cutoffMinutes: 0,
  minPerOrder: null,
  maxPerOrder: null,
  maxPerCustomer: null,
}
const TYPE: Parameters<typeof setTypeSales>[3] = {
  opensAt: null,
  closesAt: null,
  isHidden: false,
  minQuantity: 1,
  maxQuantity: 8,
  quantityStep: 1,
  maxPerCustomer: null,
}
const CODE = {
  label: '',
  startsAt: null,
  endsAt: null,
  opensEarly: false,
  typeIds: [],
  maxUses: null,
}
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

const withTenant = <T>(work: (tx: TenantTx) => Promise<T>) =>
  server.foyer.context.db.withTenant(1, work)

const eventRules = (event: BuiltEvent, rules: Partial<Parameters<typeof setEventSales>[3]>) =>
  withTenant((tx) => setEventSales(tx, 1, event.eventId, { ...OPEN, ...rules }))
const typeRules = (event: BuiltEvent, position: number, rules: Partial<typeof TYPE>) =>
  withTenant((tx) =>
    setTypeSales(
      tx,
      1,
      { eventId: event.eventId, typeId: event.typeIds[position] ?? '' },
      { ...TYPE, ...rules },
    ),
  )
const makeCode = (
  event: BuiltEvent,
  code: string,
  details: Partial<Parameters<typeof createAccessCodes>[3]>,
) =>
  withTenant((tx) =>
    createAccessCodes(tx, 1, event.eventId, { ...CODE, codes: [code], ...details }),
  )

const enter = (event: BuiltEvent, code: string, browser = server.browser()) =>
  browser.send('POST', `/api/events/${event.eventId}/access-code`, { code })

const holdWith = (
  browser: TestBrowser,
  event: BuiltEvent,
  { position = 0, quantity = 2, access }: { position?: number; quantity?: number; access?: string },
  cartId = '12345',
) =>
  browser.send('POST', `/api/checkout/carts/${cartId}/hold`, {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: [{ ticketTypeId: event.typeIds[position], quantity }],
    ...(access && { access }),
  })

describe('a paused event', () => {
  test('refuses a new hold in words, and keeps the holds under way, which can be paid', async () => {
    const event = await server.build.event({ capacity: 10 })
    const holder = server.browser()
    expect((await holdCartOf(holder, event)).status).toBe(201)
    await withTenant((tx) => setPause(tx, 1, event.eventId, { note: 'Back at noon' }))
    const refused = await holdCartOf(server.browser(), event)
    expect([refused.status, refused.body.code]).toEqual([409, 'sales_paused'])
    // More time as well: the pause is not the buyer's doing.
    expect((await getCart(holder)).body.moreTimeMinutes).toBe(5)
    const intent = await createIntent(holder)
    await confirmCard(holder, intent.body, CARDS.success)
    const order = await holder.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, intent.body.paymentIntentId),
    )
    expect(order.status).toBe(201)
    await withTenant((tx) => setPause(tx, 1, event.eventId, null))
    expect((await holdCartOf(server.browser(), event)).status).toBe(201)
  })

  test('sells a captured payment whose hold has expired, if seats are left', async () => {
    const event = await server.build.event({ capacity: 10 })
    const holder = server.browser()
    await holdCartOf(holder, event)
    const intent = await createIntent(holder)
    await server.sql(`update holds set expires_at = now() - interval '1 minute',
      reclaim_at = now() - interval '1 minute'`)
    await withTenant((tx) => setPause(tx, 1, event.eventId, { note: null }))
    await confirmCard(holder, intent.body, CARDS.success)
    const order = await holder.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, intent.body.paymentIntentId),
    )
    expect(order.status).toBe(201)
  })
})

describe('before its sales start, an event', () => {
  test('is not held, by one line or a whole cart, and its day and page say when it starts', async () => {
    const event = await server.build.event()
    const opensAt = later(60)
    await eventRules(event, { opensAt })
    for (const answer of [
      await holdCartOf(server.browser(), event),
      await holdLineOf(server.browser(), event),
    ]) {
      expect(answer.body).toMatchObject({
        code: 'sales_not_started',
        details: { opensAt: opensAt.toISOString() },
      })
    }
    const get = async (path: string) => (await server.browser().send('GET', path)).body
    const { sale } = await get(`/api/events/${event.eventId}`)
    expect(sale).toMatchObject({ state: 'not_started', opensAt: opensAt.toISOString() })
    const calendar = await get(`/api/pricing/calendar/${event.eventId}`)
    expect(calendar.data.dates[event.date]).toMatchObject({
      status: 'not_yet',
      opensAt: opensAt.toISOString(),
      minPrice: 30,
    })
    const day = await get(`/api/price/daily?eventId=${event.eventId}&date=${event.date}`)
    expect(day.data.sessions[event.sessionId].available_count).toBe(0)
  })

  test('opens at the moment in every process, in the calendar and for holds', async () => {
    const event = await server.build.event()
    const sibling = await server.sibling()
    await eventRules(event, { opensAt: new Date(Date.now() + 3000) })
    const statusAt = async (at: Pick<typeof server, 'browser'>) =>
      (await at.browser().send('GET', `/api/pricing/calendar/${event.eventId}`)).body.data.dates[
        event.date
      ].status
    expect(await statusAt(server)).toBe('not_yet')
    expect(await statusAt(sibling)).toBe('not_yet')
    await until(
      () => statusAt(server),
      (status) => status === 'available',
    )
    await until(
      () => statusAt(sibling),
      (status) => status === 'available',
    )
    const [late] = await server.sql<{ ms: number }>(
      `select extract(epoch from clock_timestamp() - opens_at)::float8 * 1000 as ms from event_sales
       where event_id = $1`,
      [event.eventId],
    )
    expect(late?.ms).toBeLessThan(3000)
    expect((await holdCartOf(server.browser(), event)).status).toBe(201)
    await sibling.close()
  })

  test('a cut-off ends its sales before the session begins', async () => {
    const event = await server.build.event()
    await eventRules(event, { cutoffMinutes: 60 * 24 * 30 })
    expect((await holdCartOf(server.browser(), event)).body.code).toBe('sales_closed')
  })
})

describe('an access code', () => {
  test('unlocks a hidden type, which nobody else sees, prices or holds', async () => {
    const event = await server.build.event({ types: [{}, { name: 'Members' }] })
    const hidden = event.typeIds[1] ?? ''
    await typeRules(event, 1, { isHidden: true })
    await makeCode(event, 'MEMBERS', { typeIds: [hidden] })
    const browser = server.browser()
    const types = async (access = '') =>
      (await browser.send('GET', `/api/ticket-types?eventId=${event.eventId}${access}`)).body.map(
        ({ id }: { id: string }) => id,
      )
    expect(await types()).toEqual([event.typeId])
    expect((await holdWith(browser, event, { position: 1 })).body.code).toBe(
      'ticket_type_not_found',
    )
    const opened = await enter(event, ' members\u00ad ')
    expect(opened.body).toMatchObject({ typeIds: [hidden], opensEarly: false })
    const { access } = opened.body
    expect(await types(`&access=${access}`)).toEqual([event.typeId, hidden])
    const path = `/api/price/daily?eventId=${event.eventId}&date=${event.date}`
    const pricesOf = async (more: string) =>
      (await browser.send('GET', path + more)).body.data.sessions[event.sessionId].ticket_prices
    expect(await pricesOf('')).toHaveLength(1)
    expect(await pricesOf(`&access=${access}`)).toHaveLength(2)
    const quoted = await browser.send('POST', '/api/quote', {
      eventId: event.eventId,
      sessionId: event.sessionId,
      tickets: [{ ticketTypeId: hidden, quantity: 2 }],
      access,
    })
    expect(quoted.status).toBe(200)
    expect((await holdWith(browser, event, { position: 1, access })).status).toBe(201)
  })

  test('opens sales early, and no more than that: an end and a pause stay', async () => {
    const event = await server.build.event()
    await eventRules(event, { opensAt: later(60) })
    await makeCode(event, 'EARLY', { opensEarly: true })
    const { access } = (await enter(event, 'EARLY')).body
    expect((await holdWith(server.browser(), event, { access })).status).toBe(201)
    const calendar = await server
      .browser()
      .send('GET', `/api/pricing/calendar/${event.eventId}?access=${access}`)
    expect(calendar.body.data.dates[event.date].status).toBe('available')
    await withTenant((tx) => setPause(tx, 1, event.eventId, { note: null }))
    expect((await holdWith(server.browser(), event, { access })).body.code).toBe('sales_paused')
  })

  test('is judged again by the hold: revoked, ended, of another event, or forged, it opens nothing', async () => {
    const event = await server.build.event()
    const other = await server.build.event()
    for (const each of [event, other]) {
      await eventRules(each, { opensAt: later(60) })
      await makeCode(each, 'EARLY', { opensEarly: true })
    }
    const { access } = (await enter(event, 'EARLY')).body
    const code = async (token: string, of = event) =>
      (await holdWith(server.browser(), of, { access: token })).body.code
    expect(await code(access, other)).toBe('access_code_not_valid')
    expect(await code(`${access.slice(0, -1)}x`)).toBe('access_code_not_valid')
    await server.sql('update access_codes set revoked_at = now() where event_id = $1', [
      event.eventId,
    ])
    expect(await code(access)).toBe('access_code_not_valid')
    expect((await enter(event, 'EARLY')).body.code).toBe('access_code_not_valid')
    expect((await enter(event, 'NOBODY-KNOWS')).body.code).toBe('access_code_not_valid')
    // Once sales are open to everybody, nobody needs the code.
    await eventRules(event, {})
    expect((await holdWith(server.browser(), event, { access })).status).toBe(201)
  })

  test('is used as often as it may be: a cart has its use while it holds, an order for good', async () => {
    const event = await server.build.event()
    await eventRules(event, { opensAt: later(60) })
    await makeCode(event, 'TWICE', { opensEarly: true, maxUses: 2 })
    const { access } = (await enter(event, 'TWICE')).body
    const [first, second, third] = [server.browser(), server.browser(), server.browser()]
    const hold = async (browser: TestBrowser) => (await holdWith(browser, event, { access })).status
    expect([await hold(first), await hold(second)]).toEqual([201, 201])
    const refused = await holdWith(third, event, { access })
    expect([refused.status, refused.body.code]).toEqual([409, 'access_code_used_up'])
    // The same cart again takes no second use.
    expect(await hold(first)).toBe(201)
    await releaseCart(second)
    expect(await hold(third)).toBe(201)
    const intent = await createIntent(third)
    await confirmCard(third, intent.body, CARDS.success)
    const body = orderBody(event, intent.body.paymentIntentId)
    expect((await third.send('POST', '/api/checkout/orders', body)).status).toBe(201)
    await releaseCart(first)
    expect(await hold(second)).toBe(201)
    expect((await holdWith(first, event, { access })).body.code).toBe('access_code_used_up')
    expect((await enter(event, 'TWICE')).body.code).toBe('access_code_used_up')
  })

  test('guesses are limited by network', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    let refused = 0
    for (let guess = 0; guess < 80 && refused === 0; guess += 1) {
      const { status } = await enter(event, `GUESS-${guess}`, browser)
      if (status === 429) refused = guess
    }
    expect(refused).toBeGreaterThan(0)
  })
})

describe('quantities', () => {
  test('of a type are refused alike by quote and hold below a minimum and beside the steps', async () => {
    const event = await server.build.event({ types: [{ name: 'Pair' }] })
    await typeRules(event, 0, { minQuantity: 3, quantityStep: 2 })
    const answers = async (quantity: number) => {
      const tickets = [{ ticketTypeId: event.typeId, quantity }]
      const { eventId, sessionId } = event
      const body = { eventId, sessionId, tickets }
      return [
        (await server.browser().send('POST', '/api/quote', body)).body.code,
        (await holdCartOf(server.browser(), event, { quantities: [quantity] })).body.code,
        (await holdLineOf(server.browser(), event, { quantity })).body.code,
      ]
    }
    expect(await answers(2)).toEqual(Array(3).fill('quantity_below_minimum'))
    expect(await answers(5)).toEqual(Array(3).fill('quantity_not_in_steps'))
    expect(await answers(10)).toEqual(Array(3).fill('quantity_above_maximum'))
    expect(await answers(4)).toEqual(Array(3).fill(undefined))
  })

  test('of an order are bounded over all its types, and a minimum also for a cart that was held by lines', async () => {
    const event = await server.build.event({ types: [{}, {}] })
    await eventRules(event, { minPerOrder: 3, maxPerOrder: 5 })
    const code = async (quantities: number[]) =>
      (await holdCartOf(server.browser(), event, { quantities })).body.code
    expect(await code([1, 1])).toBe('quantity_below_minimum')
    expect(await code([3, 3])).toBe('quantity_above_maximum')
    expect(await code([2, 2])).toBeUndefined()
    const browser = server.browser()
    await holdLineOf(browser, event, { quantity: 2 })
    const started = await browser.send('POST', '/api/checkout/carts/12345/payment', {
      contact: BUYER.contact,
    })
    expect(started.body.code).toBe('quantity_below_minimum')
    // A client that leaves that call out gets nothing that it could pay.
    expect((await createIntent(browser)).body.code).toBe('quantity_below_minimum')
    const more = await holdLineOf(browser, event, { typeId: event.typeIds[1] ?? '', quantity: 4 })
    expect(more.body.code).toBe('quantity_above_maximum')
  })
})

describe('a customer', () => {
  const contact = (email: string) => ({
    contact: { ...BUYER.contact, email },
  })
  const start = (browser: TestBrowser, email: string, cartId = '12345') =>
    browser.send('POST', `/api/checkout/carts/${cartId}/payment`, contact(email))

  test('has no more tickets than one may have, over orders and carts, and is refused before paying', async () => {
    const event = await server.build.event()
    await eventRules(event, { maxPerCustomer: 4 })
    expect((await buy(server.browser(), event, '12345', 2)).status).toBe(201)
    const [one, two, stranger] = [server.browser(), server.browser(), server.browser()]
    for (const browser of [one, two, stranger]) await holdCartOf(browser, event)
    expect((await start(one, 'ADA@example.com')).status).toBe(200)
    const refused = await start(two, 'ada@example.com')
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'customer_limit_reached',
      { maximum: 4 },
    ])
    expect((await start(stranger, 'grace@example.com')).status).toBe(200)
    // The same cart may be tried again, and a released one counts no more.
    expect((await start(one, 'ada@example.com')).status).toBe(200)
    await releaseCart(one)
    expect((await start(two, 'ada@example.com')).status).toBe(200)
  })

  test('gets the money back, and no ticket, if its client paid without asking first', async () => {
    const event = await server.build.event()
    await eventRules(event, { maxPerCustomer: 3 })
    expect((await buy(server.browser(), event)).status).toBe(201)
    const sly = server.browser()
    await holdCartOf(sly, event)
    // Judged under another name than that of the order.
    expect((await start(sly, 'grace@example.com')).status).toBe(200)
    const intent = await createIntent(sly)
    await confirmCard(sly, intent.body, CARDS.success)
    const { paymentIntentId } = intent.body
    const order = () => sly.send('POST', '/api/checkout/orders', orderBody(event, paymentIntentId))
    for (const answer of [await order(), await order()]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'payment_refunded'])
      expect(answer.body.error).toMatch(/^This is more than one customer may have/)
    }
    const status = await sly.send('GET', `/api/checkout/payments/${paymentIntentId}`)
    expect(status.body).toMatchObject({ isOverLimit: true, amountMinor: 6000 })
    const [mail] = await server.sql(
      `select m.recipient, m.data from mails m join payments p on p.id = m.payment_id
       where m.kind = 'refund' and p.event_id = $1`,
      [event.eventId],
    )
    expect(mail).toMatchObject({
      recipient: 'ada@example.com',
      data: { extent: 'unplaced', isOverLimit: true },
    })
    expect(await stockOf(server, event.sessionId)).toMatchObject({ sold: 2 })
    expect(await findStockDrift(server)).toEqual([])
  })

  test('that was judged before paying gets its tickets, also if the hold has expired meanwhile', async () => {
    const event = await server.build.event()
    await eventRules(event, { maxPerCustomer: 2 })
    const browser = server.browser()
    await holdCartOf(browser, event)
    expect((await start(browser, 'ada@example.com')).status).toBe(200)
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    await expireHolds(server, event.sessionId)
    const body = orderBody(event, intent.body.paymentIntentId)
    expect((await browser.send('POST', '/api/checkout/orders', body)).status).toBe(201)
  })

  test('is judged for a free cart, whose order is the payment', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    await typeRules(event, 0, { maxPerCustomer: 3 })
    const order = async () => {
      const browser = server.browser()
      await holdCartOf(browser, event)
      return browser.send('POST', '/api/checkout/orders', orderBody(event))
    }
    expect((await order()).status).toBe(201)
    const refused = await order()
    expect([refused.body.code, refused.body.details.maximum]).toEqual(['customer_limit_reached', 3])
    expect(await stockOf(server, event.sessionId)).toMatchObject({ sold: 2 })
  })
})
