import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { type Answer, complaintsAbout } from './published-types.ts'
import { cardForm, PUBLISHABLE_KEY, postForm, SECRET_KEY, startEmulator } from './test-support.ts'

const ORDER = { amount: 5000, currency: 'usd' } as const
const BANK = { allowed_payment_method_types: ['us_bank_account'] }
const RETURN_URL = 'https://shop.example/back'

const EXPANSIONS =
  'expand[]=data.latest_charge.balance_transaction&expand[]=data.latest_charge.payment_intent&expand[]=data.payment_method'

/** Creates a payment in every state, with everything that can belong to one. */
async function createEverything() {
  const started = await startEmulator({ accountTypes: ['card', 'ideal', 'amazon_pay'] })
  const { stripe, emulator, url } = started
  const pay = (payment_method: string, params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents
      .create({ ...ORDER, confirm: true, payment_method, ...params })
      .catch(() => undefined)

  await stripe.paymentIntents.create(ORDER)
  await stripe.paymentIntents.create({ ...ORDER, payment_method: 'pm_card_visa' })
  const canceled = await stripe.paymentIntents.create({
    ...ORDER,
    description: 'Two tickets',
    receipt_email: 'ana@example.com',
    shipping: { name: 'Ana', address: { line1: '1 Main St', country: 'US' } },
  })
  await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: 'abandoned' })
  await pay('pm_card_authenticationRequired')
  await pay('pm_card_authenticationRequired', { return_url: RETURN_URL })
  for (const method of ['pm_card_chargeDeclined', 'pm_card_radarBlock', 'pm_card_amex']) {
    await pay(method)
  }
  await pay('pm_usBankAccount_success', BANK)
  await pay('pm_usBankAccount_insufficientFunds', BANK)
  await pay('pm_usBankAccount_processing', BANK)
  for (const type of ['ideal', 'amazon_pay'] as const) {
    const currency = type === 'ideal' ? 'eur' : 'usd'
    const { id, client_secret } = await stripe.paymentIntents.create({ ...ORDER, currency })
    const form = { key: PUBLISHABLE_KEY, client_secret: client_secret ?? '' }
    await postForm(`${url}/v1/payment_intents/${id}/confirm`, {
      ...form,
      'payment_method_data[type]': type,
      return_url: RETURN_URL,
    })
    const body = new URLSearchParams({ ...form, result: 'complete' })
    await fetch(`${url}/3ds/${id}`, { method: 'POST', body, redirect: 'manual' })
    await stripe.refunds.create({ payment_intent: id, amount: 100 })
  }
  for (const method of ['pm_card_refundFail', 'pm_card_pendingRefund', 'pm_card_createDispute']) {
    const paid = await pay(method)
    if (paid && method !== 'pm_card_createDispute') {
      await stripe.refunds.create({ payment_intent: paid.id, reason: 'duplicate' })
    }
  }
  emulator.settle()
  const [dispute] = (await stripe.disputes.list()).data
  const evidence = { uncategorized_text: 'winning_evidence' }
  if (dispute) await stripe.disputes.update(dispute.id, { evidence })
  emulator.settle()
  return started
}

describe('answers', () => {
  it('have the types that Stripe publishes, for every object in every state', async () => {
    const { stripe, url } = await createEverything()
    const read = async (path: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${SECRET_KEY}` }
      const response = await fetch(`${url}/v1/${path}`, { headers })
      expect(response.status).toBe(200)
      return response.json()
    }
    const answers: Answer[] = [{ type: 'Stripe.Balance', json: await read('balance') }]
    for (const [path, type] of [
      ['payment_intents', 'Stripe.PaymentIntent'],
      ['charges', 'Stripe.Charge'],
      ['refunds', 'Stripe.Refund'],
      ['disputes', 'Stripe.Dispute'],
      ['balance_transactions', 'Stripe.BalanceTransaction'],
      ['events', 'Stripe.Event'],
      ['webhook_endpoints', 'Stripe.WebhookEndpoint'],
    ] as const) {
      answers.push({ type: `Stripe.ApiList<${type}>`, json: await read(`${path}?limit=100`) })
    }
    answers.push({
      type: 'Stripe.ApiList<Stripe.PaymentIntent>',
      json: await read(`payment_intents?limit=100&${EXPANSIONS}`),
    })
    const methods = (await stripe.charges.list({ limit: 100 })).data.map(
      ({ payment_method }) => payment_method,
    )
    for (const id of new Set(methods)) {
      answers.push({ type: 'Stripe.PaymentMethod', json: await read(`payment_methods/${id}`) })
    }
    const data = cardForm('4242424242424242')
    const token = await postForm(`${url}/v1/confirmation_tokens`, { key: PUBLISHABLE_KEY, ...data })
    answers.push({
      type: 'Stripe.ConfirmationToken',
      json: await read(`confirmation_tokens/${token.body.id}`),
    })
    const statuses = new Set(
      (await stripe.paymentIntents.list({ limit: 100 })).data.map((intent) => intent.status),
    )
    expect([...statuses].sort()).toEqual([
      'canceled',
      'processing',
      'requires_action',
      'requires_confirmation',
      'requires_payment_method',
      'succeeded',
    ])
    expect(await complaintsAbout(answers)).toEqual([])
  }, 60_000)

  it('of another type are reported (control)', async () => {
    const { stripe } = await startEmulator()
    const json = { ...(await stripe.paymentIntents.create(ORDER)) }
    const { currency: _, ...incomplete } = json
    const list = { object: 'list', has_more: false, url: '/v1/payment_intents' }
    const type = 'Stripe.PaymentIntent'
    const complaints = await complaintsAbout([
      { type, json },
      { type, json: { ...json, amount: '5000' } },
      { type, json: { ...json, colour: 'red' } },
      { type, json: incomplete },
      { type, json: { ...json, next_action: { type: 'redirect_to_url', redirect_to_url: 'x' } } },
      { type: `Stripe.ApiList<${type}>`, json: { ...list, data: [incomplete] } },
    ])
    expect(complaints.map((line) => /answer(?:s\.ts\((\d+),)/.exec(line)?.[1])).toEqual([
      '3',
      '4',
      '5',
      '6',
      '7',
    ])
  }, 60_000)
})
