import { api, type Endpoint } from '@foyer/contract'
import { DEFAULT_POLICY, isPlatformPath } from '@foyer/domain'
import {
  type BuiltEvent,
  buy,
  createIntent,
  findStockDrift,
  holdCart,
  orderBody,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATUS_OF } from '../src/http/errors.ts'
import {
  addressOf,
  type Belongings,
  foreignCalls,
  OUR_WORDS,
  THEIR_NAME,
  WRITTEN_AT,
} from './support/foreign-calls.ts'
import { browserWith, cookieOf, NEXT_YEAR } from './support/identity.ts'
import { SIGNED } from './support/valid-calls.ts'
import { registerPhone, testWallets } from './support/wallets.ts'
import { watchWrites } from './support/writes.ts'

const endpoints = Object.entries<Endpoint>(api)
/** The platform's own calls have no tenant; platform-host.test.ts shows that no tenant's host answers them. */
const naming = endpoints.filter(
  ([, { path, params, query, body }]) => !isPlatformPath(path) && (params || query || body),
)

const STATUSES: Readonly<Record<string, number>> = STATUS_OF

let server: TestServer
let theirs: Belongings
let ours: BuiltEvent
/** The same browser owns all of it on the other tenant, so only the tenant differs. */
let owner: TestBrowser
let here: TestBrowser

beforeAll(async () => {
  server = await startTestServer({ jobs: false, wallets: testWallets() })
  const other = await server.build.tenant({ slug: 'other' })
  await server.foyer.context.tenants.reload()
  owner = server.browser({ 'x-tenant-subdomain': 'other' })
  ours = await server.build.event({ addOns: [{ priceMinor: 500 }] })
  theirs = await belongingsOf(other.tenantId)
  await server.sql(
    `insert into tenant_pages (tenant_id, slug, title, body, updated_at)
     select tenant_id, $1, case when is_default then 'Ours' else 'Theirs' end,
       case when is_default then $2 else 'Theirs alone.' end, $3
     from tenants`,
    [theirs.page, OUR_WORDS, WRITTEN_AT],
  )
  here = browserWith(server, cookieOf(owner))
})
afterAll(() => server.close())

async function belongingsOf(tenantId: number): Promise<Belongings> {
  const event = await server.build.event({
    tenantId,
    name: THEIR_NAME,
    fee: { flatMinor: 250 },
    waiver: 'I take part at my own risk.',
    changePolicy: { cancel: { ...DEFAULT_POLICY.cancel, isAllowed: true } },
    addOns: [{ priceMinor: 500, capacity: 5 }],
  })
  const bought = await buy(owner, event, '11111')
  await holdCart(owner, event, '22222')
  await createIntent(owner, '22222')
  const item = await owner.send('POST', '/api/cart/items', {
    eventId: event.eventId,
    ticketTypeId: event.typeId,
    quantity: 2,
  })
  const idOf = async (table: string) => {
    const rows = await server.sql<{ id: string }>(`select id from ${table} where tenant_id = $1`, [
      tenantId,
    ])
    return rows[0]?.id ?? ''
  }
  const { orderId, order } = bought.body
  await owner.send('POST', `/api/orders/${orderId}/waivers/1`, SIGNED)
  const pass = await registerPhone(owner, server, { tenantId, orderId })
  // What was bought is bought; the rest is on sale later, or now with a code.
  await server.sql(
    `with later as (
       insert into event_sales (tenant_id, event_id, opens_at) values ($1, $2, now() + interval '1 day'))
     insert into access_codes (tenant_id, id, event_id, code, opens_early)
     values ($1, gen_random_uuid(), $2, 'FANCLUB', true)`,
    [tenantId, event.eventId],
  )
  return {
    ...pass,
    event,
    groupId: await idOf('ticket_groups'),
    feeSetId: await idOf('fee_sets'),
    heldCart: '22222',
    boughtCart: '11111',
    itemId: item.body.item.id,
    intentId: order.paymentId,
    orderId,
    orderToken: server.foyer.context.secrets.orderToken(tenantId, orderId, NEXT_YEAR),
    changeToken: server.foyer.context.secrets.changeToken(
      tenantId,
      { orderId, key: 'a change' },
      NEXT_YEAR,
    ),
    waiverToken: server.foyer.context.secrets.waiverToken(
      tenantId,
      { orderId, participant: '1' },
      NEXT_YEAR,
    ),
    ticketId: await idOf('tickets'),
    page: 'refunds',
  }
}

/** What a call of the owner names has ended, or never was. */
const GONE = ['getSessionPrices', 'getOfferedChange']

const callsOf = (name: string) =>
  Object.entries(foreignCalls(theirs, ours)).find(([called]) => called === name)?.[1] ?? []

test('every endpoint with an id is called with an id of another tenant', () => {
  const missing = naming.map(([name]) => name).filter((name) => callsOf(name).length === 0)
  expect(missing).toEqual([])
})

describe('what belongs to another tenant', () => {
  test.each(naming)('is not found and not changed by %s', async (name, endpoint) => {
    const written = await watchWrites(server)
    for (const call of callsOf(name)) {
      for (const browser of [here, server.browser()]) {
        const { headers, body } = call
        const answer = await browser.send(endpoint.method, addressOf(endpoint, call), body, headers)
        if (typeof call.answers === 'object') {
          const { status = 200, answers } = call
          expect([answer.status, answer.body]).toEqual([status, status === 204 ? '' : answers])
        } else {
          const status = STATUSES[call.answers]
          const isOwnerOnly = browser !== here && name === 'createOrder'
          const code = isOwnerOnly ? 'cart_not_found' : call.answers
          expect([answer.status, answer.body.code]).toEqual([status, code])
        }
      }
    }
    expect(await written()).toEqual([])
  })

  test('is found for its own tenant, which shows that the ids are correct (control)', {
    tags: ['night'],
  }, async () => {
    const reading = naming.filter(([, { method }]) => method === 'GET')
    for (const [name, endpoint] of reading) {
      for (const call of callsOf(name)) {
        const { headers } = call
        const answer = await owner.send(
          endpoint.method,
          addressOf(endpoint, call),
          undefined,
          headers,
        )
        expect([name, answer.status]).toEqual([name, GONE.includes(name) ? 410 : 200])
        expect(answer.body).not.toEqual(call.answers)
      }
    }
  })

  test("cannot be bought: another tenant's paid intent pays for nothing here", async () => {
    await holdCart(here, ours, theirs.heldCart)
    const written = await watchWrites(server)
    const body = orderBody(ours, theirs.intentId, theirs.heldCart)
    const answer = await here.send('POST', '/api/checkout/orders', body)
    expect([answer.status, answer.body.code]).toEqual([404, 'payment_not_found'])
    expect(await written()).toEqual([])
  })

  test('is not drawn as a poster', async () => {
    const path = `/posters/${theirs.event.eventId}/poster.svg`
    expect((await here.send('GET', path)).status).toBe(404)
    expect((await owner.send('GET', path)).status).toBe(200)
  })

  test('has correct counters afterwards', async () => {
    expect(await findStockDrift(server)).toEqual([])
  })
})
