import {
  BUYER,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { makeRefunds } from '../src/features/payments/refunds/make-refunds.ts'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import {
  expireHolds,
  holdCartOf,
  holdRowsOf,
  releaseCart,
  stockOf,
  times,
} from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'
import { askProvider } from './support/provider.ts'

/** Payments that succeed after their hold has ended, or whose browser never returns. */
const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const tenant = () => defaultTenantOf(server)

/** Lets the reconciler check this event's payments as if they were due. */
async function reconcile(event: BuiltEvent): Promise<void> {
  await server.sql('update payments set next_check_at = now() where event_id = $1', [event.eventId])
  await reconcilePayments(server.foyer.context, tenant())
  await server.sql('update refunds set next_attempt_at = now()')
  await makeRefunds(server.foyer.context, tenant())
}

/** A paid cart whose order was not requested yet. */
async function paid({ contact = true, capacity = 2, form = {} } = {}) {
  const event = await server.build.event({ capacity })
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body: intent } = await createIntent(browser)
  if (contact) await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await confirmCard(browser, intent, CARDS.success, form)
  const order = () =>
    browser.send('POST', '/api/checkout/orders', orderBody(event, intent.paymentIntentId))
  return { event, browser, intent, order }
}

const paymentOf = async (event: BuiltEvent) => {
  const [row] = await server.sql<{ state: string; refund_id: string }>(
    `select p.state, r.provider_refund_id as refund_id from payments p
     left join refunds r on r.payment_id = p.id
     where p.event_id = $1 order by p.created_at desc limit 1`,
    [event.eventId],
  )
  return row
}
const ordersOf = (event: BuiltEvent) =>
  server.sql<{ id: string; email: string; contact: object }>(
    'select id, email, contact from orders where event_id = $1',
    [event.eventId],
  )

describe('a payment that succeeds after its hold has expired', () => {
  test('becomes an order if nobody else holds the tickets', async () => {
    const { event, order } = await paid()
    await expireHolds(server, event.sessionId)
    expect((await order()).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 2 })
  })

  test('is turned into tickets again if some are left', async () => {
    const { event, order } = await paid({ capacity: 4 })
    await expireHolds(server, event.sessionId)
    await sweepHolds(server.foyer.context, tenant())
    await holdCartOf(server.browser(), event)
    expect((await order()).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 2 })
    const ledger = await server.sql(
      `select kind from stock_ledger where session_id = $1 and sold_delta > 0`,
      [event.sessionId],
    )
    expect(ledger).toEqual([{ kind: 'reallocate' }])
  })

  test('takes the tickets of other expired holds as well', async () => {
    const { event, order } = await paid()
    await expireHolds(server, event.sessionId)
    await holdCartOf(server.browser(), event)
    await expireHolds(server, event.sessionId)
    expect((await order()).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 2 })
  })

  test('is refunded if the tickets are gone, and the buyer is informed', async () => {
    const { event, intent, order } = await paid()
    await expireHolds(server, event.sessionId)
    await holdCartOf(server.browser(), event)
    const refused = await order()
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'payment_refunded',
        error: expect.stringContaining('The full amount is on its way'),
      },
    })
    expect((await paymentOf(event))?.state).toBe('refund_due')
    await reconcile(event)
    const payment = await paymentOf(event)
    expect(payment?.state).toBe('refunded')
    const refunds = await askProvider(server, `refunds?payment_intent=${intent.paymentIntentId}`)
    expect(refunds.data).toMatchObject([
      { id: payment?.refund_id, amount: 6000, status: 'succeeded' },
    ])
    // Repeating the request changes nothing: no second refund, and no order.
    expect((await order()).body.code).toBe('payment_refunded')
    await reconcile(event)
    expect(
      (await askProvider(server, `refunds?payment_intent=${intent.paymentIntentId}`)).data,
    ).toHaveLength(1)
    expect(await ordersOf(event)).toEqual([])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })

  test('is sold or refunded as a whole', async () => {
    const event = await server.build.event({ capacity: 6, types: [{}, { capacity: 1 }] })
    const browser = server.browser()
    await holdCartOf(browser, event, { quantities: [2, 1] })
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    await expireHolds(server, event.sessionId)
    await holdCartOf(server.browser(), event, { quantities: [0, 1] })
    const answer = await browser.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, intent.paymentIntentId),
    )
    expect(answer.body.code).toBe('payment_refunded')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 1, sold: 0 })
  })

  test('is refunded as soon as the provider works again', async () => {
    const { event, order } = await paid()
    await expireHolds(server, event.sessionId)
    await holdCartOf(server.browser(), event)
    await order()
    const faults = server.foyer.emulator?.faults
    faults?.next({ match: 'POST /v1/refunds', kind: 'error500', times: 100 })
    await reconcile(event)
    expect((await paymentOf(event))?.state).toBe('refund_due')
    faults?.clear()
    await reconcile(event)
    expect((await paymentOf(event))?.state).toBe('refunded')
  })

  test('never sells a ticket twice, even if many succeed at once', async () => {
    const event = await server.build.event({ capacity: 10 })
    const buyers = await Promise.all(
      times(5, async () => {
        const browser = server.browser()
        await holdCartOf(browser, event)
        const { body: intent } = await createIntent(browser)
        await confirmCard(browser, intent, CARDS.success)
        return { browser, intent }
      }),
    )
    await expireHolds(server, event.sessionId)
    // Six of the ten seats are held by others meanwhile.
    await Promise.all(times(3, () => holdCartOf(server.browser(), event)))
    const answers = await Promise.all(
      buyers.map(({ browser, intent }) =>
        browser.send('POST', '/api/checkout/orders', orderBody(event, intent.paymentIntentId)),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 409, 409, 409])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 6, sold: 4 })
  })
})

describe('a buyer whose browser disappeared after paying', () => {
  test('gets the order with the contact that was sent when paying started', async () => {
    const { event, order } = await paid()
    await reconcile(event)
    const [made] = await ordersOf(event)
    expect(made).toMatchObject({ email: 'ada@example.com', contact: BUYER.contact })
    // If the browser returns, it finds the same order.
    expect((await order()).body.id).toBe(made?.id)
  })

  test("gets it without a contact after a wait, with the provider's data", async () => {
    const { event } = await paid({
      contact: false,
      form: {
        'payment_method_data[billing_details][name]': 'Grace Brewster Hopper',
        'payment_method_data[billing_details][email]': 'Grace@Example.com',
      },
    })
    await reconcile(event)
    expect(await ordersOf(event)).toEqual([])
    await server.sql(
      `update payments set created_at = now() - interval '2 minutes' where event_id = $1`,
      [event.eventId],
    )
    await reconcile(event)
    expect(await ordersOf(event)).toMatchObject([
      { email: 'grace@example.com', contact: { firstName: 'Grace', lastName: 'Brewster Hopper' } },
    ])
  })

  test('is skipped, and not waited for, while another process handles the payment', async () => {
    const { event } = await paid()
    const claim = await holdRowsOf(server, 'payments', 'event_id = $1', event.eventId)
    await server.sql(
      `update payments set next_check_at = now() where event_id <> $1
      and next_check_at is not null`,
      [event.eventId],
    )
    await reconcilePayments(server.foyer.context, tenant())
    expect(await ordersOf(event)).toEqual([])
    await claim.letGo()
    await reconcile(event)
    expect(await ordersOf(event)).toHaveLength(1)
  })

  test('gets one order, even if several processes handle the payment at the same time', async () => {
    const { event } = await paid()
    await server.sql('update payments set next_check_at = now() where event_id = $1', [
      event.eventId,
    ])
    const looked = await Promise.all(
      times(5, () => reconcilePayments(server.foyer.context, tenant())),
    )
    expect(looked.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await ordersOf(event)).toHaveLength(1)
  })
})

describe('an intent that nobody pays', () => {
  async function unpaid() {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    const { body: intent } = await createIntent(browser)
    return { event, browser, intent }
  }

  test('is not changed while its cart is held', async () => {
    const { event, intent } = await unpaid()
    await reconcile(event)
    expect((await paymentOf(event))?.state).toBe('open')
    const known = await server.foyer.context.payments.retrieveIntent(intent.paymentIntentId)
    expect(known?.status).toBe('requires_payment_method')
  })

  test('is canceled with its hold, so that it cannot be paid late; the cart may start again', async () => {
    const { event, browser, intent } = await unpaid()
    await releaseCart(browser)
    await reconcile(event)
    expect((await paymentOf(event))?.state).toBe('canceled')
    expect((await confirmCard(browser, intent, CARDS.success)).status).toBe(400)
    await holdCartOf(browser, event)
    const { body: other } = await createIntent(browser)
    await confirmCard(browser, other, CARDS.success)
    const body = orderBody(event, other.paymentIntentId)
    expect((await browser.send('POST', '/api/checkout/orders', body)).status).toBe(201)
  })

  const troubleOf = ({ eventId }: BuiltEvent) =>
    server.sql<{ reason: string; recipient: string }>(
      `select m.data ->> 'reason' as reason, m.recipient from mails m
       join payments p on p.id = m.payment_id where p.event_id = $1 and m.kind = 'payment_trouble'`,
      [eventId],
    )

  const pressPay = (browser: TestBrowser) =>
    browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)

  test.each<[string, (paid: Awaited<ReturnType<typeof unpaid>>) => Promise<unknown>]>([
    ['declined', ({ browser, intent }) => confirmCard(browser, intent, CARDS.declined)],
    ['not_confirmed', ({ browser, intent }) => confirmCard(browser, intent, CARDS.authenticate)],
    [
      'too_late',
      ({ intent }) =>
        askProvider(server, `payment_intents/${intent.paymentIntentId}`, {
          payment_method: 'pm_card_visa',
        }),
    ],
  ])('sends its buyer one mail if a card was tried: %s', async (reason, tryCard) => {
    const payment = await unpaid()
    await pressPay(payment.browser)
    await tryCard(payment)
    await releaseCart(payment.browser)
    await reconcile(payment.event)
    await reconcile(payment.event)
    expect(await troubleOf(payment.event)).toEqual([{ reason, recipient: BUYER.contact.email }])
  })

  test('sends no mail if no card was tried, however the payment ends', async () => {
    const released = await unpaid()
    await pressPay(released.browser)
    await releaseCart(released.browser)
    await reconcile(released.event)
    expect((await paymentOf(released.event))?.state).toBe('canceled')
    expect(await troubleOf(released.event)).toEqual([])

    const canceled = await unpaid()
    await pressPay(canceled.browser)
    await server.foyer.context.payments.cancelIntent(canceled.intent.paymentIntentId)
    await reconcile(canceled.event)
    expect((await paymentOf(canceled.event))?.state).toBe('canceled')
    expect(await troubleOf(canceled.event)).toEqual([])
  })

  test('sends no mail if nobody pressed pay, nor if the cart became an order', async () => {
    const left = await unpaid()
    await confirmCard(left.browser, left.intent, CARDS.declined)
    await releaseCart(left.browser)
    await reconcile(left.event)
    expect(await troubleOf(left.event)).toEqual([])

    const { event, browser, intent } = await unpaid()
    await pressPay(browser)
    await confirmCard(browser, intent, CARDS.declined)
    await server.sql(
      `insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id, session_id,
         email, contact, billing_address, quote, total_minor)
       select tenant_id, gen_random_uuid(), $2, cart_id, '12345', event_id, $3, 'ada@example.com',
         '{}', '{}', quote, amount_minor from payments where event_id = $1`,
      [event.eventId, browser.id, event.sessionId],
    )
    await releaseCart(browser)
    await reconcile(event)
    expect((await paymentOf(event))?.state).toBe('canceled')
    expect(await troubleOf(event)).toEqual([])
    await server.sql('delete from orders where event_id = $1', [event.eventId])
  })

  test('an amount that differs from what is recorded is refunded, not sold', async () => {
    const { event, browser, intent } = await unpaid()
    await server.foyer.context.payments.updateIntent(intent.paymentIntentId, {
      amountMinor: 100,
      currency: 'usd',
      description: 'tampered',
      metadata: {},
    })
    await confirmCard(browser, intent, CARDS.success)
    const body = orderBody(event, intent.paymentIntentId)
    const answer = await browser.send('POST', '/api/checkout/orders', body)
    expect(answer.body.code).toBe('payment_refunded')
    expect(await ordersOf(event)).toEqual([])
  })
})
