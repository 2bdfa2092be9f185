import type { CancelRule } from '@foyer/domain'
import {
  BUYER,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  type EventPlan,
  orderBody,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { holdCartOf } from './calls.ts'

const DAY = 24 * 60

/** All of the price until a day before the session, half of it until an hour before. */
export const RULE: CancelRule = {
  isAllowed: true,
  untilMinutes: 60,
  shares: [
    { untilMinutes: DAY, ratePpm: 1_000_000 },
    { untilMinutes: 60, ratePpm: 500_000 },
  ],
  withFees: false,
}

/** An order of two tickets. */
export interface Sale {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  /** Of its tickets, by number. */
  ids: string[]
}

/** Two tickets for the first of two sessions, at 30.00 and a fee of 3.75 each. */
export async function aSale(server: TestServer, plan: EventPlan = {}): Promise<Sale> {
  const event = await server.build.event({
    sessions: 2,
    capacity: 10,
    types: [{ dynamicMinor: 3000 }],
    fee: { ratePpm: 125_000 },
    changePolicy: { cancel: RULE },
    ...plan,
  })
  const browser = server.browser()
  const { body } = await buy(browser, event)
  return { event, browser, orderId: body.orderId, ids: await ticketIdsOf(server, body.orderId) }
}

/** Two tickets of a cart to which something is done before it is paid for. */
export async function aSaleOf(
  server: TestServer,
  event: BuiltEvent,
  params: { addOns?: { addOnId: string; quantity: number }[]; coupon?: string; isFree?: true } = {},
): Promise<Sale> {
  const browser = server.browser()
  const { addOns = [], coupon: code, isFree } = params
  await holdCartOf(browser, event, { addOns })
  if (code) await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
  let intentId: string | undefined
  if (!isFree) {
    const { body } = await createIntent(browser)
    await confirmCard(browser, body, CARDS.success)
    intentId = body.paymentIntentId
  }
  const { body } = await browser.send('POST', '/api/checkout/orders', orderBody(event, intentId))
  return { event, browser, orderId: body.orderId, ids: await ticketIdsOf(server, body.orderId) }
}

export async function ticketIdsOf(server: TestServer, orderId: string): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `select id from tickets where order_id = $1 and status = 'VALID' order by number`,
    [orderId],
  )
  return rows.map(({ id }) => id)
}

export const quoteOf = ({ browser, orderId }: Sale, ids?: readonly string[]) =>
  browser.send(
    'GET',
    `/api/order-management/${orderId}/cancellation-quote${ids ? `?ticketIds=${ids.join()}` : ''}`,
  )

export const cancel = (
  { browser, orderId }: Sale,
  refundAmount: number,
  ids?: readonly string[],
  reason?: string,
) =>
  browser.send('POST', `/api/order-management/${orderId}/cancel`, {
    customerEmail: BUYER.contact.email,
    refundAmount,
    ...(ids ? { ticketIds: ids } : {}),
    ...(reason ? { reason } : {}),
  })

/** Moves tickets to another session at once, where nothing has to be paid for it. */
export const rescheduleTo = ({ browser, orderId }: Sale, newSessionId: string, ids?: string[]) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    customerEmail: BUYER.contact.email,
    newSessionId,
    ...(ids ? { ticketIds: ids } : {}),
  })

/** Holds the second session, where each ticket costs 10.00 and its fee more. */
export const payForChange = ({ browser, orderId, event }: Sale) =>
  browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
    customerEmail: BUYER.contact.email,
    change: { type: 'reschedule', newSessionId: event.sessionIds[1] },
    amount: 22.5,
    currency: 'usd',
  })

/** Moves a session to so many minutes from now. */
export const startIn = (server: TestServer, sessionId: string, minutes: number) =>
  server.sql(
    `update sessions set starts_at = clock_timestamp() + make_interval(mins => $2),
       ends_at = clock_timestamp() + make_interval(mins => $2 + 90) where id = $1`,
    [sessionId, minutes],
  )
