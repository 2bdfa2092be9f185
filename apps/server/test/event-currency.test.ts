import { buy, createIntent, findStockDrift, serverForTests, until } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { getCart, holdCartOf, holdLineOf } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'

const server = serverForTests({ jobs: false })

describe.each([
  { currency: 'jpy', major: 6750, each: 3000, text: '¥6,750' },
  { currency: 'eur', major: 67.5, each: 30, text: '€67.50' },
])('an event in $currency of a tenant in usd', ({ currency, major, each, text }) => {
  const build = () =>
    server.build.event({ currency, fee: { ratePpm: 125_000 }, types: [{ priceMinor: 3000 }] })

  test('names its currency wherever it has a price', async () => {
    const event = await build()
    const { eventId, date, sessionId } = event
    const get = async (path: string) => (await server.browser().send('GET', path)).body
    const shown = await get(`/api/events/${eventId}`)
    expect(shown).toMatchObject({ currency, staticPrice: each, fromAllInMinor: 3375 })
    // The earlier list may still be cached.
    const listed = await until(
      async () => (await get('/api/events')).find(({ id }: { id: string }) => id === eventId),
      (found) => found !== undefined,
    )
    expect(listed).toMatchObject({ currency })
    expect((await get(`/api/ticket-types?eventId=${eventId}`))[0].price).toBe(each)
    const calendar = await get(`/api/pricing/calendar/${eventId}`)
    expect(calendar.data).toMatchObject({ currency })
    expect(calendar.data.dates[date].minPrice).toBe(each)
    const day = await get(`/api/price/daily?eventId=${eventId}&date=${date}`)
    expect(day.data.currency).toBe(currency)
    expect(day.data.sessions[sessionId].ticket_prices[0].price).toBe(each)
  })

  test('is quoted, held, paid, ordered and mailed in its currency', async () => {
    const event = await build()
    const browser = server.browser()
    const tickets = [{ ticketTypeId: event.typeId, quantity: 2 }]
    const selection = { eventId: event.eventId, sessionId: event.sessionId, tickets }
    const quoted = await browser.send('POST', '/api/quote', selection)
    expect(quoted.body.quote).toMatchObject({ currency, totalMinor: 6750 })
    const held = await holdCartOf(browser, event)
    expect(held.body.quote).toEqual(quoted.body.quote)
    expect((await createIntent(browser)).body).toMatchObject({ amount: major, currency })
    const inDollars = await browser.send('POST', '/api/create-payment-intent', {
      amount: 67.5,
      currency: 'usd',
      metadata: { cartId: '12345', eventId: event.eventId },
    })
    expect(inDollars.body).toMatchObject({ code: 'currency_mismatch', details: { currency } })

    const { body: order } = await buy(browser, event)
    const { body: view } = await browser.send('GET', `/api/orders/${order.id}`)
    expect(view.order).toMatchObject({ currency, totalAmount: major })
    const [payment] = await server.sql(
      `select currency, amount_minor from payments
       where id = (select id from payments where order_id = $1)`,
      [order.id],
    )
    expect(payment).toMatchObject({ currency, amount_minor: 6750 })
    const posted = await server.sql<{ currency: string }>(
      `select distinct currency from money_ledger where kind = 'charge' and source_id =
         (select id::text from payments where order_id = $1)`,
      [order.id],
    )
    expect(posted).toEqual([{ currency }])
    await deliverMails(server)
    const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
    expect(mails.some(({ html }) => html.includes(text))).toBe(true)
    expect(await findStockDrift(server)).toEqual([])
  })

  test('is held line by line and completed without a card, in its currency', async () => {
    const event = await server.build.event({ currency, types: [{ priceMinor: 0 }] })
    const browser = server.browser()
    expect((await holdLineOf(browser, event)).status).toBe(201)
    expect((await getCart(browser)).body.quote).toMatchObject({ currency, totalMinor: 0 })
    const { body: order } = await buy(browser, event)
    const { body: view } = await browser.send('GET', `/api/orders/${order.id}`)
    expect(view.order.currency).toBe(currency)
  })
})

test("an event has the tenant's currency unless it names its own, and keeps it", async () => {
  const before = await server.build.event()
  await server.sql(`update tenants set currency = 'gbp' where is_default`)
  const after = await server.build.event()
  const shown = await Promise.all(
    [before, after].map(({ eventId }) => server.browser().send('GET', `/api/events/${eventId}`)),
  )
  expect(shown.map(({ body }) => body.currency)).toEqual(['usd', 'gbp'])
  await server.sql(`update tenants set currency = 'usd' where is_default`)
})

test('a search by price compares only events in the currency of the tenant', async () => {
  const dollars = await server.build.event({ name: 'Comparable', types: [{ priceMinor: 2000 }] })
  await server.build.event({ name: 'Comparable', currency: 'jpy', types: [{ priceMinor: 2000 }] })
  const search = async (query: string) => {
    const { body } = await server.browser().send('GET', `/api/events/search?q=comparable${query}`)
    return body.events.map(({ id }: { id: string }) => id)
  }
  expect(await search('')).toHaveLength(2)
  expect(await search('&maxPrice=50')).toEqual([dollars.eventId])
  expect((await search('&sort=price'))[0]).toBe(dollars.eventId)
})
