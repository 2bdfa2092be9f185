import { randomUUID } from 'node:crypto'
import { DEFAULT_POLICY, type Discount } from '@foyer/domain'
import {
  BUYER,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  type EventPlan,
  findStockDrift,
  orderBody,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { holdCartOf, stockOf, tally, times } from './support/calls.ts'
import { giveBack } from './support/money.ts'
import { watchWrites } from './support/writes.ts'

let server: TestServer
beforeAll(async () => {
  // Behind a proxy, so that each browser may have an address of its own and meets no limit.
  server = await startTestServer({ jobs: false, publicUrl: 'https://example.com' })
  await server.build.tenant({ slug: 'other' })
  await server.foyer.context.tenants.reload()
})
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))
afterAll(() => server.close())

let browsers = 0
function newBrowser(headers: Record<string, string> = {}): TestBrowser {
  browsers += 1
  return server.browser({ 'x-forwarded-for': `10.0.0.${browsers}`, ...headers })
}

interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  /** The session that it was bought for, and the one an hour later. */
  here: string
  there: string
}

/** Two tickets for the first of two sessions. */
async function bought(plan: EventPlan = {}): Promise<Bought> {
  const event = await server.build.event({ sessions: 2, capacity: 10, ...plan })
  const browser = newBrowser()
  const { body } = await buy(browser, event)
  const [here = '', there = ''] = event.sessionIds
  return { event, browser, orderId: body.orderId, here, there }
}

const reschedule = (
  browser: TestBrowser,
  orderId: string,
  to: string,
  customerEmail = BUYER.contact.email,
) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: to,
    customerEmail,
    reason: 'Another day suits us better.',
  })

const orderOf = async (browser: TestBrowser, orderId: string) =>
  (await browser.send('GET', `/api/orders/${orderId}`)).body
const mailsOf = (orderId: string) =>
  server.sql('select recipient, state from mails where order_id = $1', [orderId])
const validTickets = async (orderId: string) =>
  (
    await server.sql<{ id: string }>(
      `select id from tickets where order_id = $1 and status = 'VALID' order by number`,
      [orderId],
    )
  ).map(({ id }) => id)
const codesIn = (order: { tickets: { validationCode: string }[] }) =>
  order.tickets.map((ticket) => ticket.validationCode)
const priceAt = (sessionId: string, minor: number) =>
  server.sql('update session_prices set price_minor = $2 where session_id = $1', [sessionId, minor])

/** From now on each ticket of the event has this fee. */
async function addFee({ eventId, tenantId }: BuiltEvent, flatMinor: number) {
  const id = randomUUID()
  await server.sql(
    `insert into fee_sets (tenant_id, id, name, fee_type, flat_minor)
     values ($1, $2, 'Service fee', 'flat', $3)`,
    [tenantId, id, flatMinor],
  )
  await server.sql('update events set fee_set_id = $2 where id = $1', [eventId, id])
}

/** Two tickets for the first of two sessions, at 30.00 and a fee of 12.5 %, less a coupon's discount. */
async function boughtWithCoupon(discount: Discount): Promise<Bought> {
  const { code } = await server.build.coupon({ discounts: [discount] })
  const types = [{ dynamicMinor: 3000 }]
  const event = await server.build.event({ sessions: 2, types, fee: { ratePpm: 125_000 } })
  const browser = newBrowser()
  await holdCartOf(browser, event)
  const { body: cart } = await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
  let intentId: string | undefined
  if (cart.quote.totalMinor > 0) {
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    intentId = intent.paymentIntentId
  }
  const { body } = await browser.send('POST', '/api/checkout/orders', orderBody(event, intentId))
  const [here = '', there = ''] = event.sessionIds
  return { event, browser, orderId: body.orderId, here, there }
}

/** Expects a refusal with this code and status, and that nothing was written. */
async function expectRefused(
  call: () => ReturnType<typeof reschedule>,
  status: number,
  code: string,
) {
  const written = await watchWrites(server)
  const answer = await call()
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await written()).toEqual([])
  return answer
}

describe('an order that is rescheduled', () => {
  test('frees its seats and takes as many in the new session', async () => {
    const { browser, orderId, here, there } = await bought()
    const answer = await reschedule(browser, orderId, there)
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 2 })
    const { order } = await orderOf(browser, orderId)
    expect([order.sessionId, order.status]).toEqual([there, 'PAID'])
  })

  test('has new codes and a new mail; the old codes are void', async () => {
    const { browser, orderId, there } = await bought()
    const before = codesIn(await orderOf(browser, orderId))
    await reschedule(browser, orderId, there)
    const order = await orderOf(browser, orderId)
    expect(codesIn(order)).toHaveLength(2)
    const old = await server.sql(
      `select status, replaced_by is not null as is_replaced from tickets
       where validation_code = any($1)`,
      [before],
    )
    expect(old).toEqual(times(2, () => ({ status: 'CANCELLED', is_replaced: true })))
    expect(await mailsOf(orderId)).toEqual(
      times(2, () => ({ recipient: BUYER.contact.email, state: 'queued' })),
    )
  })

  test('is rescheduled once, even if the call comes twice, or ten times at once', async () => {
    const { browser, orderId, here, there } = await bought()
    const answers = await Promise.all(times(10, () => reschedule(browser, orderId, there)))
    expect(tally(answers)).toEqual({ 200: 10 })
    const codes = codesIn(await orderOf(browser, orderId))
    expect((await reschedule(browser, orderId, there)).status).toBe(200)
    expect(codesIn(await orderOf(browser, orderId))).toEqual(codes)
    expect(await mailsOf(orderId)).toHaveLength(2)
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 2 })
  })

  test('is back in its first session, with new codes, after it was moved there and back', async () => {
    const { browser, orderId, here, there } = await bought()
    const first = codesIn(await orderOf(browser, orderId))
    await reschedule(browser, orderId, there)
    expect((await reschedule(browser, orderId, here)).status).toBe(200)
    const order = await orderOf(browser, orderId)
    expect(order.order.sessionId).toBe(here)
    expect(codesIn(order).filter((code) => first.includes(code))).toEqual([])
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 2 })
  })

  test('ends in one of two sessions if both are requested at once, with its tickets and seats', async () => {
    const { event, browser, orderId, there } = await bought({ sessions: 3 })
    const third = event.sessionIds[2] ?? ''
    await Promise.all(times(6, (index) => reschedule(browser, orderId, index % 2 ? there : third)))
    const { order } = await orderOf(browser, orderId)
    const tickets = await server.sql<{ id: string }>(
      `select distinct session_id as id from tickets where order_id = $1 and status = 'VALID'`,
      [orderId],
    )
    expect(tickets).toEqual([{ id: order.sessionId }])
    expect(await stockOf(server, order.sessionId)).toEqual({ held: 0, sold: 2 })
  })

  test('gets the last seats only if it fits, even if many orders compete for them', async () => {
    const event = await server.build.event({ sessions: 2, capacity: 10 })
    const [here = '', there = ''] = event.sessionIds
    await server.sql('update stock set capacity = 5 where session_id = $1 and pool_id = $1', [
      there,
    ])
    const orders = await Promise.all(
      times(5, async () => {
        const browser = newBrowser()
        return { browser, orderId: (await buy(browser, event)).body.orderId }
      }),
    )
    const answers = await Promise.all(
      orders.map(({ browser, orderId }) => reschedule(browser, orderId, there)),
    )
    expect(tally(answers)).toEqual({ 200: 2, 409: 3 })
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 6 })
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 4 })
  })
})

describe('an order may be rescheduled', () => {
  test('by a client that knows its e-mail address, in any spelling', async () => {
    const { orderId, there } = await bought()
    const answer = await reschedule(
      newBrowser(),
      orderId,
      there,
      ` ${BUYER.contact.email.toUpperCase()} `,
    )
    expect(answer.status).toBe(200)
  })

  test('by no other client, and on no other tenant', async () => {
    const { orderId, there } = await bought()
    const stranger = () => reschedule(newBrowser(), orderId, there, 'mallory@example.com')
    await expectRefused(stranger, 404, 'order_not_found')
    const elsewhere = newBrowser({ 'x-tenant-subdomain': 'other' })
    await expectRefused(() => reschedule(elsewhere, orderId, there), 404, 'order_not_found')
  })
})

describe('a reschedule is refused, and nothing changes,', () => {
  test('to a session that costs more: the refusal has the difference', async () => {
    const { browser, orderId, there } = await bought({ types: [{ dynamicMinor: 3000 }] })
    await priceAt(there, 3450)
    const dearer = () => reschedule(browser, orderId, there)
    const { body } = await expectRefused(dearer, 402, 'payment_required')
    expect(body.details).toEqual({ differenceMinor: 900 })
    await priceAt(there, 2000)
    expect((await dearer()).status).toBe(200)
  })

  test('to a session that costs more with its fees, although its price alone does not', async () => {
    const { browser, orderId, here, there, event } = await bought({
      types: [{ dynamicMinor: 3000 }],
    })
    await addFee(event, 250)
    const { body } = await expectRefused(
      () => reschedule(browser, orderId, there),
      402,
      'payment_required',
    )
    expect(body.details).toEqual({ differenceMinor: 500 })
    expect((await reschedule(browser, orderId, here)).status).toBe(200)
  })

  test('to a session that costs more, less the discount of the order', async () => {
    const { browser, orderId, there } = await boughtWithCoupon(percentOff(10))
    await priceAt(there, 4000)
    const dearer = () => reschedule(browser, orderId, there)
    const { body } = await expectRefused(dearer, 402, 'payment_required')
    // 2 × 10.00 less 10 %, plus a fee of 12.5 % of the full price.
    expect(body.details).toEqual({ differenceMinor: 2000 - 200 + 250 })
  })

  test('to a session that has no price yet', async () => {
    const { browser, orderId, there } = await bought({ types: [{ dynamicMinor: 3000 }] })
    await server.sql('delete from session_prices where session_id = $1', [there])
    await expectRefused(() => reschedule(browser, orderId, there), 409, 'reschedule_not_possible')
  })

  test('to a session that is sold out, or has too few left', async () => {
    const { event, browser, orderId, there } = await bought({ capacity: 3 })
    await holdCartOf(newBrowser(), event, { sessionId: there })
    const full = () => reschedule(browser, orderId, there)
    const { body } = await expectRefused(full, 409, 'sold_out')
    expect(body.details).toMatchObject({ available: 1 })
  })

  test.each([
    ['to a session that has begun', 'there'],
    ['from a session that has begun', 'here'],
  ] as const)('%s', async (_, which) => {
    const order = await bought()
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      order[which],
    ])
    const late = () => reschedule(order.browser, order.orderId, order.there)
    await expectRefused(late, 409, 'reschedule_not_possible')
  })

  test('once all of its tickets were used at the door', async () => {
    const { browser, orderId, there } = await bought()
    await server.sql('update tickets set redeemed_at = now() where order_id = $1', [orderId])
    await expectRefused(() => reschedule(browser, orderId, there), 409, 'reschedule_not_possible')
  })

  test('of tickets of another order, of unknown ones, and of cancelled ones', async () => {
    const order = await bought()
    const [mine, yours] = [
      await validTickets(order.orderId),
      await validTickets((await bought()).orderId),
    ]
    const named = (...ticketIds: (string | undefined)[]) =>
      order.browser.send('POST', `/api/order-management/${order.orderId}/reschedule`, {
        newSessionId: order.there,
        customerEmail: BUYER.contact.email,
        ticketIds,
      })
    const [first = '', second] = mine
    await giveBack(server, order.orderId, { kind: 'tickets', ticketIds: [first], withFees: true })
    for (const ids of [[yours[0]], [second, yours[0]], [randomUUID()], [first], [first, second]]) {
      await expectRefused(() => named(...ids), 404, 'ticket_not_found')
    }
    expect((await named(second)).status).toBe(200)
  })

  test('by a policy that ends after its quote was shown', async () => {
    const { event, browser, orderId, there } = await bought()
    const quote = `/api/order-management/${orderId}/reschedule-quote?newSessionId=${there}`
    expect((await browser.send('GET', quote)).status).toBe(200)
    const rule = { ...DEFAULT_POLICY.reschedule, isAllowed: false }
    await server.sql(
      'insert into event_change_policies (tenant_id, event_id, policy) values (1, $1, $2)',
      [event.eventId, { reschedule: rule }],
    )
    const late = () => reschedule(browser, orderId, there)
    const { body } = await expectRefused(late, 409, 'reschedule_not_possible')
    expect(body).toMatchObject({
      error: { message: 'This order cannot be rescheduled at this time.' },
      details: { reason: 'not_allowed' },
    })
  })

  test('to a session of another event, of another tenant, or to an unknown one', async () => {
    const { browser, orderId } = await bought()
    const another = await server.build.event()
    const theirs = await server.build.event({ tenantId: 2 })
    for (const to of [another.sessionId, theirs.sessionId, orderId]) {
      await expectRefused(() => reschedule(browser, orderId, to), 404, 'session_not_found')
    }
  })
})

describe('a reschedule is free', () => {
  test('if the difference is below the least charge, and the difference is recorded', async () => {
    const { event, browser, orderId, there } = await bought({
      sessions: 3,
      types: [{ dynamicMinor: 3000 }],
    })
    await priceAt(there, 3024)
    expect((await reschedule(browser, orderId, there)).status).toBe(200)
    const third = event.sessionIds[2] ?? ''
    await priceAt(third, 3048)
    const { body } = await expectRefused(
      () => reschedule(browser, orderId, third),
      402,
      'payment_required',
    )
    expect(body.details).toEqual({ differenceMinor: 96 })
  })

  test('if a coupon of 100 % pays for the dearer session too', async () => {
    const { browser, orderId, there } = await boughtWithCoupon(percentOff(100))
    await priceAt(there, 9000)
    expect((await reschedule(browser, orderId, there)).status).toBe(200)
  })

  test('on the way back to the price that was paid, if the decrease stayed with the order', async () => {
    const { browser, event, orderId, here, there } = await bought({
      types: [{ dynamicMinor: 3000 }],
    })
    await server.sql(
      'insert into event_change_policies (tenant_id, event_id, policy) values (1, $1, $2)',
      [event.eventId, { reschedule: { ...DEFAULT_POLICY.reschedule, refundsDecrease: false } }],
    )
    await priceAt(there, 1000)
    expect((await reschedule(browser, orderId, there)).status).toBe(200)
    expect(await server.sql('select 1 from refunds where order_id = $1', [orderId])).toEqual([])
    expect((await reschedule(browser, orderId, here)).status).toBe(200)
  })

  test('to a cheaper session, and the decrease is refunded', async () => {
    const { browser, orderId, here, there } = await bought({ types: [{ dynamicMinor: 3000 }] })
    await priceAt(there, 1000)
    expect((await reschedule(browser, orderId, there)).status).toBe(200)
    expect(
      await server.sql('select kind, amount_minor from refunds where order_id = $1', [orderId]),
    ).toEqual([{ kind: 'difference', amount_minor: 4000 }])
    expect(await reschedule(browser, orderId, here)).toMatchObject({
      status: 402,
      body: { details: { differenceMinor: 4000 } },
    })
  })

  test('of the tickets that were not used at the door', async () => {
    const { browser, orderId, here, there } = await bought()
    await server.sql('update tickets set redeemed_at = now() where order_id = $1 and number = 1', [
      orderId,
    ])
    expect((await reschedule(browser, orderId, there)).status).toBe(200)
    const { tickets } = await orderOf(browser, orderId)
    expect(tickets.map((ticket: { session: { id: string } }) => ticket.session.id)).toEqual([
      here,
      there,
    ])
  })
})

describe('one order is rescheduled', () => {
  /** Moves all reschedules of the order this far into the past. */
  const letTimePass = (orderId: string, interval: string) =>
    server.sql('update order_changes set done_at = done_at - $2::interval where order_id = $1', [
      orderId,
      interval,
    ])
  const limited = (browser: TestBrowser, orderId: string, to: string) =>
    expectRefused(() => reschedule(browser, orderId, to), 409, 'change_limit_reached')

  test('three times a day, and again after a day', async () => {
    const { browser, orderId, here, there } = await bought()
    for (const to of [there, here, there]) {
      expect((await reschedule(browser, orderId, to)).status).toBe(200)
    }
    await letTimePass(orderId, '21 hours')
    const { body } = await limited(browser, orderId, here)
    expect(body.error.message).toBe(
      'This order was changed several times within a day. It can be changed again in 3 hours.',
    )
    expect(body.details.retryAfterSeconds).toBeCloseTo(3 * 3600, -2)
    // Its own session costs nothing and counts as no reschedule.
    expect((await reschedule(browser, orderId, there)).status).toBe(200)
    await letTimePass(orderId, '3 hours')
    expect((await reschedule(browser, orderId, here)).status).toBe(200)
  })

  test('ten times in total', async () => {
    const { browser, orderId, here, there } = await bought()
    for (const index of times(10, (each) => each)) {
      expect((await reschedule(browser, orderId, index % 2 ? here : there)).status).toBe(200)
      await letTimePass(orderId, '9 hours')
    }
    const { body } = await limited(browser, orderId, there)
    expect(body.error.message).toBe(
      'This order was changed 10 times and cannot be changed again. Please ask the organizer.',
    )
    expect(body.details).toBeUndefined()
  })

  test('no more often if two processes get many calls at once', async () => {
    expect(await movedAtOnce({})).toBe(3)
  })

  test('more often without the limit (control)', { tags: ['night'] }, async () => {
    expect(await movedAtOnce({ reschedulesOfOneOrder: [] })).toBeGreaterThan(3)
  })

  /** How many of eight reschedules at once, each to another session, are granted by two processes. */
  async function movedAtOnce(bounds: { reschedulesOfOneOrder?: [] }): Promise<number> {
    const own = await startTestServer({ jobs: false, isOneAddressMany: true, bounds })
    const sibling = await own.sibling()
    const event = await own.build.event({ sessions: 9, capacity: 10 })
    const buyer = own.browser()
    const { body } = await buy(buyer, event)
    const ways = [own, sibling].map((at) => at.browser())
    const targets = event.sessionIds.slice(1)
    const answers = await Promise.all(
      targets.map((to, index) => reschedule(ways[index % 2] ?? buyer, body.orderId, to)),
    )
    const granted = answers.filter(({ status }) => status === 200).length
    const [row] = await own.sql<{ reschedules: number }>(
      'select count(*)::integer as reschedules from order_changes where order_id = $1',
      [body.orderId],
    )
    expect(row?.reschedules).toBe(granted)
    expect(await findStockDrift(own)).toEqual([])
    await sibling.close()
    await own.close()
    return granted
  }
})
