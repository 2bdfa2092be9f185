import {
  BUYER,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  holdCart,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { makeRefunds } from '../src/features/payments/refunds/make-refunds.ts'
import { workProviderEvents } from '../src/features/payments/webhooks/work-provider-events.ts'
import { reconcile } from '../src/reconcile/reconcile.ts'
import { expireHolds, releaseCart } from './support/calls.ts'
import { accountsOf, bought, refundsOf } from './support/money.ts'
import { defaultTenantOf, emulatorOf } from './support/parts.ts'
import { askProvider, sendWebhook } from './support/provider.ts'

/**
 * No webhook is processed here and no payment is fetched by itself, so that only the lists can
 * report.
 */
let aheadMs = 0
const server = serverForTests({ jobs: false, clock: () => new Date(Date.now() + aheadMs) })
beforeEach(async () => {
  await round()
})
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const round = () => reconcile(server.foyer.context)
const emulator = () => emulatorOf(server)
const tenant = () => defaultTenantOf(server)

/** A cart with an intent and a contact. */
async function readyToPay() {
  const event = await server.build.event({ capacity: 2 })
  const browser = server.browser()
  await holdCart(browser, event)
  const { body: intent } = await createIntent(browser)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  const state = async () => {
    const rows = await server.sql<{ state: string }>(
      'select state from payments where event_id = $1 order by created_at',
      [event.eventId],
    )
    return rows.map((row) => row.state)
  }
  return { event, browser, intent, state }
}

test('the reconciler changes nothing if everything agrees', async () => {
  const { event } = await bought(server, await server.build.event())
  expect(await round()).toEqual({ settled: 0, failed: 0, posted: 0, problems: [] })
  expect(await accountsOf(server, event)).toEqual({ provider_balance: 6000, sales: -6000 })
})

test('a payment without a webhook becomes an order', async () => {
  const { browser, intent, state } = await readyToPay()
  await confirmCard(browser, intent, CARDS.success)
  expect(await round()).toMatchObject({ settled: 1, problems: [] })
  expect(await state()).toEqual(['completed'])
  expect((await round()).settled).toBe(0)
})

test('a payment whose tickets are gone is refunded', async () => {
  const { event, browser, intent, state } = await readyToPay()
  await expireHolds(server, event.sessionId)
  await holdCart(server.browser(), event)
  await confirmCard(browser, intent, CARDS.success)
  await round()
  await makeRefunds(server.foyer.context, tenant())
  expect(await state()).toEqual(['refunded'])
  expect(await accountsOf(server, event)).toEqual({ sales: -6000, refunds: 6000 })
})

test('a payment that is recorded as canceled but was charged is settled', async () => {
  const { event, browser, intent, state } = await readyToPay()
  await server.sql(`update payments set state = 'canceled' where event_id = $1`, [event.eventId])
  await confirmCard(browser, intent, CARDS.success)
  expect((await round()).settled).toBe(1)
  expect(await state()).toEqual(['completed'])
})

test('a refund made in the dashboard is recorded, and a full one ends the tickets', async () => {
  const { event, intentId, browser, orderId } = await bought(server, await server.build.event())
  await askProvider(server, 'refunds', { payment_intent: intentId, amount: '1000' })
  expect((await round()).settled).toBe(1)
  expect(await refundsOf(server, event)).toMatchObject([
    { kind: 'amount', state: 'succeeded', amount_minor: 1000 },
  ])
  await askProvider(server, 'refunds', { payment_intent: intentId })
  await round()
  expect((await refundsOf(server, event)).map(({ kind }) => kind)).toEqual(['amount', 'whole'])
  const { body } = await browser.send('GET', `/api/orders/${orderId}`)
  expect(body.order.status).toBe('REFUNDED')
})

describe('a charge that is disputed', () => {
  const disputed = async () => {
    const sale = await readyToPay()
    await confirmCard(sale.browser, sale.intent, '4000000000000259')
    emulator().settle()
    return sale
  }

  /** Reports by a webhook how the dispute ended; returns the problems that are left. */
  async function decided(intentId: string, disputeId: string) {
    const object = { object: 'dispute', id: disputeId, payment_intent: intentId }
    await sendWebhook(server, 'charge.dispute.closed', object)
    await workProviderEvents(server.foyer.context)
    return (await round()).problems
  }
  const disputeOf = async (intentId: string): Promise<string> =>
    (await askProvider(server, `disputes?payment_intent=${intentId}`)).data[0].id

  test('is posted and shown until it is lost', async () => {
    const { event, intent } = await disputed()
    expect((await round()).problems).toMatchObject([{ tenant: 'main', kind: 'charge disputed' }])
    expect(await accountsOf(server, event)).toEqual({ disputes: 6000, sales: -6000 })
    const disputeId = await disputeOf(intent.paymentIntentId)
    await askProvider(server, `disputes/${disputeId}/close`, {})
    expect(await decided(intent.paymentIntentId, disputeId)).toEqual([])
    expect(await accountsOf(server, event)).toEqual({ refunds: 6000, sales: -6000 })
  })

  test('is posted back once it is won', async () => {
    const { event, intent } = await disputed()
    await round()
    const disputeId = await disputeOf(intent.paymentIntentId)
    const evidence = { 'evidence[uncategorized_text]': 'winning_evidence' }
    await askProvider(server, `disputes/${disputeId}`, evidence)
    emulator().settle()
    expect(await decided(intent.paymentIntentId, disputeId)).toEqual([])
    expect(await accountsOf(server, event)).toEqual({ provider_balance: 6000, sales: -6000 })
  })
})

describe('an intent whose response was lost', () => {
  async function lost() {
    const event = await server.build.event({ capacity: 2 })
    const browser = server.browser()
    await holdCart(browser, event)
    emulator().faults.next({ match: 'POST /v1/payment_intents', kind: 'cutAfter', times: 6 })
    await createIntent(browser)
    emulator().faults.clear()
    const payment = async () => {
      const [row] = await server.sql<{ id: string; state: string; intent_id: string | null }>(
        'select id, state, intent_id from payments where event_id = $1',
        [event.eventId],
      )
      if (!row) throw new Error('A payment was recorded')
      return row
    }
    return { event, browser, payment }
  }

  test('is attached to the payment that it was made for, and ends with its hold', async () => {
    const { browser, payment } = await lost()
    expect(await payment()).toMatchObject({ state: 'created', intent_id: null })
    await releaseCart(browser)
    await round()
    expect(await payment()).toMatchObject({ intent_id: expect.stringMatching(/^pi_/) })
    const { id } = await payment()
    await server.sql('update payments set next_check_at = now() where id = $1', [id])
    await reconcilePayments(server.foyer.context, tenant())
    expect((await payment()).state).toBe('canceled')
  })

  test('is canceled if the payment has another one by now', async () => {
    const { browser, payment } = await lost()
    const { id } = await payment()
    const { payments } = server.foyer.context
    const stray = await payments.createIntent(
      {
        amountMinor: 6000,
        currency: 'usd',
        description: '',
        metadata: { tenant: 'main', paymentId: id },
      },
      'another key',
    )
    await createIntent(browser)
    await round()
    expect((await payments.retrieveIntent(stray.id))?.status).toBe('requires_payment_method')
    aheadMs = 61_000
    await round()
    aheadMs = 0
    const states = await Promise.all(
      [stray.id, (await payment()).intent_id].map((intentId) =>
        payments.retrieveIntent(intentId ?? ''),
      ),
    )
    expect(states.map((intent) => intent?.status).sort()).toEqual([
      'canceled',
      'requires_payment_method',
    ])
  })

  test("ends its payment if it was never made and the provider's list has shown none", async () => {
    const event = await server.build.event({ capacity: 2 })
    const browser = server.browser()
    await holdCart(browser, event)
    emulator().faults.next({ match: 'POST /v1/payment_intents', kind: 'cut', times: 6 })
    await createIntent(browser)
    emulator().faults.clear()
    const look = async () => {
      await server.sql('update payments set next_check_at = now() where event_id = $1', [
        event.eventId,
      ])
      await reconcilePayments(server.foyer.context, tenant())
      const [row] = await server.sql<{ state: string }>(
        'select state from payments where event_id = $1',
        [event.eventId],
      )
      return row?.state
    }
    await round()
    expect(await look()).toBe('created')
    await server.sql(
      `update payments set created_at = now() - interval '11 minutes' where event_id = $1`,
      [event.eventId],
    )
    expect(await look()).toBe('canceled')
  })
})

test('a second charge of one purchase is refunded automatically', async () => {
  const { event, browser } = await bought(server, await server.build.event())
  const [payment] = await server.sql<{ id: string }>(
    'select id from payments where event_id = $1',
    [event.eventId],
  )
  const stray = await server.foyer.context.payments.createIntent(
    {
      amountMinor: 6000,
      currency: 'usd',
      description: '',
      metadata: { tenant: 'main', paymentId: payment?.id ?? '' },
    },
    'twice',
  )
  const intent = { paymentIntentId: stray.id, clientSecret: stray.clientSecret }
  await confirmCard(browser, intent, CARDS.success)
  await round()
  await makeRefunds(server.foyer.context, tenant())
  const { data } = await askProvider(server, `refunds?payment_intent=${stray.id}`)
  expect(data).toMatchObject([{ amount: 6000, status: 'succeeded' }])
  expect(await accountsOf(server, event)).toEqual({
    provider_balance: 6000,
    sales: -12000,
    refunds: 6000,
  })
  expect(
    await server.sql('select 1 from orders where event_id = $1', [event.eventId]),
  ).toHaveLength(1)
})

test('money for a payment that is not in the database is listed until it is refunded', async () => {
  const { payments } = server.foyer.context
  const unknown = await payments.createIntent(
    {
      amountMinor: 700,
      currency: 'usd',
      description: '',
      metadata: { tenant: 'main', paymentId: crypto.randomUUID() },
    },
    'unknown',
  )
  const intent = { paymentIntentId: unknown.id, clientSecret: unknown.clientSecret }
  await confirmCard(server.browser(), intent, CARDS.success)
  const shown = async () =>
    (await round()).problems.filter((problem) => problem.kind === 'charge unknown')
  expect(await shown()).toMatchObject([
    { tenant: 'main', subject: unknown.id, details: expect.stringContaining('$7.00') },
  ])
  await askProvider(server, 'refunds', { payment_intent: unknown.id })
  expect(await shown()).toEqual([])
})

test('a charge of another shop at the same provider is not listed', async () => {
  const foreign = await server.foyer.context.payments.createIntent(
    { amountMinor: 700, currency: 'usd', description: '', metadata: { shop: 'other' } },
    'foreign',
  )
  const intent = { paymentIntentId: foreign.id, clientSecret: foreign.clientSecret }
  await confirmCard(server.browser(), intent, CARDS.success)
  expect(await round()).toMatchObject({ settled: 0 })
})

test("the provider's fee for a charge is posted once", async () => {
  const { event } = await bought(server, await server.build.event())
  await round()
  const fees = await server.sql(
    `select account, l.amount_minor from money_ledger l join payments p on p.id::text = l.source_id
     where l.kind = 'provider_fee' and p.event_id = $1 order by 1`,
    [event.eventId],
  )
  expect(fees).toEqual([
    { account: 'provider_balance', amount_minor: -204 },
    { account: 'provider_fees', amount_minor: 204 },
  ])
})

test('payments older than the ledger are posted', async () => {
  const { event } = await bought(server, await server.build.event())
  await server.sql(
    `delete from money_ledger where source_id in
       (select id::text from payments where event_id = $1) and kind = 'charge'`,
    [event.eventId],
  )
  expect(await round()).toMatchObject({ posted: 1 })
  expect(await accountsOf(server, event)).toEqual({ provider_balance: 6000, sales: -6000 })
})

test('one of several processes reads the lists; a process that died is replaced', async () => {
  const { browser, intent, state } = await readyToPay()
  await confirmCard(browser, intent, CARDS.success)
  await server.sql(
    `update provider_watermarks set claimed_until = clock_timestamp() + interval '1 minute'`,
  )
  expect((await round()).settled).toBe(0)
  await server.sql(
    `update provider_watermarks set claimed_until = clock_timestamp() - interval '1 second'`,
  )
  expect((await round()).settled).toBe(1)
  expect(await state()).toEqual(['completed'])
})
