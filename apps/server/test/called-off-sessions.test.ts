import {
  buy,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { settleDisruptions } from '../src/features/disruptions/settle-disruptions.ts'
import { holdCartOf, stockOf } from './support/calls.ts'
import {
  answersOf,
  buyOne,
  buyOver,
  Death,
  disrupt,
  mortal,
  passTime,
  takeFree,
  work,
} from './support/disruptions.ts'
import { bought, giveBack, refundsOf } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/** Sessions that are called off, and what becomes of their orders; a ticket costs 30.00. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const PRICE = 3000

const ticketsOf = async (orderId: string) =>
  (
    await server.sql<{ status: string }>(
      'select status from tickets where order_id = $1 order by number',
      [orderId],
    )
  ).map(({ status }) => status)

const statusOf = async (orderId: string) =>
  (await server.sql<{ status: string }>('select status from orders where id = $1', [orderId]))[0]
    ?.status

const mailOfRefund = async (eventId: string) =>
  (
    await server.sql<{ data: object }>(
      `select m.data from mails m join payments p on p.id = m.payment_id
       where m.kind = 'refund' and p.event_id = $1`,
      [eventId],
    )
  )[0]?.data

describe('what is sold', () => {
  test('nothing of a session is held any more once it is called off', async () => {
    const event = await server.build.event()
    expect((await disrupt(server, event)).ok).toBe(true)
    const held = await holdCartOf(server.browser(), event)
    expect([held.status, held.body.code]).toEqual([409, 'sales_closed'])
  })

  test('what is held of it can no longer be paid, and no intent is made for it', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    await disrupt(server, event)
    const intent = await browser.send('POST', '/api/create-payment-intent', {
      amount: 60,
      currency: 'usd',
      metadata: { cartId: '12345', eventId: event.eventId },
    })
    expect([intent.status, intent.body.code]).toEqual([410, 'hold_expired'])
  })

  test('a payment that is captured afterwards is refunded and sells nothing', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    await disrupt(server, event)
    const { paymentIntentId } = intent.body
    const ordered = await browser.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, paymentIntentId),
    )
    expect([ordered.status, ordered.body.code]).toEqual([409, 'payment_refunded'])
    expect(await refundsOf(server, event)).toMatchObject([{ kind: 'unplaced', amount_minor: 6000 }])
    expect(await stockOf(server, event.sessionId)).toMatchObject({ sold: 0 })
    expect(ordered.body.error).toMatch(/^The organizer called this session off before/)
    const status = await browser.send('GET', `/api/checkout/payments/${paymentIntentId}`)
    expect(status.body).toMatchObject({ state: 'refund_pending', isCalledOff: true })
    expect(await mailOfRefund(event.eventId)).toMatchObject({
      extent: 'unplaced',
      isCalledOff: true,
    })
  })

  test('a payment of a change to it that is captured afterwards says so, also to a repeated call', async () => {
    const event = await server.build.event({ sessions: 2, types: [{ dynamicMinor: PRICE }] })
    const [, there = ''] = event.sessionIds
    await server.sql('update session_prices set price_minor = 4000 where session_id = $1', [there])
    const browser = server.browser()
    const { orderId } = (await buy(browser, event)).body
    const path = `/api/order-management/${orderId}`
    const customerEmail = 'ada@example.com'
    const intent = await browser.send('POST', `${path}/payment-intent`, {
      customerEmail,
      change: { type: 'reschedule', newSessionId: there },
      amount: 20,
      currency: 'usd',
    })
    await confirmCard(browser, intent.body, CARDS.success)
    await disrupt(server, { ...event, sessionId: there })
    for (const _ of ['first', 'repeated']) {
      const { status, body } = await browser.send('POST', `${path}/reschedule`, {
        newSessionId: there,
        customerEmail,
        paymentIntentId: intent.body.paymentIntentId,
      })
      expect([status, body.code]).toEqual([409, 'payment_refunded'])
      expect(body.error.message ?? body.error).toMatch(
        /^The organizer called the session off before your payment arrived\. Your old tickets are/,
      )
    }
    expect(await mailOfRefund(event.eventId)).toMatchObject({ isCalledOff: true })
    expect(await ticketsOf(orderId)).toEqual(['VALID', 'VALID'])
  })

  test('a free cart that is held becomes no order afterwards', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await disrupt(server, event)
    const ordered = await browser.send('POST', '/api/checkout/orders', orderBody(event))
    expect([ordered.status, ordered.body.code]).toEqual([410, 'hold_expired'])
  })

  test('a session is called off once', async () => {
    const event = await server.build.event()
    await disrupt(server, event)
    expect(await disrupt(server, event)).toMatchObject({
      ok: false,
      refusal: { code: 'session_not_changeable', details: { reason: 'called_off' } },
    })
  })
})

describe('its orders', () => {
  test('are refunded with their fees and add-ons, and their seats are free again', async () => {
    const event = await server.build.event({
      fee: { ratePpm: 125_000 },
      addOns: [{ priceMinor: 500 }],
    })
    const browser = server.browser()
    const [addOnId = ''] = event.addOnIds
    await holdCartOf(browser, event, { addOns: [{ addOnId, quantity: 1 }] })
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    const { body } = await browser.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, intent.body.paymentIntentId),
    )
    await disrupt(server, event)
    await work(server)
    const minor = 2 * (PRICE + 375) + 500
    expect(await refundsOf(server, event)).toMatchObject([{ kind: 'whole', amount_minor: minor }])
    expect((await answersOf(server, event.sessionId)).get(body.orderId)).toMatchObject({
      state: 'settled',
      answer: 'refund',
      answered_by: 'default',
      refund_minor: minor,
    })
    expect(await statusOf(body.orderId)).toBe('REFUNDED')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
  })

  test('keep their tickets of other sessions, and the add-ons with them', async () => {
    const event = await server.build.event({ sessions: 2 })
    const { orderId } = await buyOver(server, event, [2, 1])
    await disrupt(server, event)
    await work(server)
    expect(await refundsOf(server, event)).toMatchObject([{ kind: 'tickets', amount_minor: 6000 }])
    expect((await ticketsOf(orderId)).toSorted()).toEqual(['CANCELLED', 'CANCELLED', 'VALID'])
    expect(await statusOf(orderId)).toBe('PAID')
  })

  test('get what is left of them if a part was refunded before', async () => {
    const event = await server.build.event()
    const { orderId } = await bought(server, event)
    await giveBack(server, orderId, { kind: 'amount', amountMinor: 1000, withFees: true })
    await disrupt(server, event)
    await work(server)
    const amounts = (await refundsOf(server, event)).map((row) => row.amount_minor)
    expect(amounts).toEqual([1000, 5000])
  })

  test('end without a refund if nothing was paid for them', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    const { orderId } = await takeFree(server, event, 2)
    await disrupt(server, event)
    await work(server)
    expect([await statusOf(orderId), await ticketsOf(orderId)]).toEqual([
      'CANCELLED',
      ['CANCELLED', 'CANCELLED'],
    ])
    expect((await answersOf(server, event.sessionId)).get(orderId)).toMatchObject({
      state: 'settled',
      refund_minor: 0,
    })
  })

  test('that were refunded before are not listed', async () => {
    const event = await server.build.event()
    const { orderId } = await bought(server, event)
    await giveBack(server, orderId)
    await disrupt(server, event)
    await work(server)
    expect(await answersOf(server, event.sessionId)).toEqual(new Map())
    expect(await refundsOf(server, event)).toHaveLength(1)
  })

  test('whose charge is disputed fail and are reported, and are refunded once the bank has decided', async () => {
    const event = await server.build.event()
    const { orderId } = await bought(server, event)
    await server.sql(
      `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
       select tenant_id, 'du_called_off', id, 6000, 'usd', 'opened' from payments where order_id = $1`,
      [orderId],
    )
    await disrupt(server, event)
    await work(server)
    const failed = (await answersOf(server, event.sessionId)).get(orderId)
    expect(failed).toMatchObject({ state: 'failed', problem: 'charge_disputed' })
    expect(await refundsOf(server, event)).toEqual([])
    await server.sql(`update disputes set state = 'won' where id = 'du_called_off'`)
    await server.sql(`update disruption_answers set state = 'settling' where order_id = $1`, [
      orderId,
    ])
    await server.sql(
      `update session_disruptions set state = 'working', next_attempt_at = now() where session_id = $1`,
      [event.sessionId],
    )
    await work(server)
    expect((await answersOf(server, event.sessionId)).get(orderId)?.state).toBe('settled')
    expect(await refundsOf(server, event)).toHaveLength(1)
    await server.sql(`delete from disputes where id = 'du_called_off'`)
  })

  test('keep what participants signed and which tickets were used', async () => {
    const event = await server.build.event({ waiver: 'Mind the step.' })
    const { orderId } = await bought(server, event)
    await server.sql(
      `insert into waiver_signatures (tenant_id, order_id, ticket_number, id, event_id, text_version,
         participant_name, email, signature_kind, signature, signed_at, sha256)
       values (1, $1, 1, gen_random_uuid(), $2, 1, 'Ada', 'ada@example.com', 'typed', 'Ada', now(),
         repeat('0', 64))`,
      [orderId, event.eventId],
    )
    await server.sql('update tickets set redeemed_at = now() where order_id = $1 and number = 1', [
      orderId,
    ])
    const facts = () =>
      server.sql(
        `select t.number, t.redeemed_at, w.sha256, w.signed_at from tickets t
         left join waiver_signatures w on w.order_id = t.order_id and w.ticket_number = t.number
         where t.order_id = $1 order by 1`,
        [orderId],
      )
    const before = await facts()
    await disrupt(server, event)
    await work(server)
    expect(await facts()).toEqual(before)
    expect(await refundsOf(server, event)).toMatchObject([{ amount_minor: 6000 }])
  })
})

describe('a process that dies', { tags: ['night'] }, () => {
  /** Orders of each kind: paid, over two sessions, free is another event. */
  async function soldEvent() {
    const event = await server.build.event({ sessions: 2 })
    const orders = [
      await buyOne(server, event, 2),
      await buyOver(server, event, [1, 1]),
      await buyOne(server, event, 1),
    ]
    return { event, orderIds: orders.map(({ orderId }) => orderId) }
  }

  test.each(['before', 'after'] as const)(
    '%s any step of the job leaves work that another one finishes, with one refund for each order',
    async (when) => {
      for (let diesAt = 1; ; diesAt += 1) {
        const { event, orderIds } = await soldEvent()
        await disrupt(server, event)
        const { context } = mortal(server.foyer.context, diesAt, when)
        const hasDied = await work(server, context).then(
          () => false,
          (error: unknown) => error instanceof Death,
        )
        await server.foyer.context.lanes.submit(event.tenantId, {
          needs: { sessionIds: event.sessionIds },
          decide: () => ({ ok: true, value: null }),
        })
        await passTime(server)
        await work(server)
        const rows = await answersOf(server, event.sessionId)
        expect([...rows.keys()].toSorted()).toEqual(orderIds.toSorted())
        expect([...rows.values()].map(({ state }) => state)).toEqual(orderIds.map(() => 'settled'))
        const amounts = (await refundsOf(server, event)).map((row) => row.amount_minor)
        expect(amounts.toSorted((a, b) => a - b)).toEqual([PRICE, PRICE, 2 * PRICE])
        if (!hasDied) break
      }
    },
    300_000,
  )
})

test('a repeated run of the job finds nothing to do', async () => {
  const event = await server.build.event()
  await buy(server.browser(), event)
  await disrupt(server, event)
  await work(server)
  expect(await settleDisruptions(server.foyer.context, defaultTenantOf(server))).toBe(0)
})
