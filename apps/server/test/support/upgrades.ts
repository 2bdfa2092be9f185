import type { Answer, BuiltEvent, TestBrowser, TestServer } from '@foyer/testkit'
import { CARDS, confirmCard, createIntent, orderBody } from '@foyer/testkit'
import { holdCartOf } from './calls.ts'

/** Ticket types of which each costs more than the one before. */
export const THREE_TYPES = [
  { name: 'General Admission', priceMinor: 2999 },
  { name: 'Fast Pass', priceMinor: 3999 },
  { name: 'Platinum VIP', priceMinor: 5999 },
]

/** Buys quantities by position of the type in the event; returns the order's id. */
export async function buyTypes(
  browser: TestBrowser,
  event: BuiltEvent,
  { quantities = [2], code }: { quantities?: readonly number[]; code?: string } = {},
): Promise<string> {
  await holdCartOf(browser, event, { quantities })
  if (code) await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  const body = orderBody(event, intent.paymentIntentId)
  return (await browser.send('POST', '/api/checkout/orders', body)).body.orderId
}

/** The ids of the valid tickets of an order, by their numbers. */
export async function ticketIdsOf(server: TestServer, orderId: string): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `select id from tickets where order_id = $1 and status = 'VALID' order by number`,
    [orderId],
  )
  return rows.map(({ id }) => id)
}

/** Asks for the upgrades of an order, for some of its tickets or for all. */
export const upgradeOptions = (
  browser: TestBrowser,
  orderId: string,
  query: { ticketIds?: string; email?: string } = {},
): Promise<Answer> =>
  browser.send(
    'GET',
    `/api/order-management/${orderId}/upgrade-options?${new URLSearchParams(query)}`,
  )

/** Sets the policy of an event, over that of its tenant. */
export const setPolicy = (server: TestServer, event: BuiltEvent, policy: object) =>
  server.sql(
    `insert into event_change_policies (tenant_id, event_id, policy) values (1, $1, $2)
     on conflict (tenant_id, event_id) do update set policy = excluded.policy`,
    [event.eventId, JSON.stringify(policy)],
  )

/** A rule that allows changes until the session begins, free of charge. */
export const FREE = {
  isAllowed: true,
  untilMinutes: 0,
  limit: null,
  fee: null,
  refundsDecrease: true,
}
