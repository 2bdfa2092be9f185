import { api, type Endpoint } from '@foyer/contract'
import {
  BUYER,
  buy,
  createIntent,
  findStockDrift,
  holdCart,
  rawRequest,
  startTestServer,
  type TestServer,
} from '@foyer/testkit'
import { sample } from '@foyer/testkit/night'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'
import { addressOf } from './support/foreign-calls.ts'
import { BROKEN_BODIES } from './support/garbage.ts'
import { cookieOf } from './support/identity.ts'
import {
  faultsOf,
  inGroupsOf,
  malformedCalls,
  namesField,
  type Send,
  sendAs,
} from './support/malformed-calls.ts'
import { type ValidCall, validCalls, type World } from './support/valid-calls.ts'
import { watchWrites } from './support/writes.ts'

const endpoints = Object.entries<Endpoint>(api)
const taking = endpoints.filter(([, { params, query, body }]) => params || query || body)
const withBody = endpoints.filter(([, { body }]) => body)

let server: TestServer
let world: World
let cookie: string
let written: () => Promise<string[]>

beforeAll(async () => {
  // Behind a proxy, so that each request may have an address of its own and meets no limit.
  server = await startTestServer({
    jobs: false,
    publicUrl: 'https://example.com',
    isOneAddressMany: true,
  })
  const event = await server.build.event({ fee: { flatMinor: 0 } })
  const soldOut = await server.build.event({
    capacity: 0,
    addOns: [{ priceMinor: 500 }, { priceMinor: 900, capacity: 0 }],
  })
  const bought = await buy(server.browser(), event)
  const browser = server.browser()
  await holdCart(browser, event)
  const intent = await createIntent(browser)
  // The grace for a started payment is granted once, so later calls change nothing.
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await browser.send('POST', '/api/checkout/carts/12345/more-time')
  await browser.send('POST', '/api/checkout/carts/12345/more-time')
  const item = await browser.send('POST', '/api/cart/items', {
    eventId: event.eventId,
    ticketTypeId: event.typeId,
    quantity: 1,
  })
  const [ids] = await server.sql<{ fee: string; group: string }>(
    `select (select id from fee_sets) as fee,
       (select id from ticket_groups where event_id = $1) as group`,
    [event.eventId],
  )
  cookie = cookieOf(browser)
  world = {
    event,
    soldOut,
    feeSetId: ids?.fee ?? '',
    groupId: ids?.group ?? '',
    intentId: intent.body.paymentIntentId,
    itemId: item.body.item.id,
    orderId: bought.body.orderId,
  }
  written = await watchWrites(server)
})
afterAll(() => server.close())

const send: Send = (...asked) => sendAs(server.url, cookie, ...asked)
const validOf = (name: string): ValidCall | undefined =>
  Object.entries(validCalls(world)).find(([called]) => called === name)?.[1]

/**
 * Checks that nothing was written; only the contact that the buyer sent may be stored with the cart.
 */
async function expectUnchanged(): Promise<void> {
  const writes = await written()
  expect(writes.filter((write) => write !== 'update cart_contacts')).toEqual([])
  expect(await findStockDrift(server)).toEqual([])
}

test('every endpoint that takes input has a call to mutate', () => {
  expect(taking.map(([name]) => name).filter((name) => !validOf(name))).toEqual([])
})

describe('a call with one mutated value', () => {
  test.each(taking)(
    'is refused with a clear 4xx by %s',
    { tags: ['sampled'] },
    async (name, endpoint) => {
      const calls = malformedCalls(endpoint, validOf(name) ?? {})
      expect(calls.length).toBeGreaterThan(0)
      const wrong: unknown[] = []
      await inGroupsOf(16, sample(calls, 7), async ({ what, mutated, path, body }) => {
        const answer = await send(endpoint.method, path, body)
        // Such a URL leads to another endpoint, or to none.
        const [first] = answer.body.details?.fields ?? []
        const isElsewhere = answer.body.code === 'not_found' || first?.field === 'url'
        const faults = faultsOf(answer, isElsewhere ? 'text' : endpoint.errorShape)
        if (!namesField(answer, mutated))
          faults.push(`names ${JSON.stringify(answer.body.details)}`)
        if (faults.length > 0) wrong.push([what, ...faults])
      })
      expect(wrong).toEqual([])
      await expectUnchanged()
    },
  )

  test('is granted without a mutation (control)', { tags: ['night'] }, async () => {
    const refusing: Record<string, number> = {
      getSessionPrices: 410,
      holdCart: 409,
      createHold: 409,
      addMoreTime: 409,
      applyCoupon: 404,
      enterAccessCode: 409,
      getSaleReminder: 409,
      createOrder: 402,
      completePurchase: 404,
      getPurchase: 404,
      getOrder: 404,
      downloadTickets: 404,
      downloadReceipt: 404,
      getCalendarFile: 404,
      getApplePass: 404,
      getGooglePass: 404,
      getWaivers: 404,
      signWaiver: 404,
      sendWaiverLink: 404,
      downloadWaiver: 404,
      quoteCancellation: 404,
      cancelOrder: 404,
      getRescheduleOptions: 404,
      quoteReschedule: 404,
      listUpgradeOptions: 404,
      payChange: 404,
      rescheduleOrder: 404,
      getOfferedChange: 404,
      payOfferedChange: 404,
      finishOfferedChange: 404,
      listDisruptions: 404,
      answerDisruption: 404,
      upgradeOrder: 404,
      sendConfirmation: 404,
      confirmLookup: 410,
      getOrderCard: 404,
      getOrderConsents: 404,
      revokeMarketing: 404,
      resendEmail: 404,
      registerPass: 401,
      unregisterPass: 401,
      getPass: 401,
      // The phone is unknown.
      listChangedPasses: 204,
    }
    // Calls that change something, or whose limit the broken calls above have used up; other tests
    // cover them.
    const changing = new Set([
      'lookUpOrders',
      'releaseCart',
      'addCartItem',
      'removeCartItem',
      'clearCart',
      'updateCartItem',
      // It asks the provider about its payment.
      'getPayment',
    ])
    for (const [name, endpoint] of taking.filter(([called]) => !changing.has(called))) {
      const call = validOf(name) ?? {}
      const body = call.body === undefined ? undefined : JSON.stringify(call.body)
      const answer = await send(endpoint.method, addressOf(endpoint, call), body)
      expect([name, answer.status]).toEqual([name, refusing[name] ?? 200])
    }
  })
})

describe('a body', () => {
  test.each(withBody)('is refused as malformed by %s if it is not JSON', async (name, endpoint) => {
    const path = addressOf(endpoint, validOf(name) ?? {})
    for (const body of BROKEN_BODIES) {
      const answer = await send(endpoint.method, path, body)
      expect([String(body).slice(0, 60), answer.status, answer.body.code]).toEqual([
        String(body).slice(0, 60),
        400,
        'malformed_body',
      ])
      expect(faultsOf(answer, endpoint.errorShape)).toEqual([])
    }
  })

  test.each(withBody)('is refused by %s without a JSON content type', async (name, endpoint) => {
    const call = validOf(name) ?? {}
    const types = [
      'text/plain',
      'text/plain; charset=utf-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/octet-stream',
      'nonsense',
      '',
    ]
    for (const type of types) {
      const body = JSON.stringify(call.body)
      const path = addressOf(endpoint, call)
      const answer = await send(endpoint.method, path, body, { 'content-type': type })
      expect([type, answer.status, answer.body.code]).toEqual([type, 415, 'unsupported_media_type'])
      expect(faultsOf(answer, endpoint.errorShape)).toEqual([])
    }
  })

  test.each(withBody)(
    'is refused by %s beyond 64 kB, however it is sent',
    async (name, endpoint) => {
      const call = validOf(name) ?? {}
      const body = JSON.stringify({ ...Object(call.body), padding: 'a'.repeat(70_000) })
      const ways: Record<string, string>[] = [
        { 'content-length': String(body.length) },
        { 'transfer-encoding': 'chunked' },
      ]
      for (const way of ways) {
        const answer = await rawRequest(server.url, {
          method: endpoint.method,
          path: addressOf(endpoint, call),
          headers: { 'content-type': 'application/json', ...way },
          body,
        })
        expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
        expect(faultsOf(answer, endpoint.errorShape)).toEqual([])
      }
    },
  )

  test('is accepted if it is large but within the bound', async () => {
    const body = JSON.stringify({ ...BODY_OF_NOBODY, cartData: 'a'.repeat(60_000) })
    const answer = await send('POST', '/api/send-confirmation-email', body)
    expect(answer.body.code).toBe('order_not_found')
  })
  const BODY_OF_NOBODY = {
    orderId: '00000000-0000-4000-8000-000000000000',
    email: 'nobody@example.com',
  }
})

describe('an address', () => {
  test.each([
    '/api/events/%ZZ',
    '/api/events/%',
    '/api/events/%E0%A4%A',
    '/api/%ZZ',
    '/%ZZ',
    '/api/checkout/carts/%C0%AE',
    '/api/price/daily?eventId=%ZZ&date=%',
    '/api/ticket-types?eventId=%E0%A4%A',
    `/api/events/${'a'.repeat(5000)}`,
    `/api/ticket-types?eventId=${'a'.repeat(5000)}`,
    `/api/orders/${'%F0%9F%92%A5'.repeat(400)}`,
    `/${'a'.repeat(5000)}`,
    `/api${'/a'.repeat(2500)}`,
    `/api/ticket-types?${times(1000, (index) => `a${index}=1`).join('&')}`,
    `/api/events/${'a'.repeat(20_000)}`,
    '/api/events/../../etc/passwd',
    '/api/events/..%2f..%2fetc%2fpasswd',
    '//api/events/x',
    '/api//events/x',
    '/api/events/x;y=1',
    '/api/events/\\x',
  ])('is refused with a clear 4xx: %.50s', async (path) => {
    const answer = await send('GET', path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const shape = path.includes('/price/') ? 'message' : 'text'
    expect(faultsOf(answer, shape)).toEqual([])
  })

  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/orders',
    '/api/checkout',
    '/api/events/1/2/3',
    '/api/__proto__',
    '/api/constructor',
    '/api/.env',
    '/api/stripe/webhook',
  ])('without a route gets a 404 in JSON: %s', async (path) => {
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
      const answer = await send(method, path)
      expect([method, answer.status, answer.body]).toEqual([
        method,
        404,
        { error: expect.any(String), code: 'not_found' },
      ])
    }
  })

  const matches = (pattern: string, path: string) =>
    new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)

  test.each(endpoints)('answers only its own methods: %s', async (name, endpoint) => {
    // '/order-management/:orderId' also matches '/order-management/lookup'.
    const own = endpoints.filter(([, { path }]) => matches(path, endpoint.path))
    const methods = [
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'PURGE',
    ]
    const others = methods.filter((method) => own.every(([, known]) => known.method !== method))
    const path = addressOf(endpoint, { params: validOf(name)?.params ?? {} })
    for (const method of others) {
      const answer = await send(method, path)
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'not_found'])
    }
  })

  test('is refused if it repeats a parameter; the refusal names it', async () => {
    const { eventId, date } = world.event
    for (const [path, field] of [
      [`/api/ticket-types?eventId=${eventId}&eventId=b`, 'query.eventId'],
      [`/api/inventory/summary?eventId=${eventId}&eventId=${eventId}`, 'query.eventId'],
      [`/api/price/daily?eventId=${eventId}&date=${date}&date=${date}`, 'query.date'],
      [`/api/orders/${world.orderId}?email=a@example.com&email=b@example.com`, 'query.email'],
      [`/api/ticket-groups?eventId[]=${eventId}`, 'query.eventId'],
      [`/api/ticket-groups?eventId[id]=${eventId}`, 'query.eventId'],
    ] as const) {
      const answer = await send('GET', path)
      expect([path, answer.status, answer.body.details?.fields[0].field]).toEqual([
        path,
        400,
        field,
      ])
    }
  })
})

describe('an Idempotency-Key', () => {
  test.each(['', ' ', 'a'.repeat(256), 'ключ', 'a b', 'a\tb'])(
    'such as %j is refused',
    async (key) => {
      const { params, body } = validOf('holdCart') ?? {}
      const path = addressOf(api.holdCart, params ? { params } : {})
      const answer = await send('POST', path, JSON.stringify(body), {
        'idempotency-key': Buffer.from(key).toString('latin1'),
      })
      expect([answer.status, answer.body.details?.fields[0].field]).toEqual([
        400,
        'headers.idempotency-key',
      ])
    },
  )
})

describe('the text of a refusal', () => {
  const fieldsOf = async (path: string, body: unknown) => {
    const answer = await send('POST', path, JSON.stringify(body))
    return answer.body.details.fields
  }
  const contact = { firstName: '', email: 'no address', phone: null }

  test('is the one that forms show, for each field', async () => {
    const body = { contact, billingAddress: { city: 'New York' } }
    expect(await fieldsOf('/api/checkout/carts/12345/payment', body)).toEqual([
      { field: 'contact.firstName', message: 'String must contain at least 1 character(s)' },
      { field: 'contact.email', message: 'Invalid email' },
      { field: 'contact.phone', message: 'Required' },
      { field: 'billingAddress.address', message: 'Required' },
    ])
  })

  test('names the line and the field of a list', async () => {
    const body = Object(validOf('holdCart')?.body)
    const tickets = [body.tickets[0], { ticketTypeId: 'x', quantity: 0 }]
    expect(await fieldsOf('/api/checkout/carts/12345/hold', { ...body, tickets })).toEqual([
      { field: 'tickets.1.ticketTypeId', message: 'Invalid uuid' },
      { field: 'tickets.1.quantity', message: 'Number must be greater than or equal to 1' },
    ])
  })

  test.each(['', '?eventId=', `?date=2026-11-21`, '?eventId=&date='])(
    'of the day’s prices without event and date is always the same: %j',
    async (query) => {
      const answer = await send('GET', `/api/price/daily${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toBe('Event ID and date are required')
      expect(answer.body.success).toBe(false)
    },
  )
})

test('none of the bad requests has changed anything', async () => {
  await expectUnchanged()
  expect((await send('GET', '/readyz')).status).toBe(200)
})
