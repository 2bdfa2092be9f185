import {
  BUYER,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  until,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { settleIntent } from '../src/features/payments/settle/settle-payment.ts'
import { holdCartOf, times } from './support/calls.ts'
import { sendWebhook, webhooksDone } from './support/provider.ts'

/** With jobs, and with the emulator's own webhooks. */
const server = serverForTests()
afterEach(async () => {
  await webhooksDone(server)
  expect(await findStockDrift(server)).toEqual([])
})

async function readyToPay() {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body: intent } = await createIntent(browser)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  return { event, browser, intent }
}

const ordersOf = (event: BuiltEvent) =>
  server.sql<{ id: string }>('select id from orders where event_id = $1', [event.eventId])

const webhooks = () => {
  const { emulator } = server.foyer
  if (!emulator) throw new Error('The test server has the emulator')
  return emulator.webhooks
}

test('a buyer whose browser disappeared after paying gets order and mail because of the webhook', async () => {
  const { event, browser, intent } = await readyToPay()
  await confirmCard(browser, intent, CARDS.success)
  const [made] = await until(
    () => ordersOf(event),
    (orders) => orders.length > 0,
  )
  await until(
    () => server.sql<{ state: string }>('select state from mails where order_id = $1', [made?.id]),
    ([mail]) => mail?.state === 'sent',
  )
  const body = orderBody(event, intent.paymentIntentId)
  expect((await browser.send('POST', '/api/checkout/orders', body)).body.id).toBe(made?.id)
})

test('the card is stored although the webhook arrives before the order and waits for its contact', async () => {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  await until(
    () =>
      server.sql(`select from provider_events where intent_id = $1 and state = 'done'`, [
        intent.paymentIntentId,
      ]),
    (worked) => worked.length > 0,
  )
  expect(await ordersOf(event)).toEqual([])

  const order = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.paymentIntentId),
  )
  expect(order.status).toBe(201)
  expect(
    await server.sql(
      `select c.last4 from payment_cards c join payments p on p.id = c.payment_id
       where p.order_id = $1`,
      [order.body.id],
    ),
  ).toEqual([{ last4: '4242' }])
})

test('the payment of an organizer whom another process has just registered is settled', async () => {
  const { event, intent, browser } = await readyToPay()
  await confirmCard(browser, intent, CARDS.success)
  const { context } = server.foyer
  const paid = await context.payments.retrieveIntent(intent.paymentIntentId)
  if (!paid) throw new Error('The provider knows the intent')
  let hasLookedAgain = false
  const tenants = Object.assign(Object.create(context.tenants), {
    byId: (id: number) => (hasLookedAgain ? context.tenants.byId(id) : undefined),
    reload: async () => {
      hasLookedAgain = true
    },
  })
  expect(await settleIntent({ ...context, tenants }, paid)).toBe(true)
  expect(await ordersOf(event)).toHaveLength(1)
})

test('browser and webhooks at the same moment, each event three times, make only one order', async () => {
  webhooks().duplicate(3)
  const { event, browser, intent } = await readyToPay()
  await confirmCard(browser, intent, CARDS.success)
  const body = orderBody(event, intent.paymentIntentId)
  const answers = await Promise.all(
    times(5, () => browser.send('POST', '/api/checkout/orders', body)),
  )
  await webhooksDone(server)
  webhooks().duplicate(1)
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(await ordersOf(event)).toHaveLength(1)
})

test('events in the wrong order change nothing about the outcome', async () => {
  webhooks().hold()
  const { event, browser, intent } = await readyToPay()
  await confirmCard(browser, intent, CARDS.declined)
  await confirmCard(browser, intent, CARDS.success)
  expect(await ordersOf(event)).toEqual([])
  webhooks().release('reversed')
  await webhooksDone(server)
  expect(await ordersOf(event)).toHaveLength(1)
})

describe('a webhook that cannot be trusted or read', () => {
  const intent = { object: 'payment_intent', id: 'pi_1' }

  test.each([
    ['no signature', {}],
    ['an invented signature', { 'stripe-signature': 't=1,v1=abcdef' }],
    ['one of an old scheme', { 'stripe-signature': 'sha256=abcdef' }],
  ])('is refused if it has %s', async (_, headers) => {
    const payload = JSON.stringify({ type: 'payment_intent.succeeded', data: { object: intent } })
    const answer = await server.browser().send('POST', '/api/stripe/webhook', payload, headers)
    expect(answer).toMatchObject({ status: 400, body: { code: 'webhook_signature_invalid' } })
  })

  test('is counted if it has no valid signature', async () => {
    const counted = async () =>
      Number(
        /call="POST \/api\/stripe\/webhook",outcome="webhook_signature_invalid"\} (\d+)/.exec(
          await server.foyer.context.metrics.render(),
        )?.[1] ?? 0,
      )
    const before = await counted()
    await server.browser().send('POST', '/api/stripe/webhook', { id: 'evt_1' })
    expect(await counted()).toBe(before + 1)
  })

  test('is refused with a wrong secret, or with bytes changed on the way', async () => {
    const secret = 'whsec_another'
    const wrong = await sendWebhook(server, 'payment_intent.succeeded', intent, { secret })
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ code: 'webhook_signature_invalid' })
  })

  test('is refused as a recording if it was signed more than five minutes ago', async () => {
    const send = (ageSeconds: number) =>
      sendWebhook(server, 'payment_intent.succeeded', intent, { ageSeconds })
    expect((await send(290)).status).toBe(200)
    expect((await send(310)).status).toBe(400)
    await webhooksDone(server)
  })

  test('is refused unread if it is too large; a large one within the bound is accepted', async () => {
    const send = (length: number) =>
      sendWebhook(server, 'charge.succeeded', { ...intent, padding: 'x'.repeat(length) })
    expect((await send(200 * 1024)).status).toBe(200)
    expect(await (await send(300 * 1024)).json()).toMatchObject({ code: 'payload_too_large' })
    await webhooksDone(server)
  })

  test('is refused if it has an empty body, or one that is not JSON', async () => {
    for (const body of ['', 'nonsense', '{"a":']) {
      const answer = await server.browser().send('POST', '/api/stripe/webhook', body, {
        'stripe-signature': 't=1,v1=a',
      })
      expect(answer.body.code).toBe('webhook_signature_invalid')
    }
  })
})

describe('a webhook that is signed', () => {
  test('is only a trigger: its claims are not trusted', async () => {
    const { event, intent } = await readyToPay()
    const claim = {
      object: 'payment_intent',
      id: intent.paymentIntentId,
      status: 'succeeded',
      amount: 6000,
    }
    expect((await sendWebhook(server, 'payment_intent.succeeded', claim)).status).toBe(200)
    await webhooksDone(server)
    expect(await ordersOf(event)).toEqual([])
  })

  test('is stored once, even if it comes several times, and without personal data', async () => {
    const { intent } = await readyToPay()
    const object = {
      object: 'payment_intent',
      id: intent.paymentIntentId,
      receipt_email: 'ada@example.com',
    }
    const id = 'evt_again'
    const answers = await Promise.all(
      times(5, () => sendWebhook(server, 'payment_intent.processing', object, { id })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(times(5, () => 200))
    await webhooksDone(server)
    const rows = await server.sql('select * from provider_events where id = $1', [id])
    expect(rows).toMatchObject([{ state: 'done', attempts: 1, intent_id: intent.paymentIntentId }])
    expect(JSON.stringify(rows)).not.toContain('ada@example.com')
  })

  test('is answered even if the provider does not respond, and is processed when it does', async () => {
    const { event, browser, intent } = await readyToPay()
    webhooks().hold()
    await confirmCard(browser, intent, CARDS.success)
    const pause = server.foyer.emulator?.faults.pause(`GET /v1/payment_intents/`)
    const object = { object: 'payment_intent', id: intent.paymentIntentId }
    const answer = await sendWebhook(server, 'payment_intent.succeeded', object)
    expect(answer.status).toBe(200)
    await pause?.arrived
    expect(await ordersOf(event)).toEqual([])
    pause?.release()
    await until(
      () => ordersOf(event),
      (orders) => orders.length === 1,
    )
    webhooks().reset()
  })

  test('about a decline stores the reason with the payment, which stays open', async () => {
    const { event, browser, intent } = await readyToPay()
    await confirmCard(browser, intent, CARDS.declined)
    await webhooksDone(server)
    expect(
      await server.sql(
        'select state, decline_code, decline_message from payments where event_id = $1',
        [event.eventId],
      ),
    ).toEqual([
      {
        state: 'open',
        decline_code: 'generic_decline',
        decline_message: 'Your card was declined.',
      },
    ])
  })

  test.each([
    [
      'an intent that nobody knows',
      'payment_intent.succeeded',
      { object: 'payment_intent', id: 'pi_unknown' },
    ],
    ['a charge', 'charge.succeeded', { object: 'charge', id: 'ch_1' }],
    ['something of the future', 'galaxy.created', { object: 'galaxy', id: 'gx_1' }],
  ])('about %s is accepted and changes nothing', async (_, type, object) => {
    const answer = await sendWebhook(server, type, object)
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  })

  test('about an intent of another shop at the same provider changes nothing', async () => {
    const { payments } = server.foyer.context
    const request = { amountMinor: 500, currency: 'usd', description: '' }
    const id = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'
    const foreign: Record<string, string>[] = [
      {},
      { tenant: 'main' },
      { tenant: 'nobody', paymentId: id },
      { tenant: 'main', paymentId: id },
    ]
    for (const [index, metadata] of foreign.entries()) {
      const intent = await payments.createIntent({ ...request, metadata }, `foreign-${index}`)
      const answer = await sendWebhook(server, 'payment_intent.succeeded', {
        object: 'payment_intent',
        id: intent.id,
      })
      expect(answer.status).toBe(200)
    }
  })
})
