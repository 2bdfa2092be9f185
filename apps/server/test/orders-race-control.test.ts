import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  orderBody,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdCartOf, times } from './support/calls.ts'

/**
 * The positive control of 'one paid cart, twenty calls, one order': the locks of a sale are taken
 * out of its statements on their way to the database, and the same race makes several orders. With
 * the locks it makes one, as orders.test.ts shows.
 */
let server: TestServer
let unlocked = 0
const query = pg.Client.prototype.query
const LOCK = /\s+for update(?: of "payments")?\s*$/i

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent
    if (typeof first === 'string') sent[0] = withoutLock(first)
    else if (hasText(first)) sent[0] = { ...first, text: withoutLock(first.text) }
    return Reflect.apply(query, this, sent)
  } as typeof query
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await server.close()
})

const hasText = (sent: unknown): sent is { text: string } =>
  typeof sent === 'object' && sent !== null && 'text' in sent && typeof sent.text === 'string'

function withoutLock(text: string): string {
  if (!LOCK.test(text)) return text
  unlocked += 1
  return text.replace(LOCK, '')
}

async function race(browser: TestBrowser, event: BuiltEvent, intentId?: string): Promise<number> {
  const body = orderBody(event, intentId)
  await Promise.all(times(20, () => browser.send('POST', '/api/checkout/orders', body)))
  const orders = await server.sql('select id from orders where event_id = $1', [event.eventId])
  return orders.length
}

async function free(): Promise<number> {
  const event = await server.build.event({ types: [{ priceMinor: 0 }] })
  const browser = server.browser()
  await holdCartOf(browser, event)
  return race(browser, event)
}

async function paid(): Promise<number> {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  return race(browser, event, intent.paymentIntentId)
}

/** Runs a race until it is lost, a bounded number of times: it is won by luck now and then. */
async function mostOrdersOf(run: () => Promise<number>): Promise<number> {
  let most = 0
  for (let round = 0; round < 15 && most < 2; round += 1) most = Math.max(most, await run())
  return most
}

test('without its locks a free cart becomes several orders', async () => {
  expect(await mostOrdersOf(free)).toBeGreaterThan(1)
  expect(unlocked).toBeGreaterThan(0)
})

test('without its locks a payment still makes one order, by the constraint alone', async () => {
  for (const _ of times(3, () => null)) expect(await paid()).toBe(1)
})

test('and without the constraint as well, it makes several', async () => {
  await server.sql('alter table orders drop constraint orders_tenant_id_payment_id_key')
  expect(await mostOrdersOf(paid)).toBeGreaterThan(1)
})
