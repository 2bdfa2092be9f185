import {
  BUYER,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  holdCart,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentGateway, ProviderRefund } from '../src/adapters/payment-gateway.ts'
import type { MoneyContext } from '../src/context.ts'
import { readFindings } from '../src/features/money/read-findings.ts'
import { listProblems } from '../src/features/payments/problems.ts'
import { makeRefunds } from '../src/features/payments/refunds/make-refunds.ts'
import { settleIntent } from '../src/features/payments/settle/settle-payment.ts'
import { expireHolds, times } from './support/calls.ts'
import { accountsOf, bought, giveBack, refundsOf } from './support/money.ts'
import { defaultTenantOf, emulatorOf } from './support/parts.ts'
import { askProvider } from './support/provider.ts'

/** A decided refund reaches the provider once, whatever fails on the way. */
const server = serverForTests({ jobs: false })
afterEach(async () => {
  faults().clear()
  expect(await findStockDrift(server)).toEqual([])
})

const emulator = () => emulatorOf(server)
const faults = () => emulator().faults
const tenant = () => defaultTenantOf(server)
const findings = () => server.foyer.context.db.withTenant(tenant().id, readFindings)

/** Runs the job as if every refund were due. */
async function round(context: MoneyContext = server.foyer.context): Promise<void> {
  await server.sql(
    `update refunds set next_attempt_at = now() where state in ('queued', 'pending')`,
  )
  await makeRefunds(context, tenant())
}

/** Does what a webhook about the intent does. */
async function settle(intentId: string): Promise<void> {
  const { context } = server.foyer
  const intent = await context.payments.retrieveIntent(intentId)
  if (intent) await settleIntent(context, intent)
}

/** A sale of 60.00 that is decided to be refunded in full. */
async function owed(card = CARDS.success) {
  const event = await server.build.event({ capacity: 2 })
  const browser = server.browser()
  await holdCart(browser, event)
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, card)
  const body = orderBody(event, intent.paymentIntentId)
  const order = await browser.send('POST', '/api/checkout/orders', body)
  await giveBack(server, order.body.orderId)
  return { event, intentId: intent.paymentIntentId }
}

const refundOf = async (event: BuiltEvent) => {
  const [row, ...others] = await refundsOf(server, event)
  if (!row || others.length > 0) throw new Error('One refund was decided')
  return row
}
const atProvider = async (intentId: string): Promise<{ amount: number; status: string }[]> =>
  (await askProvider(server, `refunds?payment_intent=${intentId}`)).data

/** The SDK repeats a failed call by itself, so the fault is set for all of its tries. */
const fail = (kind: Parameters<ReturnType<typeof faults>['next']>[0]['kind'], repeats = 3) =>
  faults().next({ match: 'POST /v1/refunds', kind, times: repeats })

test('the provider is not called before the decision is committed', async () => {
  const { event, intentId } = await owed()
  expect((await refundOf(event)).state).toBe('queued')
  expect(await atProvider(intentId)).toEqual([])
  await round()
  expect(await refundOf(event)).toMatchObject({ state: 'succeeded', attempts: 1 })
  expect(await atProvider(intentId)).toMatchObject([{ amount: 6000, status: 'succeeded' }])
})

describe('a refund is made once even if', () => {
  test.each(['error500', 'rateLimit', 'cut'] as const)('the call ends in %s', async (kind) => {
    const { event, intentId } = await owed()
    fail(kind, 6)
    await round()
    expect(await refundOf(event)).toMatchObject({ state: 'queued', attempts: 1 })
    expect((await refundOf(event)).last_error).not.toBe(null)
    faults().clear()
    await round()
    expect((await refundOf(event)).state).toBe('succeeded')
    expect(await atProvider(intentId)).toHaveLength(1)
  })

  test('it was made and the response was lost: the refund is found, and not made again', async () => {
    const { event, intentId } = await owed()
    fail('cutAfter', 6)
    await round()
    faults().clear()
    await round()
    expect((await refundOf(event)).state).toBe('succeeded')
    expect(await atProvider(intentId)).toHaveLength(1)
  })

  test('it was made and the response was an error, which the provider stores', async () => {
    const { event, intentId } = await owed()
    fail('error500After')
    await round()
    expect((await refundOf(event)).state).toBe('queued')
    await round()
    expect((await refundOf(event)).state).toBe('succeeded')
    expect(await atProvider(intentId)).toHaveLength(1)
  })

  test('an error is stored under its key for a day: the next try has a key of its own', async () => {
    const { event, intentId } = await owed()
    fail('error500Kept')
    await round()
    expect(await refundOf(event)).toMatchObject({ state: 'queued', key_number: 1 })
    await round()
    expect((await refundOf(event)).state).toBe('succeeded')
    expect(await atProvider(intentId)).toHaveLength(1)
  })

  test('a refusal is stored under its key as well, and its reason is gone by the next try', async () => {
    const { event, intentId } = await owed('4000000000000259')
    emulator().settle()
    await round()
    expect(await refundOf(event)).toMatchObject({ state: 'queued', key_number: 1 })
    const [dispute] = (await askProvider(server, `disputes?payment_intent=${intentId}`)).data
    const evidence = { 'evidence[uncategorized_text]': 'winning_evidence' }
    await askProvider(server, `disputes/${dispute.id}`, evidence)
    emulator().settle()
    await round()
    expect((await refundOf(event)).state).toBe('succeeded')
    expect(await atProvider(intentId)).toHaveLength(1)
  })

  test('several processes call the provider at the same time', async () => {
    const { event, intentId } = await owed()
    const made = await Promise.all(times(4, () => makeRefunds(server.foyer.context, tenant())))
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await atProvider(intentId)).toHaveLength(1)
    expect((await refundOf(event)).state).toBe('succeeded')
  })

  test('a person refunds in the dashboard meanwhile', async () => {
    const { event, intentId } = await owed()
    await askProvider(server, 'refunds', { payment_intent: intentId })
    await round()
    expect((await refundOf(event)).state).toBe('queued')
    await round()
    expect((await refundOf(event)).state).toBe('succeeded')
    expect(await atProvider(intentId)).toHaveLength(1)
    expect(await accountsOf(server, event)).toEqual({ sales: -6000, refunds: 6000 })
  })
})

test('a partial refund that was decided, and that a person made in the dashboard meanwhile, is not made again', async () => {
  const sale = await bought(server, await server.build.event())
  await giveBack(server, sale.orderId, { kind: 'amount', amountMinor: 1000, withFees: true })
  await askProvider(server, 'refunds', { payment_intent: sale.intentId, amount: '1000' })
  await settle(sale.intentId)
  await round()
  expect(await refundOf(sale.event)).toMatchObject({ amount_minor: 1000, state: 'succeeded' })
  expect(await atProvider(sale.intentId)).toHaveLength(1)
})

test('a partial refund made in the dashboard and by us at the same moment is recorded as two refunds', async () => {
  const sale = await bought(server, await server.build.event())
  const { intentId } = sale
  await giveBack(server, sale.orderId, { kind: 'amount', amountMinor: 1000, withFees: true })
  const { id } = await refundOf(sale.event)
  await askProvider(server, 'refunds', { payment_intent: intentId, amount: '1000' })
  await settle(intentId)
  // Our call was already on its way.
  const { payments } = server.foyer.context
  const late = { intentId, amountMinor: 1000, refundId: id, keyNumber: 0 }
  await payments.createRefund(late, `${id}-0`)
  await settle(intentId)
  expect(await refundsOf(server, sale.event)).toMatchObject([
    { id, amount_minor: 1000, state: 'succeeded' },
    { kind: 'amount', amount_minor: 1000, state: 'succeeded' },
  ])
  expect(await accountsOf(server, sale.event)).toMatchObject({ refunds: 2000 })
})

test('money whose tickets are gone is not refunded again if it was refunded in the dashboard', async () => {
  const event = await server.build.event({ capacity: 2 })
  const browser = server.browser()
  await holdCart(browser, event)
  const { body: intent } = await createIntent(browser)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await expireHolds(server, event.sessionId)
  await holdCart(server.browser(), event)
  await confirmCard(browser, intent, CARDS.success)
  const intentId = intent.paymentIntentId
  await askProvider(server, 'refunds', { payment_intent: intentId, amount: '1000' })
  await settle(intentId)
  await round()
  expect(await refundsOf(server, event)).toMatchObject([
    { kind: 'unplaced', amount_minor: 5000, state: 'succeeded' },
    { kind: 'amount', amount_minor: 1000, state: 'succeeded' },
  ])
  expect((await atProvider(intentId)).map(({ amount }) => amount)).toEqual([5000, 1000])
  expect(await accountsOf(server, event)).toEqual({ sales: -6000, refunds: 6000 })
})

test('a refund in the dashboard beyond what is left is listed as a problem', async () => {
  const { event, intentId } = await owed()
  await askProvider(server, 'refunds', { payment_intent: intentId, amount: '700' })
  await settle(intentId)
  const problems = await server.foyer.context.db.withTenant(tenant().id, listProblems)
  expect(problems).toContainEqual(
    expect.objectContaining({
      kind: 'refund unknown',
      details: expect.stringContaining('$7.00, beyond what was left'),
    }),
  )
  expect(await refundsOf(server, event)).toHaveLength(1)
  expect(await findings()).toContainEqual(
    expect.objectContaining({
      kind: 'refund unknown',
      orderId: null,
      reason: expect.stringContaining('$7.00, beyond what was left'),
    }),
  )
})

describe('a refund that takes time', () => {
  test('is pending until the provider reports it as done', async () => {
    const { event } = await owed('4000000000007726')
    await round()
    expect((await refundOf(event)).state).toBe('pending')
    expect(await accountsOf(server, event)).toMatchObject({ provider_balance: 6000 })
    emulator().settle()
    await round()
    expect((await refundOf(event)).state).toBe('succeeded')
    expect(await accountsOf(server, event)).toEqual({ sales: -6000, refunds: 6000 })
  })

  test('is made again if the bank returns it, then given up and listed as a problem', async () => {
    const { event, intentId } = await owed('4000000000005126')
    for (const bounces of [1, 2, 3]) {
      await round()
      expect((await refundOf(event)).state).toBe('succeeded')
      emulator().settle()
      await settle(intentId)
      expect((await refundOf(event)).bounces).toBe(bounces)
    }
    const refund = await refundOf(event)
    expect(refund).toMatchObject({ state: 'failed', last_error: 'expired_or_canceled_card' })
    expect((await atProvider(intentId)).map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
    ])
    expect(await accountsOf(server, event)).toMatchObject({ provider_balance: 6000 })
    const problems = await server.foyer.context.db.withTenant(tenant().id, listProblems)
    expect(problems).toContainEqual(
      expect.objectContaining({ kind: 'refund given up', subject: refund.id }),
    )
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        kind: 'refund given up',
        subject: refund.id,
        amount: { minor: 6000, currency: 'usd' },
        reason: 'expired_or_canceled_card',
      }),
    )
    // The operator's refund in the dashboard then closes it.
    await askProvider(server, 'refunds', { payment_intent: intentId })
    await settle(intentId)
    expect(await refundOf(event)).toMatchObject({ id: refund.id, state: 'succeeded' })
    const left = await server.foyer.context.db.withTenant(tenant().id, listProblems)
    expect(left.map(({ subject }) => subject)).not.toContain(refund.id)
  })

  test('fails for good if it fails again and again at once', async () => {
    const { event } = await owed()
    const made: ProviderRefund[] = []
    const payments: PaymentGateway = {
      ...server.foyer.context.payments,
      refundsOf: async () => made,
      async createRefund(request) {
        const known = made.find(({ keyNumber }) => keyNumber === request.keyNumber)
        if (known) return known
        const refund = { ...request, id: `re_${crypto.randomUUID()}`, currency: 'usd' }
        const state = 'failed'
        made.unshift({ ...refund, state, problem: 'declined', platformFeeMinor: null })
        return made[0] ?? expect.unreachable()
      },
    }
    for (const bounces of [1, 2, 3]) {
      await round({ ...server.foyer.context, payments })
      expect(await refundOf(event)).toMatchObject({ bounces, key_number: bounces })
    }
    expect(await refundOf(event)).toMatchObject({ state: 'failed', last_error: 'declined' })
  })
})
