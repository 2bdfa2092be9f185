import { BUYER, type BuiltEvent, orderBody, serverForTests, type TestBrowser } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { holdCartOf, stockOf } from './support/calls.ts'

const server = serverForTests({ jobs: false })

const LISBON = {
  address: 'Rua Garrett 73',
  city: 'Lisboa',
  zipCode: '1200-203',
  country: 'PT',
}

/** A browser that holds two tickets. */
async function holder(price?: number) {
  const event = await server.build.event({
    capacity: 10,
    ...(price === 0 && { types: [{ priceMinor: 0 }] }),
  })
  const browser = server.browser()
  await holdCartOf(browser, event)
  return { event, browser }
}

const start = (browser: TestBrowser, body: object) =>
  browser.send('POST', '/api/checkout/carts/12345/payment', body)
const order = (browser: TestBrowser, event: BuiltEvent, changes: object) =>
  browser.send('POST', '/api/checkout/orders', { ...orderBody(event), ...changes })

const keptContacts = () =>
  server.sql('select contact, billing_address from cart_contacts order by created_at')

describe('details that nobody can have', () => {
  test.each([
    ['a phone number of two digits', { contact: { ...BUYER.contact, phone: '12' } }],
    ['a phone number of letters', { contact: { ...BUYER.contact, phone: 'call me' } }],
    ['a ZIP code without a digit', { billingAddress: { ...BUYER.billingAddress, zipCode: 'abc' } }],
    ['a city of signs', { billingAddress: { ...BUYER.billingAddress, city: '??' } }],
    ['no state in the United States', { billingAddress: { ...LISBON, country: 'US' } }],
    ['a country that is none', { billingAddress: { ...LISBON, country: 'XX' } }],
  ])('are refused before anything is charged, and change nothing: %s', async (_, changes) => {
    const { event, browser } = await holder()
    const before = await keptContacts()
    const refused = await start(browser, { ...BUYER, ...changes })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(await keptContacts()).toEqual(before)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
    expect((await start(browser, BUYER)).status).toBe(200)
  })

  test('become no free order', async () => {
    const { event, browser } = await holder(0)
    const refused = await order(browser, event, { phone: '12' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })
})

test('details that only look unusual are accepted', async () => {
  const { browser } = await holder()
  const contact = { ...BUYER.contact, phone: '4002' }
  const billingAddress = { address: '1', city: 'Y', state: 'ZZ', zipCode: '1', country: 'US' }
  expect((await start(browser, { contact, billingAddress })).status).toBe(200)
})

test('an address abroad is stored with its country and needs no state', async () => {
  const { browser } = await holder()
  expect((await start(browser, { contact: BUYER.contact, billingAddress: LISBON })).status).toBe(
    200,
  )
  expect((await keptContacts()).at(-1)).toMatchObject({
    billing_address: { ...LISBON, state: '' },
  })
})

test('a wallet that shares neither phone nor address can pay', async () => {
  const { browser } = await holder()
  const { phone: _, ...contact } = BUYER.contact
  expect((await start(browser, { contact })).status).toBe(200)
})

test('a free order needs a name and an e-mail address only', async () => {
  const { event, browser } = await holder(0)
  const { phone: _, billingAddress: __, ...rest } = orderBody(event)
  const made = await browser.send('POST', '/api/checkout/orders', rest)
  expect(made).toMatchObject({ status: 201, body: { order: { phone: '', billingAddress: null } } })
})
