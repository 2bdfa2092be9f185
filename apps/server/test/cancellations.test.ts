import { BUYER, CARDS, confirmCard, findStockDrift, serverForTests } from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import { afterEach, describe, expect, test } from 'vitest'
import { makeRefunds } from '../src/features/payments/refunds/make-refunds.ts'
import { stockOf, times } from './support/calls.ts'
import {
  aSale,
  aSaleOf,
  cancel,
  payForChange,
  quoteOf,
  RULE,
  rescheduleTo,
  type Sale,
} from './support/cancellations.ts'
import { defaultTenantOf } from './support/parts.ts'

/** Cancellations by the buyer: decided, refunded, mailed. After each the books balance. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const viewOf = async ({ browser, orderId }: Sale) =>
  (await browser.send('GET', `/api/orders/${orderId}`)).body
const refundsOf = ({ orderId }: Sale) =>
  server.sql(
    `select r.amount_minor, r.fee_minor, r.state, p.change_of_order_id is not null as "ofChange"
     from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.order_id = $1 order by p.created_at desc`,
    [orderId],
  )
const changesOf = ({ orderId }: Sale) =>
  server.sql(
    `select kind, sequence, refund_minor, kept_minor, reason, made_by from order_changes
     where order_id = $1 and state = 'done' order by sequence`,
    [orderId],
  )
const mailsOf = ({ orderId }: Sale) =>
  server.sql(
    `select kind, recipient, data from mails where order_id = $1 and kind <> 'confirmation'`,
    [orderId],
  )

describe('a cancellation', () => {
  test('ends a ticket, frees its seat, refunds it, and is an entry of the history', async () => {
    const sale = await aSale(server)
    const [first = ''] = sale.ids
    const before = await viewOf(sale)
    const { status, body } = await cancel(sale, 30, [first], 'We are ill.')
    expect([status, body.success]).toEqual([200, true])
    expect(body.data).toMatchObject({
      currency: 'usd',
      ticketIds: [first],
      refundMinor: 3000,
      keptMinor: 375,
      refundReferences: [expect.stringMatching(/^R-/)],
    })
    expect(await stockOf(server, sale.event.sessionId)).toEqual({ held: 0, sold: 1 })
    expect(await changesOf(sale)).toEqual([
      {
        kind: 'cancellation',
        sequence: 1,
        refund_minor: 3000,
        kept_minor: 375,
        reason: 'We are ill.',
        made_by: 'buyer',
      },
    ])
    expect(await refundsOf(sale)).toEqual([
      { amount_minor: 3000, fee_minor: 0, state: 'queued', ofChange: false },
    ])
    const after = await viewOf(sale)
    expect(after.order.status).toBe('PAID')
    expect(after.tickets.map((ticket: { status: string }) => ticket.status)).toEqual([
      'CANCELLED',
      'VALID',
    ])
    expect(after.tickets[1].validationCode).toBe(before.tickets[1].validationCode)
    expect(after.refunds).toMatchObject([
      { reference: body.data.refundReferences[0], amountMinor: 3000, state: 'queued' },
    ])
  })

  test('of the last ticket closes the order and takes its add-ons with it', async () => {
    const event = await server.build.event({
      capacity: 10,
      addOns: [{ priceMinor: 1000, capacity: 5 }],
      changePolicy: { cancel: RULE },
    })
    const [addOnId = ''] = event.addOnIds
    const sale = await aSaleOf(server, event, { addOns: [{ addOnId, quantity: 2 }] })
    expect((await quoteOf(sale)).body).toMatchObject({
      addOns: times(2, () => ({ priceMinor: 1000, refundMinor: 1000, keptMinor: 0 })),
      refundMinor: 8000,
    })
    expect((await cancel(sale, 80)).status).toBe(200)
    expect((await viewOf(sale)).order.status).toBe('REFUNDED')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(server, addOnId)).toEqual({ held: 0, sold: 0 })
  })

  test('sends one mail, about this entry of the history', async () => {
    const sale = await aSale(server)
    const { body } = await cancel(sale, 30, sale.ids.slice(0, 1))
    expect(await mailsOf(sale)).toEqual([
      {
        kind: 'cancellation',
        recipient: BUYER.contact.email,
        data: { changeId: body.data.changeId },
      },
    ])
  })

  test('is refunded by the provider, and the order follows its state', async () => {
    const sale = await aSale(server)
    await cancel(sale, 60)
    const stateOf = async () =>
      (await viewOf(sale)).refunds.map((each: { state: string }) => each.state)
    expect(await stateOf()).toEqual(['queued'])
    await makeRefunds(server.foyer.context, defaultTenantOf(server))
    expect(await stateOf()).toEqual(['succeeded'])
  })

  test('gives back what the discount left of the price', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(50)] })
    const event = await server.build.event({
      types: [{ priceMinor: 3001 }],
      changePolicy: { cancel: RULE },
    })
    const sale = await aSaleOf(server, event, { coupon: code })
    const { body } = await quoteOf(sale)
    expect(body.refundMinor).toBe(3001)
    const refunded = body.tickets.map(
      (ticket: { cancelled: { refundMinor: number } }) => ticket.cancelled.refundMinor,
    )
    expect(refunded.toSorted()).toEqual([1500, 1501])
    expect((await cancel(sale, 30.01)).status).toBe(200)
  })

  test('draws on the newest charge first', async () => {
    const sale = await aSale(server)
    const [, there = ''] = sale.event.sessionIds
    await server.sql('update session_prices set price_minor = 4000 where session_id = $1', [there])
    await confirmCard(sale.browser, (await payForChange(sale)).body, CARDS.success)
    await rescheduleTo(sale, there)
    expect((await quoteOf(sale)).body).toMatchObject({
      refundMinor: 8000,
      // Both were paid with one card.
      payments: [{ amountMinor: 8000, paidFor: ['change', 'purchase'], card: { last4: '4242' } }],
    })
    const { body } = await cancel(sale, 80)
    expect(body.data.refundReferences).toHaveLength(2)
    expect(await refundsOf(sale)).toMatchObject([
      { amount_minor: 2250, ofChange: true },
      { amount_minor: 5750, ofChange: false },
    ])
    expect(await mailsOf(sale)).toHaveLength(2)
  })

  test('of a free order needs no refund', async () => {
    const event = await server.build.event({
      types: [{ priceMinor: 0 }],
      changePolicy: { cancel: RULE },
    })
    const sale = await aSaleOf(server, event, { isFree: true })
    expect((await quoteOf(sale)).body).toMatchObject({ refundMinor: 0, keptMinor: 0, payments: [] })
    const { status, body } = await cancel(sale, 0)
    expect([status, body.data.refundReferences]).toEqual([200, []])
    expect((await viewOf(sale)).order.status).toBe('CANCELLED')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
    expect((await mailsOf(sale)).map(({ kind }) => kind)).toEqual(['cancellation'])
  })

  test('ends a change that waits for its payment', async () => {
    const sale = await aSale(server)
    const [, there = ''] = sale.event.sessionIds
    await server.sql('update session_prices set price_minor = 4000 where session_id = $1', [there])
    await payForChange(sale)
    expect(await stockOf(server, there)).toEqual({ held: 2, sold: 0 })
    expect((await cancel(sale, 60)).status).toBe(200)
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 0 })
  })

  test('that is repeated returns the first result and refunds once', async () => {
    const sale = await aSale(server)
    const one = await cancel(sale, 30, sale.ids.slice(0, 1))
    expect((await cancel(sale, 30, sale.ids.slice(0, 1))).body).toEqual(one.body)
    const rest = await cancel(sale, 30)
    expect((await cancel(sale, 30)).body).toEqual(rest.body)
    expect(await refundsOf(sale)).toHaveLength(2)
    expect(await mailsOf(sale)).toHaveLength(2)
    expect(await changesOf(sale)).toHaveLength(2)
  })
})
