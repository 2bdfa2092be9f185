import {
  CARDS,
  confirmCard,
  findStockDrift,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { buyOver } from './support/disruptions.ts'
import { defaultTenantOf } from './support/parts.ts'
import { FREE, setPolicy, ticketIdsOf } from './support/upgrades.ts'

/** Ways by which a changed order could give its buyer more than its policy allows. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const EMAIL = 'ada@example.com'

/** One ticket of the first of two sessions; types cost 50.00 and 60.00. */
async function bought() {
  const event = await server.build.event({
    sessions: 2,
    types: [{ dynamicMinor: 5000 }, { priceMinor: 6000 }],
  })
  const [first = '', second = ''] = event.sessionIds
  const { browser, orderId } = await buyOver(server, event, [1])
  return { event, browser, orderId, first, second }
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

describe('a decrease that stays with the order', () => {
  test('is not paid out by an upgrade, whose own policy refunds decreases', async () => {
    const { event, browser, orderId, second } = await bought()
    await setPolicy(server, event, { reschedule: { ...FREE, refundsDecrease: false } })
    await priceAt(second, 1000)
    expect((await reschedule(browser, orderId, second)).status).toBe(200)
    await server.sql('update ticket_types set price_minor = 1500 where id = $1', [event.typeIds[1]])
    const [ticketId] = await ticketIdsOf(server, orderId)
    const upgraded = await browser.send('POST', `/api/order-management/${orderId}/upgrade`, {
      ticketId,
      newTicketTypeId: event.typeIds[1],
      customerEmail: EMAIL,
    })
    expect(upgraded.status).toBe(200)
    expect(await refundedOf(orderId)).toBe(0)
    const { body } = await browser.send('GET', `/api/orders/${orderId}`)
    expect(body.balance).toMatchObject({ creditMinor: 3500, leftMinor: 5000 })
  })
})

describe('a payment that is captured after its hold', () => {
  test('is refunded if the policy would not allow the change any more', async () => {
    const { event, browser, orderId, first, second } = await bought()
    await priceAt(second, 6000)
    const intent = await browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
      customerEmail: EMAIL,
      change: { type: 'reschedule', newSessionId: second },
      amount: 10,
      currency: 'usd',
    })
    await server.sql(
      `update holds set expires_at = now() - interval '1 hour', reclaim_at = now() - interval '1 hour'
       where cart_id = (select id from order_changes where order_id = $1 and state = 'open')`,
      [orderId],
    )
    await sweepHolds(server.foyer.context, defaultTenantOf(server))
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      first,
    ])
    await confirmCard(browser, intent.body, CARDS.success)
    await server.sql('update payments set next_check_at = now() where event_id = $1', [
      event.eventId,
    ])
    await reconcilePayments(server.foyer.context, defaultTenantOf(server))
    expect(await sessionsOf(orderId)).toEqual([first])
    expect(await refundedOf(orderId)).toBe(1000)
  })
})
