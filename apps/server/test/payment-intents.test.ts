import { createIntent, serverForTests, type TestBrowser } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { holdCartOf, tally, times } from './support/calls.ts'
import { intentsOf } from './support/provider.ts'

const server = serverForTests({ jobs: false })

const ask = (browser: TestBrowser, amount: unknown, changes: object = {}) =>
  browser.send('POST', '/api/create-payment-intent', {
    amount,
    currency: 'usd',
    metadata: { cartId: '12345' },
    ...changes,
  })

async function cartOver(priceMinor: number) {
  const event = await server.build.event({ types: [{ priceMinor }] })
  const browser = server.browser()
  await holdCartOf(browser, event)
  return { event, browser }
}

const paymentsOf = (eventId: string) =>
  server.sql<{ state: string; amount_minor: number; intent_id: string }>(
    'select state, amount_minor, intent_id from payments where event_id = $1 order by created_at',
    [eventId],
  )

describe('the amount', () => {
  test.each([59.99, 60.01, 6000, 0.5, 1e12, 60.001])(
    '%s is refused with the right figure if the quote says 60, and nothing is recorded',
    async (amount) => {
      const { event, browser } = await cartOver(3000)
      expect(await ask(browser, amount)).toMatchObject({
        status: 409,
        body: {
          code: 'amount_mismatch',
          error: 'The total of this cart is $60.00.',
          details: { expectedAmount: 60, currency: 'usd' },
        },
      })
      expect(await paymentsOf(event.eventId)).toEqual([])
    },
  )

  test('is accepted in the units of the request, with cents', async () => {
    const { browser } = await cartOver(1749)
    const refused = await ask(browser, 1)
    expect(refused.body.details.expectedAmount).toBe(34.98)
    expect((await ask(browser, refused.body.details.expectedAmount)).status).toBe(200)
  })

  test.each([0, -0.01, -60])('%s is not an amount', async (amount) => {
    const { event, browser } = await cartOver(3000)
    expect(await ask(browser, amount)).toMatchObject({
      status: 400,
      body: {
        code: 'amount_not_positive',
        error: 'The total amount must be greater than $0. Please check your ticket prices.',
      },
    })
    expect(await paymentsOf(event.eventId)).toEqual([])
  })

  test('is refused below 0.50, which cannot be charged to a card, even if it is correct', async () => {
    const { browser } = await cartOver(24)
    expect(await ask(browser, 0.48)).toMatchObject({
      status: 400,
      body: { code: 'amount_too_low', error: 'The minimum payment amount is $0.50.' },
    })
    const { browser: enough } = await cartOver(25)
    expect((await ask(enough, 0.5)).status).toBe(200)
  })

  test("is refused below the provider's minimum in the currency of the deployment, in that currency", async () => {
    const currency = async (code: string) => {
      await server.sql('update tenants set currency = $1 where is_default', [code])
      await server.foyer.context.tenants.reload()
    }
    await currency('mxn')
    const { browser } = await cartOver(499)
    expect(await ask(browser, 9.98, { currency: 'mxn' })).toMatchObject({
      status: 400,
      body: { code: 'amount_too_low', error: 'The minimum payment amount is MX$10.00.' },
    })
    await currency('usd')
  })

  test('is refused in another currency; a missing currency is usd', async () => {
    const { browser } = await cartOver(3000)
    expect(await ask(browser, 60, { currency: 'eur' })).toMatchObject({
      status: 400,
      body: { code: 'currency_mismatch', details: { currency: 'usd' } },
    })
    expect((await ask(browser, 60, { currency: 'USD' })).status).toBe(200)
    expect((await ask(browser, 60, { currency: undefined })).status).toBe(200)
  })
})

describe('the rest of the payload', () => {
  test.each([
    ['a billing email that is none', { billingEmail: 'x' }],
    ['a quantity of 0', { quantity: 0 }],
    ['a quantity below 0', { quantity: -1 }],
    ['half a ticket', { quantity: 1.5 }],
    ['a number of tickets below 0', { ticketQuantities: { ga: -1 } }],
    ['a session that is no id', { sessionId: 'x' }],
    ['no cart', { metadata: {} }],
  ])('with %s is refused, and nothing is recorded', async (_, changes) => {
    const { event, browser } = await cartOver(3000)
    expect(await ask(browser, 60, changes)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    expect(await paymentsOf(event.eventId)).toEqual([])
  })

  test('may contain anything about the hold, or null; only the hold itself counts', async () => {
    const { browser } = await cartOver(3000)
    const nothing = { sessionId: null, promoCode: null, ticketTypeId: null, billingEmail: null }
    expect((await ask(browser, 60, nothing)).status).toBe(200)
    const other = {
      sessionId: crypto.randomUUID(),
      promoCode: 'NONE',
      ticketTypeId: '',
      quantity: 7,
      ticketQuantities: { ga: 0, vip: 7 },
      billingEmail: 'ana@example.com',
    }
    expect(await ask(browser, 60, other)).toMatchObject({ status: 200, body: { amount: 60 } })
  })
})

describe('an intent', () => {
  test('is over exactly the quote, at the provider as well', async () => {
    const { browser, event } = await cartOver(3000)
    const { body } = await ask(browser, 60)
    expect(body).toEqual({
      clientSecret: expect.stringMatching(new RegExp(`^${body.paymentIntentId}_secret_`)),
      paymentIntentId: expect.stringMatching(/^pi_/),
      amount: 60,
      currency: 'usd',
    })
    const intent = await server.foyer.context.payments.retrieveIntent(body.paymentIntentId)
    expect(intent).toMatchObject({ amountMinor: 6000, currency: 'usd' })
    // What the webhook needs to find the payment, and nothing about the buyer.
    expect(intent?.metadata).toEqual({
      tenantId: '1',
      tenant: 'main',
      paymentId: expect.any(String),
      cartId: '12345',
      eventId: event.eventId,
    })
    expect(await paymentsOf(event.eventId)).toEqual([
      { state: 'open', amount_minor: 6000, intent_id: body.paymentIntentId },
    ])
  })

  test('is the same one while the quote is unchanged', async () => {
    const { browser, event } = await cartOver(3000)
    const first = await ask(browser, 60)
    expect((await ask(browser, 60)).body).toEqual(first.body)
    expect(await paymentsOf(event.eventId)).toHaveLength(1)
  })

  test('is updated, not duplicated, when the cart changes', async () => {
    const { browser, event } = await cartOver(3000)
    const first = await ask(browser, 60)
    await holdCartOf(browser, event, { quantities: [3] })
    expect((await ask(browser, 60)).body.code).toBe('amount_mismatch')
    const second = await ask(browser, 90)
    expect(second.body).toEqual({ ...first.body, amount: 90 })
    const intent = await server.foyer.context.payments.retrieveIntent(first.body.paymentIntentId)
    expect(intent?.amountMinor).toBe(9000)
    expect(await paymentsOf(event.eventId)).toEqual([
      { state: 'open', amount_minor: 9000, intent_id: first.body.paymentIntentId },
    ])
  })

  test('is made once, even if several tabs ask at once', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event, { cartId: '77777' })
    const answers = await Promise.all(times(20, () => createIntent(browser, '77777')))
    expect(tally(answers)).toEqual({ 200: 20 })
    expect(new Set(answers.map((answer) => answer.body.paymentIntentId)).size).toBe(1)
    expect(await paymentsOf(event.eventId)).toHaveLength(1)
    expect(await intentsOf(server, '77777')).toHaveLength(1)
  })

  test('is replaced if it was canceled at the provider', async () => {
    const { browser, event } = await cartOver(3000)
    const first = await ask(browser, 60)
    await server.foyer.context.payments.cancelIntent(first.body.paymentIntentId)
    const second = await ask(browser, 60)
    expect(second.status).toBe(200)
    expect(second.body.paymentIntentId).not.toBe(first.body.paymentIntentId)
    expect((await paymentsOf(event.eventId)).map((payment) => payment.state)).toEqual([
      'canceled',
      'open',
    ])
  })

  test('is not made for a cart that does not exist or no longer exists', async () => {
    expect(await ask(server.browser(), 60)).toMatchObject({
      status: 404,
      body: { code: 'cart_not_found' },
    })
    const { browser } = await cartOver(3000)
    const elsewhere = await ask(browser, 60, { metadata: { cartId: '54321' } })
    expect(elsewhere.body.code).toBe('cart_not_found')
    await browser.send('DELETE', '/api/checkout/holds/cart/12345')
    expect(await ask(browser, 60)).toMatchObject({ status: 410, body: { code: 'hold_expired' } })
  })
})

test('an intent offers only payment methods whose money arrives within a hold', async () => {
  const { browser } = await cartOver(3000)
  await createIntent(browser)
  const intents = await intentsOf(server)
  expect(intents.length).toBeGreaterThan(0)
  for (const intent of intents) {
    const allowed: string[] = intent.allowed_payment_method_types
    expect(allowed).toContain('card')
    // Debits, transfers and vouchers are paid days later.
    expect(
      allowed.filter((type) =>
        /debit|bank_account|bank_transfer|customer_balance|boleto|konbini|oxxo|multibanco/.test(
          type,
        ),
      ),
    ).toEqual([])
  }
})
