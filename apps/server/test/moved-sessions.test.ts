import {
  CARDS,
  confirmCard,
  findStockDrift,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { answersOf, buyOver, disrupt, passTime, work } from './support/disruptions.ts'

/** Which tickets a session that was moved gives something for, and how often. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const EMAIL = 'ada@example.com'
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

/** Tickets in sessions of an event, `quantities` by position; each type costs 50.00 and 60.00. */
async function bought(quantities: readonly number[]) {
  const event = await server.build.event({
    sessions: 4,
    types: [{ dynamicMinor: 5000 }, { priceMinor: 6000 }],
  })
  const [first = '', second = '', third = '', fourth = ''] = event.sessionIds
  const { browser, orderId } = await buyOver(server, event, quantities)
  return { event, browser, orderId, first, second, third, fourth }
}

const priceAt = (sessionId: string, minor: number) =>
  server.sql(
    `update session_prices set price_minor = $2
     where session_id = $1 and price_minor is not null`,
    [sessionId, minor],
  )

const reschedule = (browser: TestBrowser, orderId: string, to: string) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: to,
    customerEmail: EMAIL,
  })

const sessionsOf = async (orderId: string) =>
  (
    await server.sql<{ session_id: string }>(
      `select session_id from tickets where order_id = $1 and status = 'VALID' order by number`,
      [orderId],
    )
  ).map((row) => row.session_id)

const refundedOf = async (orderId: string) => {
  const [row] = await server.sql<{ minor: number }>(
    'select coalesce(sum(amount_minor), 0)::integer as minor from refunds where order_id = $1',
    [orderId],
  )
  return row?.minor
}

const disruptionOf = async (sessionId: string) => {
  const [row] = await server.sql<{ id: string }>(
    `select id from session_disruptions where session_id = $1 and state <> 'superseded'`,
    [sessionId],
  )
  return row?.id ?? ''
}

const answer = async (browser: TestBrowser, orderId: string, from: string, given: object) =>
  browser.send(
    'POST',
    `/api/order-management/${orderId}/disruptions/${await disruptionOf(from)}/answer`,
    { answer: given },
  )

describe('a session that was moved', () => {
  const moveFirst = async (event: { tenantId: number; sessionId: string; date: string }) => {
    const toStartsAt = new Date(Date.parse(`${event.date}T12:00:00Z`) + 30 * HOUR)
    expect(await disrupt(server, event, { toStartsAt, answerBy: inHours(1) })).toMatchObject({
      ok: true,
    })
    await work(server)
  }

  test('gives another time for free once, also to tickets that came back to it', async () => {
    const { event, browser, orderId, first, second, third } = await bought([2])
    await priceAt(third, 9000)
    await moveFirst(event)
    const to = (newSessionId: string) => ({ type: 'reschedule', newSessionId })
    expect((await answer(browser, orderId, first, to(second))).status).toBe(200)
    expect((await answer(browser, orderId, first, to(second))).status).toBe(200)
    expect((await reschedule(browser, orderId, first)).status).toBe(200)
    expect(await answer(browser, orderId, first, to(third))).toMatchObject({
      status: 409,
      body: { code: 'answer_not_possible', details: { reason: 'settled' } },
    })
    expect(await sessionsOf(orderId)).toEqual([first, first])
  })

  test('gives neither money nor another time for a ticket that was used there', async () => {
    const { event, browser, orderId, first, second } = await bought([2])
    await moveFirst(event)
    await server.sql('update tickets set redeemed_at = now() where order_id = $1 and number = 1', [
      orderId,
    ])
    const given = { type: 'reschedule', newSessionId: second }
    expect((await answer(browser, orderId, first, given)).status).toBe(200)
    expect(await sessionsOf(orderId)).toEqual([first, second])

    const other = await bought([2])
    await moveFirst(other.event)
    await server.sql('update tickets set redeemed_at = now() where order_id = $1 and number = 1', [
      other.orderId,
    ])
    await answer(other.browser, other.orderId, other.first, { type: 'refund' })
    expect(await refundedOf(other.orderId)).toBe(5000)
  })

  test('gives no money back for tickets that were taken there after it was moved', async () => {
    const { event, browser, orderId, first } = await bought([1, 2])
    await moveFirst(event)
    expect((await reschedule(browser, orderId, first)).status).toBe(200)
    const [shown] = (await browser.send('GET', `/api/order-management/${orderId}/disruptions`)).body
      .disruptions
    expect(shown).toMatchObject({ refundMinor: 5000, tickets: [{ number: 1 }] })
    expect((await answer(browser, orderId, first, { type: 'refund' })).status).toBe(200)
    expect(await refundedOf(orderId)).toBe(5000)
    expect(await sessionsOf(orderId)).toEqual([first, first])
  })

  test('asks a buyer too who had chosen its old time and pays for it afterwards', async () => {
    const { event, browser, orderId, first } = await bought([0, 1])
    await priceAt(first, 6000)
    const intent = await browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
      customerEmail: EMAIL,
      change: { type: 'reschedule', newSessionId: first },
      amount: 10,
      currency: 'usd',
    })
    expect(intent.status).toBe(200)
    await moveFirst(event)
    await confirmCard(browser, intent.body, CARDS.success)
    expect((await reschedule(browser, orderId, first)).status).toBe(200)
    await server.sql(
      `update session_disruptions set list_again_at = now(), next_attempt_at = now()
       where session_id = $1`,
      [first],
    )
    await work(server)
    expect((await answersOf(server, first)).get(orderId)).toMatchObject({ answer: null })
  })

  test('still gives a refund that was answered before it was moved once more', async () => {
    const { event, browser, orderId, first } = await bought([1])
    await moveFirst(event)
    // The lanes were busy, so the refund was not decided yet.
    await server.sql(
      `update disruption_answers set state = 'settling', answer = 'refund', answered_by = 'buyer',
         answered_at = now() where order_id = $1`,
      [orderId],
    )
    const toStartsAt = new Date(Date.parse(`${event.date}T12:00:00Z`) + 60 * HOUR)
    await disrupt(server, event, { toStartsAt, answerBy: inHours(1) })
    await passTime(server)
    await work(server)
    expect(await refundedOf(orderId)).toBe(5000)
    expect((await answersOf(server, first)).get(orderId)).toMatchObject({
      state: 'settled',
      answer: 'refund',
    })
    expect((await browser.send('GET', `/api/orders/${orderId}`)).body.order.status).toBe('REFUNDED')
  })
})
