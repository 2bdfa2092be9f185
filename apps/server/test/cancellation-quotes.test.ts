import { findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import {
  aSale,
  cancel,
  quoteOf,
  rescheduleTo,
  type Sale,
  startIn,
  ticketIdsOf,
} from './support/cancellations.ts'
import { giveBack } from './support/money.ts'
import { watchWrites } from './support/writes.ts'

/** The quote that buyers see before a cancellation, and when it is refused. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

async function expectRefused(
  call: () => ReturnType<typeof cancel>,
  status: number,
  code: string,
  reason?: string,
) {
  const written = await watchWrites(server)
  const { status: got, body } = await call()
  expect([got, body.code, body.details?.reason]).toEqual([status, code, reason])
  expect(await written()).toEqual([])
  return body
}

const DAY = 24 * 60

describe('the quote of a cancellation', () => {
  test('says what each ticket gives back, what is kept, and on which card', async () => {
    const sale = await aSale(server)
    const { status, body } = await quoteOf(sale)
    expect(status).toBe(200)
    const cancelled = {
      priceMinor: 3000,
      discountMinor: 0,
      feeMinor: 375,
      sharePpm: 1_000_000,
      refundMinor: 3000,
      keptMinor: 375,
    }
    expect(body).toMatchObject({
      currency: 'usd',
      tickets: sale.ids.map((id, index) => ({
        id,
        number: index + 1,
        session: { id: sale.event.sessionId },
        refusal: null,
        cancelled,
      })),
      addOns: [],
      refundMinor: 6000,
      refundAmount: 60,
      keptMinor: 750,
      payments: [
        { amountMinor: 6000, paidFor: ['purchase'], card: { brand: 'visa', last4: '4242' } },
      ],
    })
  })

  test('is for some tickets only, if they are named, and lists the others beside', async () => {
    const sale = await aSale(server)
    const { body } = await quoteOf(sale, sale.ids.slice(1))
    expect(body.tickets.map((ticket: { cancelled: object | null }) => ticket.cancelled)).toEqual([
      null,
      expect.objectContaining({ refundMinor: 3000 }),
    ])
    expect(body).toMatchObject({ refundMinor: 3000, keptMinor: 375 })
  })

  test('is at the share of the time that is left before each session', async () => {
    const sale = await aSale(server, { types: [{ priceMinor: 3000 }] })
    const [, there = ''] = sale.event.sessionIds
    const [, second = ''] = sale.ids
    await rescheduleTo(sale, there, [second])
    await startIn(server, there, DAY - 1)
    const { body } = await quoteOf(sale)
    expect(
      body.tickets.map((ticket: { cancelled: { sharePpm: number; refundMinor: number } }) => [
        ticket.cancelled.sharePpm,
        ticket.cancelled.refundMinor,
      ]),
    ).toEqual([
      [1_000_000, 3000],
      [500_000, 1500],
    ])
  })

  test('leaves out what cannot be cancelled, and says why', async () => {
    const sale = await aSale(server)
    await server.sql('update tickets set redeemed_at = now() where id = $1', [sale.ids[0]])
    const { body } = await quoteOf(sale)
    expect(
      body.tickets.map((ticket: { refusal: string | null; cancelled: object | null }) => [
        ticket.refusal,
        ticket.cancelled !== null,
      ]),
    ).toEqual([
      ['redeemed', false],
      [null, true],
    ])
    expect(body.refundMinor).toBe(3000)
  })

  test('names no card if the payment provider cannot be asked', async () => {
    const sale = await aSale(server)
    const { payments } = server.foyer.context
    const ask = payments.retrieveIntent
    payments.retrieveIntent = () => Promise.reject(new Error('unreachable'))
    const { body } = await quoteOf(sale).finally(() => {
      payments.retrieveIntent = ask
    })
    expect(body.payments).toEqual([{ amountMinor: 6000, paidFor: ['purchase'], card: null }])
  })
})

test('an order card offers a cancellation while the policy allows it, also without a dearer type', async () => {
  const sale = await aSale(server)
  const card = async () =>
    (await sale.browser.send('GET', `/api/order-management/${sale.orderId}`)).body.data
  expect(await card()).toMatchObject({ canCancel: true, canUpgrade: false })
  await startIn(server, sale.event.sessionId, 59)
  expect(await card()).toMatchObject({ canCancel: false, canReschedule: true })
})

describe('a cancellation is refused, and nothing changes,', () => {
  test('if the share has dropped since it was shown; the refusal has the new figures', async () => {
    const sale = await aSale(server)
    expect((await quoteOf(sale)).body.refundAmount).toBe(60)
    await startIn(server, sale.event.sessionId, 120)
    const body = await expectRefused(() => cancel(sale, 60), 409, 'amount_mismatch')
    expect(body.details).toMatchObject({ expectedAmount: 30, refundMinor: 3000, keptMinor: 3750 })
    expect((await cancel(sale, 30)).status).toBe(200)
  })

  test('if an amount is no amount of the currency', async () => {
    const sale = await aSale(server)
    await expectRefused(() => cancel(sale, 60.001), 409, 'amount_mismatch')
  })

  test.each<[string, string, (sale: Sale) => Promise<unknown>]>([
    [
      'of a ticket that was used',
      'redeemed',
      ({ ids }) => server.sql('update tickets set redeemed_at = now() where id = any($1)', [ids]),
    ],
    ['after the session is over', 'past', ({ event }) => startIn(server, event.sessionId, -91)],
    [
      'after the session has begun',
      'too_late',
      ({ event }) => startIn(server, event.sessionId, -5),
    ],
    [
      'later than the policy allows',
      'too_late',
      ({ event }) => startIn(server, event.sessionId, 59),
    ],
    [
      'where the policy does not allow it',
      'not_allowed',
      ({ event }) =>
        server.sql('delete from event_change_policies where event_id = $1', [event.eventId]),
    ],
    [
      'while a charge is disputed',
      'disputed',
      ({ orderId }) =>
        server.sql(
          `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
           select tenant_id, 'du_' || id, id, 6750, 'usd', 'opened' from payments
           where order_id = $1`,
          [orderId],
        ),
    ],
    [
      'of tickets that the organizer has cancelled',
      'already_cancelled',
      ({ orderId }) => giveBack(server, orderId),
    ],
  ])('%s', async (_, reason, prepare) => {
    const sale = await aSale(server)
    await prepare(sale)
    for (const ids of [undefined, sale.ids]) {
      const code = 'cancellation_not_possible'
      const body = await expectRefused(() => cancel(sale, 60, ids), 409, code, reason)
      expect(body.error.message).toMatch(/\.$/)
      expect((await quoteOf(sale, ids)).body).toMatchObject({ code, details: { reason } })
    }
    // So that the books of the other tests are those of orders without disputes.
    await server.sql('delete from disputes')
  })

  test('of a ticket that was rescheduled since it was shown', async () => {
    const sale = await aSale(server)
    const [, there = ''] = sale.event.sessionIds
    await rescheduleTo(sale, there)
    await expectRefused(() => cancel(sale, 60, sale.ids), 404, 'ticket_not_found')
    expect((await cancel(sale, 60, await ticketIdsOf(server, sale.orderId))).status).toBe(200)
  })

  test('of a ticket of another order', async () => {
    const [sale, other] = [await aSale(server), await aSale(server)]
    const ids = [sale.ids[0] ?? '', other.ids[0] ?? '']
    await expectRefused(() => cancel(sale, 60, ids), 404, 'ticket_not_found')
  })

  test('by a link alone, which only shows what would come back', async () => {
    const sale = await aSale(server)
    const token = server.foyer.context.secrets.orderToken(
      1,
      sale.orderId,
      new Date(Date.now() + 60_000),
    )
    const path = `/api/order-management/${sale.orderId}/cancellation-quote?token=${token}`
    expect((await server.browser().send('GET', path)).status).toBe(200)
    const stranger = { ...sale, browser: server.browser() }
    const { body } = await stranger.browser.send(
      'POST',
      `/api/order-management/${sale.orderId}/cancel`,
      { customerEmail: 'eve@example.com', refundAmount: 60, token },
    )
    expect(body.code).toBe('order_not_found')
  })
})
