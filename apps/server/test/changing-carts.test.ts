import {
  BUYER,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { makeRefunds } from '../src/features/payments/refunds/make-refunds.ts'
import { reconcile } from '../src/reconcile/reconcile.ts'
import { holdCartOf, releaseCart } from './support/calls.ts'
import { accountsOf, refundsOf } from './support/money.ts'
import { defaultTenantOf, emulatorOf } from './support/parts.ts'
import { askProvider, intentsOf } from './support/provider.ts'

/**
 * Carts that change while they are being paid. Payments are settled only when a test asks for it.
 */
let aheadMs = 0
const server = serverForTests({ jobs: false, clock: () => new Date(Date.now() + aheadMs) })
let cartNumber = 20_000
beforeEach(() => {
  cartNumber += 1
})
afterEach(async () => {
  emulator().faults.clear()
  aheadMs = 0
  expect(await findStockDrift(server)).toEqual([])
  expect((await auditAll(server.foyer.context.db)).differences).toEqual([])
})

const emulator = () => emulatorOf(server)
const tenant = () => defaultTenantOf(server)

const MAKE = /^POST \/v1\/payment_intents$/
const CHANGE = /^POST \/v1\/payment_intents\/pi_\w+$/

/** A browser that holds, changes and pays a cart. */
async function cart() {
  const event = await server.build.event({ types: [{ priceMinor: 3000 }] })
  const browser = server.browser()
  const cartId = String(cartNumber)
  const hold = (quantity: number, of: BuiltEvent = event) =>
    holdCartOf(browser, of, { cartId, quantities: [quantity] })
  await hold(1)
  return {
    event,
    browser,
    cartId,
    hold,
    ask: () => createIntent(browser, cartId),
    begin: () => browser.send('POST', `/api/checkout/carts/${cartId}/payment`, BUYER),
    pay: (intent: { paymentIntentId: string; clientSecret: string }) =>
      confirmCard(browser, intent, CARDS.success),
    order: (intentId: string, of: BuiltEvent = event) =>
      browser.send('POST', '/api/checkout/orders', orderBody(of, intentId, cartId)),
    intents: () => intentsOf(server, cartId),
  }
}

const paymentsOf = (event: BuiltEvent) =>
  server.sql<{ state: string; amount_minor: number; intent_id: string | null }>(
    'select state, amount_minor, intent_id from payments where event_id = $1 order by created_at',
    [event.eventId],
  )
const ticketsOf = async (event: BuiltEvent) => {
  const rows = await server.sql<{ count: number }>(
    `select count(*)::integer as count from tickets where event_id = $1 and status = 'VALID'`,
    [event.eventId],
  )
  return rows[0]?.count
}
const refundsInWords = async (event: BuiltEvent) =>
  (await refundsOf(server, event)).map(({ kind, state, amount_minor }) =>
    [kind, state, amount_minor].join(' '),
  )

async function settleAll(): Promise<void> {
  await reconcile(server.foyer.context)
  await server.sql('update refunds set next_attempt_at = now()')
  await makeRefunds(server.foyer.context, tenant())
}

describe('two intents that a cart requested at once', () => {
  async function twoIntents() {
    const buyer = await cart()
    const slow = emulator().faults.pause(MAKE)
    const first = buyer.ask()
    await slow.arrived
    await buyer.hold(4)
    const { body: second } = await buyer.ask()
    slow.release()
    return { ...buyer, second, first: await first }
  }

  test('leave only the one over the current cart payable', async () => {
    const { event, first, second, intents, pay, order } = await twoIntents()
    expect(first).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })
    expect(await intents()).toHaveLength(2)
    expect(await paymentsOf(event)).toEqual([
      { state: 'open', amount_minor: 12_000, intent_id: second.paymentIntentId },
    ])
    await pay(second)
    expect((await order(second.paymentIntentId)).status).toBe(201)
    expect(await ticketsOf(event)).toBe(4)
  })

  test('do not sell the present cart if the cheaper one is paid anyway', async () => {
    const { event, second, intents, order } = await twoIntents()
    const cheap = (await intents()).find((intent: { amount: number }) => intent.amount === 3000)
    await askProvider(server, `payment_intents/${cheap.id}/confirm`, {
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost/',
    })
    expect((await order(cheap.id)).body.code).toBe('payment_not_found')
    await settleAll()
    expect(await ticketsOf(event)).toBe(0)
    expect(await refundsInWords(event)).toEqual(['unplaced succeeded 3000'])
    expect((await paymentsOf(event))[0]?.intent_id).toBe(second.paymentIntentId)
  })
})

test('an intent that arrives after its payment was given up is canceled and replaced', async () => {
  const { event, ask, intents } = await cart()
  const slow = emulator().faults.pause(MAKE)
  const answer = ask()
  await slow.arrived
  await server.sql(`update payments set state = 'canceled' where event_id = $1`, [event.eventId])
  slow.release()
  const { body } = await answer
  expect((await paymentsOf(event)).map(({ state }) => state)).toEqual(['canceled', 'open'])
  aheadMs = 61_000
  await reconcile(server.foyer.context)
  const states = (await intents()).map((intent: { id: string; status: string }) => [
    intent.id === body.paymentIntentId,
    intent.status,
  ])
  expect(Object.fromEntries(states)).toEqual({ true: 'requires_payment_method', false: 'canceled' })
})

test('an intent whose payment was given up can no longer be paid', async () => {
  const { event, ask, intents } = await cart()
  await ask()
  await server.sql(`update payments set state = 'canceled' where event_id = $1`, [event.eventId])
  await reconcile(server.foyer.context)
  expect((await intents()).map((intent: { status: string }) => intent.status)).toEqual(['canceled'])
})

describe('a cart that is replaced while its payment is in progress', () => {
  test('sells what it held if that was paid before the change was known, and the rest has an intent of its own', async () => {
    const { event, hold, ask, begin, pay, order } = await cart()
    const { body: first } = await ask()
    await begin()
    await pay(first)
    await hold(2)
    const { status, body: second } = await ask()
    expect([status, second.amount]).toEqual([200, 60])
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId)
    expect(await ticketsOf(event)).toBe(1)
    await pay(second)
    expect((await order(second.paymentIntentId)).status).toBe(201)
    expect(await ticketsOf(event)).toBe(3)
    expect(await refundsOf(server, event)).toEqual([])
  })

  test('sells what it held if that is paid at the moment of the change', async () => {
    const { event, hold, ask, begin, pay } = await cart()
    const { body: first } = await ask()
    await begin()
    await hold(2)
    const change = emulator().faults.pause(CHANGE)
    const answer = ask()
    await change.arrived
    await pay(first)
    change.release()
    expect((await answer).body.code).toBe('provider_unavailable')
    expect((await ask()).body.amount).toBe(60)
    expect(await ticketsOf(event)).toBe(1)
    expect(await refundsOf(server, event)).toEqual([])
  })

  test('is not overwritten at the provider by the slower of two changes', async () => {
    const { event, hold, ask, intents } = await cart()
    await ask()
    await hold(2)
    const slow = emulator().faults.pause(CHANGE)
    const first = ask()
    await slow.arrived
    await hold(3)
    expect((await ask()).body.amount).toBe(90)
    slow.release()
    expect(await first).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })
    expect((await intents()).map((intent: { amount: number }) => intent.amount)).toEqual([9000])
    expect(await paymentsOf(event)).toMatchObject([{ state: 'open', amount_minor: 9000 }])
  })

  test('is paid for what it holds now, in another event', async () => {
    const { event, hold, ask, pay, order } = await cart()
    await ask()
    const other = await server.build.event({ types: [{ priceMinor: 3000 }] })
    await hold(1, other)
    const { body: intent } = await ask()
    await pay(intent)
    expect((await order(intent.paymentIntentId, other)).status).toBe(201)
    expect([await ticketsOf(event), await ticketsOf(other)]).toEqual([0, 1])
    const [sold] = await server.sql('select event_id from orders where session_id = $1', [
      other.sessionId,
    ])
    expect(sold?.event_id).toBe(other.eventId)
  })
})

describe('money that was refunded at the provider before its payment was known here', () => {
  async function refundedFirst(amount: Record<string, string>) {
    const buyer = await cart()
    const { body: intent } = await buyer.ask()
    await buyer.begin()
    await buyer.pay(intent)
    await askProvider(server, 'refunds', { payment_intent: intent.paymentIntentId, ...amount })
    await settleAll()
    return buyer
  }

  test('buys no tickets', async () => {
    const { event } = await refundedFirst({})
    expect(await ticketsOf(event)).toBe(0)
    expect(await refundsInWords(event)).toEqual(['unplaced succeeded 3000'])
    expect(await paymentsOf(event)).toMatchObject([{ state: 'refunded' }])
    expect(await accountsOf(server, event)).toEqual({ sales: -3000, refunds: 3000 })
  })

  test('is followed by a refund of the rest', async () => {
    const { event } = await refundedFirst({ amount: '1000' })
    expect(await ticketsOf(event)).toBe(0)
    expect((await refundsInWords(event)).sort()).toEqual([
      'amount succeeded 1000',
      'unplaced succeeded 2000',
    ])
    expect(await accountsOf(server, event)).toEqual({ sales: -3000, refunds: 3000 })
  })
})

test('a tenant that is renamed keeps its payments', async () => {
  const [paid, left] = [await cart(), await cart()]
  const { body: intent } = await paid.ask()
  await paid.begin()
  await paid.pay(intent)
  await left.ask()
  await releaseCart(left.browser, left.cartId)
  const rename = async (from: string, to: string) => {
    await server.sql('update tenants set slug = $2 where slug = $1', [from, to])
    await server.foyer.context.tenants.reload()
  }
  await rename('main', 'renamed')
  try {
    await reconcile(server.foyer.context)
    await server.sql('update payments set next_check_at = now()')
    await reconcilePayments(server.foyer.context, tenant())
  } finally {
    await rename('renamed', 'main')
  }
  expect(await ticketsOf(paid.event)).toBe(1)
  expect(await paymentsOf(left.event)).toMatchObject([{ state: 'canceled' }])
})
