import {
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  findStockDrift,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { stockOf, times } from './support/calls.ts'
import { giveBack } from './support/money.ts'
import { askProvider } from './support/provider.ts'
import { watchWrites } from './support/writes.ts'

/** Calls of a change in an order that no page sends them in. After each the books balance. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const EMAIL = 'ada@example.com'

interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  ticketIds: string[]
}

/** Two tickets of the first of three sessions; each further session costs 10.00 more. */
async function bought(): Promise<Bought> {
  const event = await server.build.event({
    sessions: 3,
    types: [{ dynamicMinor: 3000 }, { priceMinor: 6000 }],
  })
  for (const [index, sessionId] of event.sessionIds.entries()) {
    await server.sql('update session_prices set price_minor = $2 where session_id = $1', [
      sessionId,
      3000 + index * 1000,
    ])
  }
  const browser = server.browser()
  const { body } = await buy(browser, event)
  const tickets = await ticketsOf(body.orderId)
  return { event, browser, orderId: body.orderId, ticketIds: tickets.map(({ id }) => id) }
}

const ticketsOf = (orderId: string) =>
  server.sql<{ id: string; session_id: string; ticket_type_id: string }>(
    `select id, session_id, ticket_type_id from tickets
     where order_id = $1 and status = 'VALID' order by number`,
    [orderId],
  )

const pathOf = ({ orderId }: Bought) => `/api/order-management/${orderId}`

const pay = (order: Bought, to: string | undefined, amount: number) =>
  order.browser.send('POST', `${pathOf(order)}/payment-intent`, {
    customerEmail: EMAIL,
    change: { type: 'reschedule', newSessionId: to },
    amount,
    currency: 'usd',
  })

const reschedule = (order: Bought, to: string | undefined, ticketIds?: string[]) =>
  order.browser.send('POST', `${pathOf(order)}/reschedule`, {
    newSessionId: to,
    customerEmail: EMAIL,
    ...(ticketIds ? { ticketIds } : {}),
  })

/** Pays for taking both tickets to the second session, without completing it. */
async function paid(): Promise<Bought> {
  const order = await bought()
  const intent = await pay(order, order.event.sessionIds[1], 20)
  await confirmCard(order.browser, intent.body, CARDS.success)
  return order
}

describe('while a paid change waits to be completed', () => {
  test('a reschedule to another session is not answered as if it was the one that was paid', async () => {
    const order = await paid()
    const [, second, third] = order.event.sessionIds
    expect(await reschedule(order, third)).toMatchObject({
      status: 402,
      body: { code: 'payment_required', details: { differenceMinor: 2000 } },
    })
    const tickets = await ticketsOf(order.orderId)
    expect(tickets.map(({ session_id }) => session_id)).toEqual([second, second])
  })

  test('an upgrade is not answered as if it was the reschedule that was paid', async () => {
    const order = await paid()
    const [, second] = order.event.sessionIds
    const answer = await order.browser.send('POST', `${pathOf(order)}/upgrade`, {
      ticketId: order.ticketIds[0],
      newTicketTypeId: order.event.typeIds[1],
      customerEmail: EMAIL,
    })
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_required' } })
    const tickets = await ticketsOf(order.orderId)
    expect(tickets.map(({ session_id }) => session_id)).toEqual([second, second])
  })

  test('a move back of named tickets is made after it, and its decrease is refunded', async () => {
    const order = await paid()
    const [first, second] = order.event.sessionIds
    expect((await reschedule(order, first, order.ticketIds.slice(0, 1))).status).toBe(200)
    const tickets = await ticketsOf(order.orderId)
    expect(tickets.map(({ session_id }) => session_id)).toEqual([first, second])
    const refunds = await server.sql('select kind, amount_minor from refunds where order_id = $1', [
      order.orderId,
    ])
    expect(refunds).toEqual([{ kind: 'difference', amount_minor: 1000 }])
  })
})

test('an intent that was canceled at the provider is replaced by another one', async () => {
  const order = await bought()
  const [, second] = order.event.sessionIds
  const first = await pay(order, second, 20)
  await askProvider(server, `payment_intents/${first.body.paymentIntentId}/cancel`, {})
  const again = await pay(order, second, 20)
  expect(again.status).toBe(200)
  expect(again.body.paymentIntentId).not.toBe(first.body.paymentIntentId)
  await confirmCard(order.browser, again.body, CARDS.success)
  expect((await reschedule(order, second)).status).toBe(200)
  expect(await stockOf(server, second ?? '')).toEqual({ held: 0, sold: 2 })
})

test('a cheaper change of an order that got money back before refunds only what is left of its charges', async () => {
  const order = await bought()
  const [first, second] = order.event.sessionIds
  const intent = await pay(order, second, 20)
  await confirmCard(order.browser, intent.body, CARDS.success)
  expect((await reschedule(order, second)).status).toBe(200)
  const amount = { kind: 'amount', amountMinor: 7000, withFees: true } as const
  expect((await giveBack(server, order.orderId, amount)).ok).toBe(true)
  // 20.00 less, of which 10.00 is left; the rest stays with the order.
  expect((await reschedule(order, first)).status).toBe(200)
  const [refunded] = await server.sql(
    `select sum(amount_minor)::integer as minor from refunds where order_id = $1`,
    [order.orderId],
  )
  expect(refunded).toEqual({ minor: 8000 })
  const credits = await server.sql(
    'select credit_minor from order_changes where order_id = $1 order by sequence desc limit 1',
    [order.orderId],
  )
  expect(credits).toEqual([{ credit_minor: 1000 }])
})

describe('a call is refused, and changes nothing,', () => {
  interface Hostile {
    name: string
    body(order: Bought): Promise<object> | object
    code: string
  }

  const change = (order: Bought, ticketIds?: string[], to = order.event.sessionIds[1]) => ({
    change: { type: 'reschedule', newSessionId: to, ...(ticketIds ? { ticketIds } : {}) },
    amount: 20,
    currency: 'usd',
  })

  const calls: Hostile[] = [
    ...[0.01, 19.99, 20.01, 1999, 2000, 10_000_000].map((amount) => ({
      name: `with the amount ${amount}`,
      body: (order: Bought) => ({ ...change(order), amount }),
      code: 'amount_mismatch',
    })),
    ...[0, -20].map((amount) => ({
      name: `with the amount ${amount}`,
      body: (order: Bought) => ({ ...change(order), amount }),
      code: 'amount_not_positive',
    })),
    {
      name: 'in another currency',
      body: (order) => ({ ...change(order), currency: 'jpy' }),
      code: 'currency_mismatch',
    },
    {
      name: 'for a session of another event',
      body: async (order) => change(order, undefined, (await server.build.event()).sessionId),
      code: 'session_not_found',
    },
    {
      name: 'for a session of another tenant',
      async body(order) {
        const { tenantId } = await server.build.tenant()
        return change(order, undefined, (await server.build.event({ tenantId })).sessionId)
      },
      code: 'session_not_found',
    },
    {
      name: 'for the session that its tickets are for',
      body: (order) => change(order, undefined, order.event.sessionIds[0]),
      code: 'nothing_to_pay',
    },
    {
      name: 'for a session that has begun',
      async body(order) {
        await server.sql(
          `update sessions set starts_at = now() - interval '1 hour' where id = $1`,
          [order.event.sessionIds[1]],
        )
        return change(order)
      },
      code: 'reschedule_not_possible',
    },
    {
      name: 'for a ticket of another order of the same buyer, beside an own one',
      async body(order) {
        const { body } = await buy(order.browser, order.event, '12346', 1)
        const [other] = await ticketsOf(body.orderId)
        return change(order, [...order.ticketIds, other?.id ?? ''])
      },
      code: 'ticket_not_found',
    },
    {
      name: 'for two hundred tickets that nobody has',
      body: (order) =>
        change(
          order,
          times(200, () => crypto.randomUUID()),
        ),
      code: 'ticket_not_found',
    },
    {
      name: 'for a ticket that was refunded',
      async body(order) {
        const ticketIds = order.ticketIds.slice(0, 1)
        await giveBack(server, order.orderId, { kind: 'tickets', ticketIds, withFees: true })
        return change(order, ticketIds)
      },
      code: 'ticket_not_found',
    },
    {
      name: 'for a ticket that was used',
      async body(order) {
        const ticketIds = order.ticketIds.slice(0, 1)
        await server.sql('update tickets set redeemed_at = now() where id = any($1)', [ticketIds])
        return change(order, ticketIds)
      },
      code: 'reschedule_not_possible',
    },
  ]

  test.each(calls)('$name', async ({ body, code }) => {
    const order = await bought()
    const sent = await body(order)
    const written = await watchWrites(server)
    const answer = await order.browser.send('POST', `${pathOf(order)}/payment-intent`, {
      customerEmail: EMAIL,
      ...sent,
    })
    expect(answer.body.code).toBe(code)
    expect(answer.status).toBeLessThan(500)
    expect(await written()).toEqual([])
  })
})

test('one ticket that is named twice is changed once, for the difference of one', async () => {
  const order = await bought()
  const [first = ''] = order.ticketIds
  const [here, there] = order.event.sessionIds
  const intent = await order.browser.send('POST', `${pathOf(order)}/payment-intent`, {
    customerEmail: EMAIL,
    change: { type: 'reschedule', newSessionId: there, ticketIds: times(9, () => first) },
    amount: 10,
  })
  expect(intent.status).toBe(200)
  await confirmCard(order.browser, intent.body, CARDS.success)
  expect(
    (
      await reschedule(
        order,
        there,
        times(9, () => first),
      )
    ).status,
  ).toBe(200)
  const tickets = await ticketsOf(order.orderId)
  expect(tickets.map(({ session_id }) => session_id)).toEqual([there, here])
})

test('fifty calls for one order at once, for three sessions, hold one change and lose no seat', async () => {
  const order = await bought()
  const { sessionIds } = order.event
  await Promise.all(
    times(50, (index) => {
      const at = index % 3
      return index % 2
        ? pay(order, sessionIds[at], at * 20)
        : reschedule(order, sessionIds[at], order.ticketIds.slice(0, (index % 4) + 1))
    }),
  )
  const [open] = await server.sql<{ open: number }>(
    `select count(*)::integer as open from order_changes where order_id = $1 and state = 'open'`,
    [order.orderId],
  )
  expect(open?.open).toBeLessThanOrEqual(1)
  expect(await ticketsOf(order.orderId)).toHaveLength(2)
})
