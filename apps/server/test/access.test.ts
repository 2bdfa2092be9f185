import { api, type Endpoint } from '@foyer/contract'
import {
  type Answer,
  BUYER,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATUS_OF } from '../src/http/errors.ts'
import { addressOf } from './support/foreign-calls.ts'
import { browserWith, cookieOf, NEXT_YEAR } from './support/identity.ts'
import { type OwnWorld, ownCalls } from './support/own-calls.ts'
import { SIGNED, type ValidCall } from './support/valid-calls.ts'
import { registerPhone, testWallets } from './support/wallets.ts'
import { watchWrites } from './support/writes.ts'

/**
 * Checks who may call each endpoint of the contract. A new endpoint is included without a further
 * line, once it has a call in support/own-calls.ts. foreign-ids.test.ts shows for every id that
 * things of another tenant do not exist.
 */

type EndpointOf<K> = Endpoint & { access: Extract<Endpoint['access'], { kind: K }> }
const isOf =
  <K extends Endpoint['access']['kind']>(kind: K) =>
  (entry: [string, Endpoint]): entry is [string, EndpointOf<K>] =>
    entry[1].access.kind === kind
const endpoints = Object.entries<Endpoint>(api)

const HELD = '12345'
const PAID = '23456'
const BOUGHT = '34567'
const OTHER_TENANT = { 'x-tenant-subdomain': 'other' }

let server: TestServer
let feeSetId: string
beforeAll(async () => {
  server = await startTestServer({
    jobs: false,
    isOneAddressMany: true,
    wallets: testWallets(),
  })
  await server.build.tenant({ slug: 'other' })
  await server.foyer.context.tenants.reload()
  await server.build.event({ fee: { flatMinor: 100 } })
  const [fee] = await server.sql<{ id: string }>('select id from fee_sets')
  feeSetId = fee?.id ?? ''
})
afterAll(() => server.close())

/** A browser with carts, a payment, a stored selection and an order. */
async function ownWorld(): Promise<OwnWorld & { owner: TestBrowser }> {
  const owner = server.browser()
  // The second type costs so little more that nothing is asked for it, the third has to be paid.
  const types = [{}, { name: 'Balcony', priceMinor: 3040 }, { name: 'Box', priceMinor: 4000 }]
  const event = await server.build.event({
    sessions: 2,
    types,
    waiver: 'I take part at my own risk.',
    changePolicy: {
      cancel: {
        isAllowed: true,
        untilMinutes: 0,
        shares: [{ untilMinutes: 0, ratePpm: 0 }],
        withFees: false,
      },
    },
  })
  const { eventId: soonEventId } = await server.build.event()
  await server.sql(
    `with later as (
       insert into event_sales (tenant_id, event_id, opens_at) values (1, $1, now() + interval '1 day'))
     insert into access_codes (tenant_id, id, event_id, code, opens_early)
     values (1, gen_random_uuid(), $1, 'FANCLUB', true)`,
    [soonEventId],
  )
  const coupon = await server.build.coupon()
  await holdCart(owner, event, HELD)
  const unpaid = await createIntent(owner, HELD)
  await holdCart(owner, event, PAID)
  const paid = await createIntent(owner, PAID)
  await confirmCard(owner, paid.body, CARDS.success)
  const bought = await buy(owner, event, BOUGHT, 3)
  const { orderId } = bought.body
  const item = await owner.send('POST', '/api/cart/items', {
    eventId: event.eventId,
    ticketTypeId: event.typeId,
    quantity: 2,
  })
  await owner.send('POST', `/api/orders/${orderId}/waivers/1`, SIGNED)
  const [ticket, other] = await server.sql<{ id: string }>(
    'select id from tickets where order_id = $1 order by number',
    [orderId],
  )
  const disruptionId = crypto.randomUUID()
  await server.sql(
    `with disrupted as (
       insert into session_disruptions (tenant_id, id, session_id, event_id, kind, from_starts_at,
         to_starts_at, answer_by, unanswered, state)
       select tenant_id, $2, id, event_id, 'moved', starts_at, starts_at, now() + interval '1 hour',
         'keep', 'working'
       from sessions where id = $3 returning tenant_id)
     insert into disruption_answers (tenant_id, disruption_id, order_id, state)
     select tenant_id, $2, $1, 'asked' from disrupted`,
    [orderId, disruptionId, event.sessionId],
  )
  const pass = await registerPhone(owner, server, { tenantId: 1, orderId })
  return {
    ...pass,
    owner,
    event,
    soonEventId,
    feeSetId,
    couponCode: coupon.code,
    heldCart: HELD,
    paidCart: PAID,
    boughtCart: BOUGHT,
    unpaidIntentId: unpaid.body.paymentIntentId,
    paidIntentId: paid.body.paymentIntentId,
    itemId: item.body.item.id,
    orderId,
    ticketId: ticket?.id ?? '',
    disruptionId,
    otherTicketId: other?.id ?? '',
  }
}

const callOf = (world: OwnWorld, name: string): ValidCall =>
  Object.entries(ownCalls(world)).find(([called]) => called === name)?.[1] ?? {}

const send = (browser: TestBrowser, endpoint: Endpoint, call: ValidCall): Promise<Answer> =>
  browser.send(endpoint.method, addressOf(endpoint, call), call.body, call.headers)

/** A buyer of another order. */
async function otherBuyer(): Promise<TestBrowser> {
  const browser = server.browser()
  await buy(browser, await server.build.event(), '54321')
  return browser
}

/** The answer without the time at which it was given, which a calendar file has as well. */
function withoutClock({ body }: Answer) {
  if (typeof body === 'string') return body.replaceAll(/^DTSTAMP:.*$/gm, '')
  return body?.serverTime ? { ...body, serverTime: null } : body
}

const succeeds = (endpoint: Endpoint) => endpoint.status ?? 200

describe('a public endpoint', () => {
  const open = endpoints.filter(isOf('public'))
  let world: OwnWorld & { owner: TestBrowser }
  beforeAll(async () => {
    world = await ownWorld()
  })

  test.each(open)(
    '%s gives everybody the same answer and sets no cookie',
    async (name, endpoint) => {
      const call = callOf(world, name)
      const answers = [
        await send(server.browser(), endpoint, call),
        await send(world.owner, endpoint, call),
      ]
      // One endpoint gives no answer: it was withdrawn.
      const status = name === 'getSessionPrices' ? STATUS_OF.deprecated : succeeds(endpoint)
      expect(answers.map((answer) => answer.status)).toEqual([status, status])
      const [one, other] = answers.map(withoutClock)
      expect(one).toEqual(other)
      for (const { headers } of answers) expect(headers.get('set-cookie')).toBeNull()
    },
  )
})

describe('an endpoint for what belongs to a browser', () => {
  const own = endpoints.filter(isOf('browser'))

  /** Another browser, with something of its own. */
  async function knownBrowser({ event }: OwnWorld): Promise<TestBrowser> {
    const browser = server.browser()
    await send(browser, api.addCartItem, {
      body: { eventId: event.eventId, ticketTypeId: event.typeId, quantity: 1 },
    })
    await send(browser, api.clearCart, { query: { eventId: event.eventId } })
    return browser
  }

  /** Everything stored that belongs to a browser. */
  const belongingsOf = (browser: TestBrowser) =>
    Promise.all(
      ['holds', 'cart_items', 'orders'].map((table) =>
        server.sql(`select * from ${table} where browser_id = $1 order by id`, [browser.id]),
      ),
    )

  test.each(own)('%s acts for that browser only', async (name, endpoint) => {
    const world = await ownWorld()
    const { owner } = world
    const call = callOf(world, name)
    const { withoutCookie } = endpoint.access
    const elsewhere = browserWith(server, cookieOf(owner), OTHER_TENANT)
    const strangers: [TestBrowser, { isKnown: boolean }][] = [
      [server.browser(), { isKnown: false }],
      [browserWith(server, 'no-token-of-ours'), { isKnown: false }],
      [await knownBrowser(world), { isKnown: true }],
      [elsewhere, { isKnown: true }],
    ]
    const written = withoutCookie === 'gets_cookie' ? null : await watchWrites(server)
    const owned = await belongingsOf(owner)
    for (const [browser, { isKnown }] of strangers) {
      const answer = await send(browser, endpoint, call)
      if (withoutCookie === 'gets_cookie') {
        // On another tenant nothing of this exists; any other browser begins something of its own.
        expect(answer.status).toBe(browser === elsewhere ? 404 : succeeds(endpoint))
        expect(answer.headers.has('set-cookie')).toBe(!isKnown)
      } else if ('refuse' in withoutCookie) {
        // A known browser gets as far as the payment, which does not belong to its cart.
        const isPayment = isKnown && name === 'createOrder'
        const code = isPayment ? 'payment_not_found' : withoutCookie.refuse
        expect([answer.status, answer.body.code]).toEqual([404, code])
        expect(answer.headers.get('set-cookie')).toBeNull()
      } else {
        expect([answer.status, answer.body]).toEqual([200, withoutCookie.answer])
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
    }
    expect(await belongingsOf(owner)).toEqual(owned)
    if (written) expect(await written()).toEqual([])

    // Control: the same call by the browser itself succeeds, and finds everything.
    const answer = await send(owner, endpoint, call)
    expect([name, answer.status]).toEqual([name, succeeds(endpoint)])
    if (withoutCookie !== 'gets_cookie' && 'answer' in withoutCookie && name !== 'clearCart') {
      expect(answer.body).not.toEqual(withoutCookie.answer)
    }
  })
})

describe('an endpoint for any visitor', () => {
  test.each(endpoints.filter(isOf('visitor')))(
    '%s gives a browser nothing that belongs to another one, and sets no cookie',
    async (name, endpoint) => {
      const world = await ownWorld()
      const call = { body: { ...Object(callOf(world, name).body) } }
      if (name === 'lookUpOrders') call.body.email = BUYER.contact.email
      const strangers = [server.browser(), await otherBuyer()]
      for (const browser of [
        ...strangers,
        browserWith(server, cookieOf(world.owner), OTHER_TENANT),
      ]) {
        const answer = await send(browser, endpoint, call)
        expect(JSON.stringify(answer.body)).not.toContain(world.orderId)
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
      // Control: the browser itself is given its order.
      const own = await send(world.owner, endpoint, call)
      if (name === 'lookUpOrders') expect(JSON.stringify(own.body)).toContain(world.orderId)
    },
  )
})

describe('an endpoint for an order', () => {
  const ofOrder = endpoints.filter(isOf('order'))
  let world: OwnWorld & { owner: TestBrowser }
  let stranger: TestBrowser
  beforeAll(async () => {
    world = await ownWorld()
    stranger = await otherBuyer()
  })

  const EMAIL = BUYER.contact.email
  const WRONG_EMAIL = 'eve@example.com'
  const orderToken = (orderId: string, tenantId = 1, endsAt = NEXT_YEAR) =>
    server.foyer.context.secrets.orderToken(tenantId, orderId, endsAt)

  /** Adds credentials to the call, each in the field where the endpoint declares it. */
  function withCredentials(
    call: ValidCall,
    { access }: EndpointOf<'order'>,
    given: { email?: string; token?: string },
  ): ValidCall {
    const filled: ValidCall = { ...call, query: { ...call.query }, body: call.body }
    for (const [field, value] of [
      [access.email, given.email],
      [access.token, given.token],
    ]) {
      const [part, name = ''] = field?.split('.') ?? []
      if (value === undefined) continue
      if (part === 'body') filled.body = { ...Object(filled.body), [name]: value }
      else filled.query = { ...filled.query, [name]: value }
    }
    return filled
  }

  /** An address for the body, if the schema requires one. */
  const required = ({ access }: EndpointOf<'order'>) =>
    access.email.startsWith('body.') ? { email: WRONG_EMAIL } : {}

  test.each(ofOrder)('%s is closed to everyone without a right to it', async (name, endpoint) => {
    const { owner, orderId } = world
    const elsewhere = browserWith(server, cookieOf(owner), OTHER_TENANT)
    const base = required(endpoint)
    const attempts: [TestBrowser, { email?: string; token?: string }][] = [
      [server.browser(), base],
      [stranger, base],
      [server.browser(), { email: WRONG_EMAIL }],
      [elsewhere, { email: EMAIL }],
    ]
    if (endpoint.access.token) {
      attempts.push(
        [server.browser(), { token: orderToken(world.feeSetId) }],
        [server.browser(), { token: orderToken(orderId, 2) }],
        [server.browser(), { token: orderToken(orderId).slice(0, -1) }],
        [elsewhere, { token: orderToken(orderId) }],
      )
    }
    const written = await watchWrites(server)
    for (const [browser, credentials] of attempts) {
      const call = withCredentials(callOf(world, name), endpoint, credentials)
      const answer = await send(browser, endpoint, call)
      expect([credentials, answer.status, answer.body.code]).toEqual([
        credentials,
        404,
        'order_not_found',
      ])
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    if (endpoint.access.token) {
      const token = orderToken(orderId, 1, new Date(Date.now() - 1000))
      const call = withCredentials(callOf(world, name), endpoint, { token })
      const answer = await send(server.browser(), endpoint, call)
      expect([answer.status, answer.body.code]).toEqual([410, 'order_link_ended'])
    }
    expect(await written()).toEqual([])
  })

  test.each(ofOrder)(
    '%s opens to its browser, its address and its link',
    async (name, endpoint) => {
      const { owner, orderId } = world
      const rights: [TestBrowser, { email?: string; token?: string }][] = [
        [owner, required(endpoint)],
        [server.browser(), { email: EMAIL }],
        ...(endpoint.access.token
          ? [[server.browser(), { token: orderToken(orderId) }] satisfies [TestBrowser, object]]
          : []),
      ]
      // An order may be changed a few times a day, and the calls before this one did so.
      await server.sql(
        `update order_changes set done_at = done_at - interval '2 days' where order_id = $1`,
        [orderId],
      )
      for (const [browser, credentials] of rights) {
        const call = withCredentials(callOf(world, name), endpoint, credentials)
        const answer = await send(browser, endpoint, call)
        expect([credentials, answer.status]).toEqual([credentials, succeeds(endpoint)])
      }
    },
  )
})

describe('an endpoint that pays for a cart or for a change of an order', () => {
  const payable = endpoints.filter(isOf('payer'))
  const EMAIL = BUYER.contact.email
  let world: OwnWorld & { owner: TestBrowser }
  let stranger: TestBrowser
  beforeAll(async () => {
    world = await ownWorld()
    stranger = await otherBuyer()
  })

  const upgrade = (credential: object = {}): ValidCall => ({
    body: {
      amount: 10,
      metadata: {
        type: 'upgrade',
        orderId: world.orderId,
        newTicketTypeId: world.event.typeIds[2],
        ticketIds: [world.ticketId],
      },
      ...credential,
    },
  })

  test.each(payable)('%s is closed to everyone without a right to it', async (name, endpoint) => {
    const elsewhere = browserWith(server, cookieOf(world.owner), OTHER_TENANT)
    const written = await watchWrites(server)
    const attempts: [TestBrowser, ValidCall, string][] = [
      ...[server.browser(), stranger, elsewhere].map(
        (browser): [TestBrowser, ValidCall, string] => [
          browser,
          callOf(world, name),
          'cart_not_found',
        ],
      ),
      [server.browser(), upgrade(), 'order_not_found'],
      [stranger, upgrade(), 'order_not_found'],
      [server.browser(), upgrade({ customerEmail: 'eve@example.com' }), 'order_not_found'],
      [elsewhere, upgrade({ customerEmail: EMAIL }), 'order_not_found'],
    ]
    for (const [browser, call, code] of attempts) {
      const answer = await send(browser, endpoint, call)
      expect([answer.status, answer.body.code]).toEqual([404, code])
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(await written()).toEqual([])
  })

  test.each(payable)(
    '%s opens to the browser of the cart, and to the browser and the address of the order',
    async (name, endpoint) => {
      const rights: [TestBrowser, ValidCall][] = [
        [world.owner, callOf(world, name)],
        [world.owner, upgrade()],
        [server.browser(), upgrade({ customerEmail: EMAIL })],
      ]
      for (const [browser, call] of rights) {
        expect((await send(browser, endpoint, call)).status).toBe(succeeds(endpoint))
      }
    },
  )
})

describe('an endpoint for the participants of an order', () => {
  const ofParticipant = endpoints.filter(isOf('participant'))
  const EMAIL = BUYER.contact.email
  let world: OwnWorld & { owner: TestBrowser }
  let stranger: TestBrowser
  beforeAll(async () => {
    world = await ownWorld()
    stranger = await otherBuyer()
  })

  const { waiverToken, orderToken } = {
    waiverToken: (participant: number, tenantId = 1, endsAt = NEXT_YEAR) =>
      server.foyer.context.secrets.waiverToken(
        tenantId,
        { orderId: world.orderId, participant: String(participant) },
        endsAt,
      ),
    orderToken: (tenantId = 1, endsAt = NEXT_YEAR) =>
      server.foyer.context.secrets.orderToken(tenantId, world.orderId, endsAt),
  }

  test.each(ofParticipant)('%s is closed to everyone without a right to it', async (name, one) => {
    const { owner } = world
    const elsewhere = browserWith(server, cookieOf(owner), OTHER_TENANT)
    const attempts: [TestBrowser, Record<string, string>][] = [
      [server.browser(), {}],
      [stranger, {}],
      [server.browser(), { email: 'eve@example.com' }],
      [elsewhere, { email: EMAIL }],
      [elsewhere, { token: orderToken() }],
      [elsewhere, { participant: '1', token: waiverToken(1) }],
      [server.browser(), { token: orderToken(2) }],
      [server.browser(), { token: waiverToken(1) }],
      [server.browser(), { participant: '1', token: orderToken() }],
      [server.browser(), { participant: '1', token: waiverToken(2) }],
      [server.browser(), { participant: '1', token: waiverToken(1, 2) }],
      [server.browser(), { participant: '1', token: waiverToken(1).slice(0, -1) }],
      // A named participant is opened by their own link alone, also in the buyer's browser.
      [owner, { participant: '1', email: EMAIL }],
    ]
    if (one.access.only) {
      attempts.push([server.browser(), { participant: '2', token: waiverToken(2) }])
    }
    const written = await watchWrites(server)
    for (const [browser, query] of attempts) {
      const answer = await send(browser, one, { ...callOf(world, name), query })
      expect([query, answer.status, answer.body.code]).toEqual([query, 404, 'order_not_found'])
    }
    const past = new Date(Date.now() - 1000)
    const ended: Record<string, string>[] = [
      { token: orderToken(1, past) },
      { participant: '1', token: waiverToken(1, 1, past) },
    ]
    for (const query of ended) {
      const answer = await send(server.browser(), one, { ...callOf(world, name), query })
      expect([answer.status, answer.body.code]).toEqual([410, 'order_link_ended'])
    }
    expect(await written()).toEqual([])
  })

  test.each(ofParticipant)(
    '%s can be opened with the credentials of the order and with the link of the participant',
    async (name, one) => {
      const rights: [TestBrowser, Record<string, string>][] = [
        [world.owner, {}],
        [server.browser(), { email: EMAIL }],
        [server.browser(), { token: orderToken() }],
        [server.browser(), { participant: '1', token: waiverToken(1) }],
      ]
      for (const [browser, query] of rights) {
        const answer = await send(browser, one, { ...callOf(world, name), query })
        expect([query, answer.status]).toEqual([query, succeeds(one)])
      }
    },
  )
})

describe('an endpoint for a pass in a wallet', () => {
  const ofPass = endpoints.filter(isOf('pass'))
  let world: OwnWorld & { owner: TestBrowser }
  beforeAll(async () => {
    world = await ownWorld()
  })
  const tokenOf = (orderId: string, ticketNumber = 1, tenantId = 1) =>
    server.foyer.context.secrets.passToken(tenantId, { orderId, ticketNumber })
  const withToken = (name: string, token: string, scheme = 'ApplePass'): ValidCall => ({
    ...callOf(world, name),
    headers: { authorization: `${scheme} ${token}` },
  })

  test.each(ofPass)(
    '%s is closed to everyone without the token of this pass',
    async (name, one) => {
      const { owner, orderId } = world
      const elsewhere = browserWith(server, cookieOf(owner), OTHER_TENANT)
      const attempts: [TestBrowser, ValidCall][] = [
        [server.browser(), callOf(world, name)],
        // The buyer's browser has no right to it either: the token is what counts.
        [owner, callOf(world, name)],
        [owner, withToken(name, tokenOf(orderId), 'Bearer')],
        [owner, withToken(name, tokenOf(orderId).slice(0, -1))],
        [owner, withToken(name, tokenOf(orderId, 2))],
        [owner, withToken(name, tokenOf(world.feeSetId))],
        [owner, withToken(name, tokenOf(orderId, 1, 2))],
        [elsewhere, withToken(name, tokenOf(orderId))],
      ]
      const written = await watchWrites(server)
      for (const [browser, call] of attempts) {
        const answer = await send(browser, one, call)
        expect([call, answer.status, answer.body.code]).toEqual([call, 401, 'pass_not_authorized'])
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
      expect(await written()).toEqual([])
    },
  )

  test.each(ofPass)('%s opens to the token, in any browser and in none', async (name, one) => {
    const call = withToken(name, tokenOf(world.orderId))
    const statuses = [one.status ?? 200, ...(one.otherStatuses ?? [])]
    for (const browser of [server.browser(), await otherBuyer()]) {
      expect(statuses).toContain((await send(browser, one, call)).status)
    }
  })
})
