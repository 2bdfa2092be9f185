import { findStockDrift, serverForTests, until } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { stockOf, times } from './support/calls.ts'
import { accountsOf, type Bought, bought, giveBack, refundsOf } from './support/money.ts'
import { askProvider } from './support/provider.ts'

/** Refunds of orders: two or more tickets at 30.00, each with 3.75 of fees. */
const server = serverForTests()
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const PRICE = 3000
const FEE = 375
const aSale = async (quantity = 2, plan = {}): Promise<Bought> =>
  bought(
    server,
    await server.build.event({ capacity: quantity, fee: { ratePpm: 125_000 }, ...plan }),
    quantity,
  )

const settled = (sale: Bought, count = 1) =>
  until(
    () => refundsOf(server, sale.event),
    (rows) => rows.length === count && rows.every((row) => row.state === 'succeeded'),
  )

async function stateOf({ browser, orderId }: Bought) {
  const { body } = await browser.send('GET', `/api/orders/${orderId}`)
  return [body.order.status, ...body.tickets.map((ticket: { status: string }) => ticket.status)]
}

/**
 * Largest first: the refunds of one turn are sent to the provider at once, so they arrive in any
 * order.
 */
const atProvider = async ({ intentId }: Bought): Promise<number[]> => {
  const { data } = await askProvider(server, `refunds?payment_intent=${intentId}`)
  const amounts: number[] = data.map((refund: { amount: number }) => refund.amount)
  return amounts.sort((a, b) => b - a)
}

test('a full refund ends the tickets, frees the seats, returns the money and balances the ledger', async () => {
  const sale = await aSale()
  expect(await accountsOf(server, sale.event)).toEqual({
    provider_balance: 6750,
    sales: -6000,
    service_fees: -750,
  })
  expect(await giveBack(server, sale.orderId)).toMatchObject({
    ok: true,
    value: { amountMinor: 6750, currency: 'usd' },
  })
  expect(await stateOf(sale)).toEqual(['REFUNDED', 'CANCELLED', 'CANCELLED'])
  expect(await stockOf(server, sale.event.sessionId)).toEqual({ held: 0, sold: 0 })
  await settled(sale)
  expect(await atProvider(sale)).toEqual([6750])
  expect(await accountsOf(server, sale.event)).toEqual({ sales: -6000, refunds: 6000 })
})

test('a refund sends the buyer one mail: about its tickets, or about its amount with its reference', async () => {
  const sale = await aSale()
  const part = { kind: 'amount', amountMinor: 500, withFees: true } as const
  const refund = await giveBack(server, sale.orderId, part)
  await giveBack(server, sale.orderId)
  const mails = await server.sql(
    `select kind, recipient, data from mails where order_id = $1 and kind <> 'confirmation'
     order by created_at`,
    [sale.orderId],
  )
  const [change] = await server.sql(
    `select id from order_changes where order_id = $1 and kind = 'cancellation'`,
    [sale.orderId],
  )
  const recipient = 'ada@example.com'
  expect(mails).toEqual([
    {
      kind: 'refund',
      recipient,
      data: {
        reference: `R-${(refund.ok ? refund.value.refundId : '').slice(-8).toUpperCase()}`,
        amountMinor: 500,
        currency: 'usd',
        extent: 'partial',
      },
    },
    { kind: 'cancellation', recipient, data: { changeId: change?.id } },
  ])
})

test('the order shows a refund in progress, with its reference, until it is done', async () => {
  const sale = await aSale()
  const given = await giveBack(server, sale.orderId, {
    kind: 'amount',
    amountMinor: 500,
    withFees: true,
  })
  const shown = async () =>
    (await sale.browser.send('GET', `/api/orders/${sale.orderId}`)).body.refunds
  const reference = `R-${(given.ok ? given.value.refundId : '').slice(-8).toUpperCase()}`
  expect(await shown()).toMatchObject([{ reference, amountMinor: 500, currency: 'usd' }])
  await settled(sale)
  expect(await shown()).toMatchObject([{ reference, state: 'succeeded' }])
})

test('the order shows what was paid, what was refunded and what is left', async () => {
  const sale = await aSale()
  const balance = async () =>
    (await sale.browser.send('GET', `/api/orders/${sale.orderId}`)).body.balance
  expect(await balance()).toMatchObject({ paidMinor: 6750, refundedMinor: 0, leftMinor: 6750 })
  await giveBack(server, sale.orderId, { kind: 'amount', amountMinor: 500, withFees: true })
  expect(await balance()).toMatchObject({ paidMinor: 6750, refundedMinor: 500, leftMinor: 6250 })
})

test('tickets are refunded one by one at their share, and the last one ends the order', async () => {
  const sale = await aSale(3)
  const [first, second, third] = sale.tickets.map(({ id }) => id)
  const tickets = (...ids: (string | undefined)[]) => ({
    kind: 'tickets' as const,
    ticketIds: ids.map(String),
    withFees: true,
  })
  expect(await giveBack(server, sale.orderId, tickets(first))).toMatchObject({
    value: { amountMinor: PRICE + FEE, ticketIds: [first] },
  })
  expect(await stateOf(sale)).toEqual(['PAID', 'CANCELLED', 'VALID', 'VALID'])
  expect(await stockOf(server, sale.event.sessionId)).toEqual({ held: 0, sold: 2 })
  await giveBack(server, sale.orderId, tickets(second, third))
  expect(await stateOf(sale)).toEqual(['REFUNDED', 'CANCELLED', 'CANCELLED', 'CANCELLED'])
  expect(await stockOf(server, sale.event.sessionId)).toEqual({ held: 0, sold: 0 })
  await settled(sale, 2)
  expect(await atProvider(sale)).toEqual([2 * (PRICE + FEE), PRICE + FEE])
})

test('a refund without fees keeps the fees', async () => {
  const sale = await aSale()
  await giveBack(server, sale.orderId, { kind: 'whole', withFees: false })
  await settled(sale)
  expect(await atProvider(sale)).toEqual([6000])
  expect(await accountsOf(server, sale.event)).toEqual({
    provider_balance: 750,
    sales: -6000,
    service_fees: -750,
    refunds: 6000,
  })
})

test('a refund of an amount ends no ticket, and refunds never exceed what was paid', async () => {
  const sale = await aSale()
  const amount = (amountMinor: number) => ({ kind: 'amount' as const, amountMinor, withFees: true })
  expect(await giveBack(server, sale.orderId, amount(1234))).toMatchObject({ ok: true })
  expect(await stateOf(sale)).toEqual(['PAID', 'VALID', 'VALID'])
  expect(await giveBack(server, sale.orderId, amount(6750 - 1234 + 1))).toMatchObject({
    refusal: {
      code: 'refund_not_possible',
      details: { reason: 'amount_above_paid', leftMinor: 6750 - 1234 },
    },
  })
  await giveBack(server, sale.orderId)
  await settled(sale, 2)
  expect(await atProvider(sale)).toEqual([6750 - 1234, 1234])
})

describe('a refund is refused', () => {
  test("for tickets that are not the order's, were refunded already, or were free", async () => {
    const [sale, other] = [await aSale(), await aSale()]
    const [own, foreign] = [sale.tickets[0]?.id ?? '', other.tickets[0]?.id ?? '']
    const ofTicket = (ticketId: string) =>
      ({ kind: 'tickets', ticketIds: [ticketId], withFees: true }) as const
    const why = async (ticketId: string) => {
      const refund = await giveBack(server, sale.orderId, ofTicket(ticketId))
      return refund.ok ? 'granted' : refund.refusal.details?.reason
    }
    expect(await why(foreign)).toBe('ticket_not_in_order')
    expect(await why(own)).toBe('granted')
    expect(await why(own)).toBe('ticket_already_refunded')
    await giveBack(server, sale.orderId)
    expect(await giveBack(server, sale.orderId)).toMatchObject({
      refusal: { details: { reason: 'nothing_left', leftMinor: 0 } },
    })
  })

  test.each(['opened', 'lost'])('for an order whose charge is disputed: %s', async (state) => {
    const sale = await aSale()
    await server.sql(
      `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
       select tenant_id, 'du_' || $2, id, 6750, 'usd', $2 from payments where order_id = $1`,
      [sale.orderId, state],
    )
    expect(await giveBack(server, sale.orderId)).toMatchObject({
      refusal: { code: 'refund_not_possible', details: { reason: 'charge_disputed' } },
    })
    expect(await stateOf(sale)).toEqual(['PAID', 'VALID', 'VALID'])
    await server.sql(`update disputes set state = 'won' where id = 'du_' || $1`, [state])
    expect(await giveBack(server, sale.orderId)).toMatchObject({ ok: true })
  })

  test('for an unknown order', async () => {
    expect(await giveBack(server, crypto.randomUUID())).toMatchObject({
      refusal: { code: 'order_not_found' },
    })
  })
})

describe('the key of a refund', () => {
  test('makes one refund, even if it is used several times', async () => {
    const sale = await aSale()
    const requested = { kind: 'amount', amountMinor: 500, withFees: true } as const
    const answers = await Promise.all(
      times(5, () => giveBack(server, sale.orderId, requested, `once ${sale.orderId}`)),
    )
    expect(new Set(answers.map((answer) => answer.ok && answer.value.refundId)).size).toBe(1)
    await settled(sale)
    expect(await atProvider(sale)).toEqual([500])
  })

  test('belongs to one request: with another request it is refused', async () => {
    const sale = await aSale()
    const key = `mine ${sale.orderId}`
    await giveBack(server, sale.orderId, { kind: 'amount', amountMinor: 500, withFees: true }, key)
    expect(await giveBack(server, sale.orderId, undefined, key)).toMatchObject({
      refusal: { code: 'idempotency_conflict' },
    })
  })
})

test('two processes that refund the same order at once refund it once', async () => {
  const sale = await aSale()
  const sibling = await server.sibling()
  const answers = await Promise.all(
    times(6, (index) => giveBack(index % 2 ? sibling : server, sale.orderId)),
  )
  await sibling.close()
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  await settled(sale)
  expect(await atProvider(sale)).toEqual([6750])
})

test('a refund during a reschedule frees the seats in the session that the order has last', async () => {
  const sale = await aSale(2, { sessions: 2 })
  const [here = '', there = ''] = sale.event.sessionIds
  const body = { newSessionId: there, customerEmail: 'ada@example.com' }
  await Promise.all([
    giveBack(server, sale.orderId),
    sale.browser.send('POST', `/api/order-management/${sale.orderId}/reschedule`, body),
  ])
  expect(await stateOf(sale)).toEqual(['REFUNDED', 'CANCELLED', 'CANCELLED'])
  expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
  expect(await stockOf(server, there)).toEqual({ held: 0, sold: 0 })
})

test('in an order rescheduled in part, a refunded ticket frees its seat in its own session', async () => {
  const sale = await aSale(3, { sessions: 2 })
  const [here = '', there = ''] = sale.event.sessionIds
  const ticketIds = [sale.tickets[1]?.id ?? '']
  await giveBack(server, sale.orderId, { kind: 'tickets', ticketIds, withFees: true })
  const body = { newSessionId: there, customerEmail: 'ada@example.com' }
  await sale.browser.send('POST', `/api/order-management/${sale.orderId}/reschedule`, body)
  expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
  expect(await stockOf(server, there)).toEqual({ held: 0, sold: 2 })
  expect(await stateOf(sale)).toEqual(['PAID', 'VALID', 'CANCELLED', 'VALID'])
})
