import {
  BUYER,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  holdCart,
  rawRequest,
  until,
  webhooksProcessed,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { reconcile } from '../src/reconcile/reconcile.ts'
import {
  type CellWorld,
  contextOfNorth,
  ofOrganizer,
  startCellWorld,
} from './support/cell-world.ts'

/** One server, two databases: the main organizer is at home, 'harbor' in the cell north. */
let world: CellWorld
let tenantId: number
beforeAll(async () => {
  world = await startCellWorld()
  tenantId = await world.organizer('harbor')
  const { server, north } = world
  const domain = `insert into tenant_domains (tenant_id, host, is_main)
    values (${tenantId}, 'harbor.example.com', true)`
  await Promise.all([server.sql(domain), north.sql(domain)])
  await server.foyer.context.cells.reload()
})
afterAll(() => world.close())

const atHarbor = () => world.server.browser(ofOrganizer('harbor'))
const anEvent = () => world.north.build.event({ tenantId })

describe('a request for an organizer in another cell', () => {
  test.each([
    ['a header', { 'x-tenant-subdomain': 'harbor' }, '/api/tenant'],
    ['the header of a path', { 'x-brand-path': '/harbor/' }, '/api/tenant'],
    ['a subdomain', { host: 'harbor.localhost' }, '/api/tenant'],
    ['a domain of its own', { host: 'harbor.example.com' }, '/api/tenant'],
    ['a path', {}, '/harbor/api/tenant'],
  ])('is answered by that cell when %s names the organizer', async (_, headers, path) => {
    const { status, body } = await rawRequest(world.server.url, { path, headers: { ...headers } })
    expect([status, body.slug]).toEqual([200, 'harbor'])
  })

  test('is a 404 for an organizer in no cell', async () => {
    const browser = world.server.browser(ofOrganizer('nobody'))
    expect((await browser.send('GET', '/api/tenant')).status).toBe(404)
  })
})

describe('a purchase', () => {
  test('is made in the cell of its organizer, and its mail is sent by the jobs of that cell', async () => {
    const bought = await buy(atHarbor(), await anEvent())
    expect(bought.status).toBe(201)
    expect(await world.north.sql('select tenant_id from orders')).toEqual([{ tenant_id: tenantId }])
    expect(await world.server.sql('select 1 from orders')).toEqual([])
    await until(
      () => world.north.sql<{ state: string }>('select state from mails'),
      (mails) => mails.length > 0 && mails.every(({ state }) => state === 'sent'),
    )
    expect(await findStockDrift(world.north)).toEqual([])
  })

  test('is made at home for an organizer at home', async () => {
    const bought = await buy(world.server.browser(), await world.server.build.event())
    expect(bought.status).toBe(201)
    expect(await world.server.sql('select tenant_id from orders')).toEqual([{ tenant_id: 1 }])
  })

  test('whose browser is gone is settled by the webhook, in the cell of its organizer alone', async () => {
    const event = await anEvent()
    const browser = atHarbor()
    await holdCart(browser, event, '12777')
    const { body: intent } = await createIntent(browser, '12777')
    await browser.send('POST', '/api/checkout/carts/12777/payment', BUYER)
    await confirmCard(browser, intent, CARDS.success)
    await until(
      () => world.north.sql('select 1 from orders where event_id = $1', [event.eventId]),
      (orders) => orders.length === 1,
    )
    await Promise.all([webhooksProcessed(world.server), webhooksProcessed(world.north)])
    const states = (sql: CellWorld['north']['sql']) =>
      sql<{ state: string }>(
        `select distinct state from provider_events where intent_id = $1
          and type = 'payment_intent.succeeded'`,
        [intent.paymentIntentId],
      )
    expect(await states(world.server.sql)).toEqual([{ state: 'ignored' }])
    expect(await states(world.north.sql)).toEqual([{ state: 'done' }])
  })
})

test('each cell agrees with the provider, and finds no payment of another cell', async () => {
  await buy(atHarbor(), await anEvent())
  for (const context of [world.server.foyer.context, contextOfNorth(world)]) {
    // The lists are read from before the first payment on.
    await context.db.pool.query(
      `update provider_watermarks set reached_at = now() - interval '1 day'`,
    )
    expect(await reconcile(context)).toMatchObject({ failed: 0, problems: [] })
    const { differences, orders } = await auditAll(context.db)
    expect([differences, orders > 0]).toEqual([[], true])
  }
})

test('metrics of both cells are in one text, with the cell as their label', async () => {
  const { body } = await world.server.browser().send('GET', '/metrics')
  const callsOf = (cell: string) =>
    body.includes(`foyer_calls_total{call="POST /api/checkout/orders",outcome="ok",cell="${cell}"}`)
  expect([callsOf('home'), callsOf('north')]).toEqual([true, true])
  expect(body.match(/^# TYPE foyer_calls_total /gm)).toHaveLength(1)
  expect(body.match(/^process_resident_memory_bytes/gm)).toHaveLength(1)
})

test('/readyz says that the cell answers', async () => {
  const { status, body } = await world.server.browser().send('GET', '/readyz')
  expect([status, body.status, body.cells]).toEqual([200, 'ready', { north: true }])
})
