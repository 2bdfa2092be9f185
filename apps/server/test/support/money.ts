import type { RefundRequest } from '@foyer/domain'
import type { Answer, BuiltEvent, TestBrowser, TestServer } from '@foyer/testkit'
import { buy } from '@foyer/testkit/purchase'
import { refundOrder } from '../../src/features/payments/refunds/refund-order.ts'

/** A refund as the database has it. */

export interface RefundRow {
  id: string
  kind: string
  state: string
  amount_minor: number
  fee_minor: number
  ticket_ids: string[]
  provider_refund_id: string | null
  bounces: number
  key_number: number
  attempts: number
  last_error: string | null
}

export const refundsOf = (server: TestServer, event: BuiltEvent): Promise<RefundRow[]> =>
  server.sql<RefundRow & Record<string, unknown>>(
    `select r.* from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where p.event_id = $1 order by r.created_at`,
    [event.eventId],
  )

/** The balances of the accounts, over the payments of an event. */
export async function accountsOf(
  server: TestServer,
  event: BuiltEvent,
): Promise<Record<string, number>> {
  const rows = await server.sql<{ account: string; minor: number }>(
    `select account, sum(l.amount_minor)::integer as minor from money_ledger l
     where l.kind <> 'provider_fee' and l.source_id in (
       select id::text from payments where event_id = $1
       union all
       select d.id from disputes d join payments p on p.id = d.payment_id where p.event_id = $1
       union all
       select provider_refund_id from refunds r join payments p on p.id = r.payment_id
       where p.event_id = $1)
     group by 1 having sum(l.amount_minor) <> 0 order by 1`,
    [event.eventId],
  )
  return Object.fromEntries(rows.map((row) => [row.account, row.minor]))
}

export interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  intentId: string
  tickets: { id: string; number: number }[]
}

/** Buys tickets of an event, by default two, with a card that works. */
export async function bought(server: TestServer, event: BuiltEvent, quantity = 2): Promise<Bought> {
  const browser = server.browser()
  const { body }: Answer = await buy(browser, event, '12345', quantity)
  const tickets = await server.sql<{ id: string; number: number }>(
    'select id, number from tickets where order_id = $1 order by number',
    [body.orderId],
  )
  return { event, browser, orderId: body.orderId, intentId: body.order.paymentId, tickets }
}

/** Refunds as an operator does; each call is a new refund unless a key is given. */
export function giveBack(
  { foyer }: Pick<TestServer, 'foyer'>,
  orderId: string,
  requested: RefundRequest = { kind: 'whole', withFees: true },
  key = crypto.randomUUID() as string,
) {
  const tenant = foyer.context.tenants.bySlug('main')
  if (!tenant) throw new Error('The test server has a tenant')
  return refundOrder(foyer.context, tenant, { orderId, requested, reason: null, key })
}
