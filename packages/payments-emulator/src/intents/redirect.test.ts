import { describe, expect, it } from 'vitest'
import type { EmulatorOptions } from '../options.ts'
import { PUBLISHABLE_KEY, postForm, startEmulator } from '../test-support.ts'

const RETURN_URL = 'https://shop.example/back'

async function redirected(type: 'ideal' | 'amazon_pay', currency: string) {
  const started = await startEmulator({ accountTypes: ['card', type] })
  const { stripe, url } = started
  const { id, client_secret } = await stripe.paymentIntents.create({ amount: 4000, currency })
  const secret = client_secret ?? ''
  const confirm = (form: Record<string, string> = { return_url: RETURN_URL }) =>
    postForm(`${url}/v1/payment_intents/${id}/confirm`, {
      key: PUBLISHABLE_KEY,
      client_secret: secret,
      use_stripe_sdk: 'true',
      'payment_method_data[type]': type,
      ...form,
    })
  const answer = async (result: string) => {
    const body = new URLSearchParams({ client_secret: secret, result })
    const { headers } = await fetch(`${url}/3ds/${id}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    return new URL(headers.get('location') ?? '').searchParams.get('redirect_status')
  }
  return { ...started, id, confirm, answer }
}

describe('a payment method that redirects', () => {
  it.each([
    ['ideal', 'eur', 'iDEAL'],
    ['amazon_pay', 'usd', 'Amazon Pay'],
  ] as const)('sends the buyer to its page and back: %s', async (type, currency, name) => {
    const { stripe, id, confirm, answer } = await redirected(type, currency)
    const { body } = await confirm()
    expect(body).toMatchObject({
      status: 'requires_action',
      payment_method_types: ['card', type],
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: RETURN_URL } },
    })
    const page = await fetch(body.next_action?.redirect_to_url?.url ?? '')
    expect(await page.text()).toContain(`You are paying with ${name}.`)
    expect(await answer('complete')).toBe('succeeded')
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { type } },
    })
    const [transaction] = (await stripe.balanceTransactions.list()).data
    expect(transaction).toMatchObject({ type: 'payment' })
    const refund = await stripe.refunds.create({ payment_intent: id })
    expect(refund.destination_details).toMatchObject({ type })
  })

  it('leaves the intent open if the buyer cancels on its page', async () => {
    const { stripe, id, confirm, answer } = await redirected('ideal', 'eur')
    await confirm()
    expect(await answer('fail')).toBe('failed')
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { payment_method: { type: 'ideal' } },
    })
  })

  it('needs a return address', async () => {
    const { confirm } = await redirected('ideal', 'eur')
    const { status, body } = await confirm({})
    expect([status, body.error.param]).toEqual([400, 'return_url'])
  })

  it.each<[string, Partial<EmulatorOptions>, object]>([
    ['the account has it switched off', {}, {}],
    ['the currency is not its own', { accountTypes: ['card', 'ideal'] }, { currency: 'usd' }],
    [
      'the call excludes redirects',
      { accountTypes: ['card', 'ideal'] },
      { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } },
    ],
  ])('is not offered if %s', async (_, options, params) => {
    const { stripe } = await startEmulator(options)
    const order = { amount: 4000, currency: 'eur', ...params }
    expect(await stripe.paymentIntents.create(order)).toMatchObject({
      payment_method_types: ['card'],
    })
  })
})

describe('a card whose payments are processing at first', () => {
  it.each([
    ['pm_card_processing', 'succeeded'],
    ['pm_card_processingDeclined', 'requires_payment_method'],
    ['pm_card_processingForever', 'processing'],
  ])('%s: the payment is processing, then %s', async (payment_method, status) => {
    const { stripe, emulator } = await startEmulator()
    const order = { amount: 4000, currency: 'usd', confirm: true, payment_method }
    const intent = await stripe.paymentIntents.create({ ...order, expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'processing',
      latest_charge: { status: 'pending', paid: false, balance_transaction: null },
    })
    emulator.settle()
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status })
  })
})
