import { describe, expect, it } from 'vitest'
import { declineOf } from './cards/declines.ts'
import { TEST_CARDS } from './cards/test-cards.ts'
import { cardForm, PUBLISHABLE_KEY, postForm, readAnswer, startEmulator } from './test-support.ts'

async function openPayment() {
  const started = await startEmulator()
  const intent = await started.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    metadata: { secret: 'of the server' },
  })
  const { id, client_secret: secret } = intent
  const access = { key: PUBLISHABLE_KEY, client_secret: secret ?? '' }
  const address = `${started.url}/v1/payment_intents/${id}`
  const confirm = (form: Record<string, string>) =>
    postForm(`${address}/confirm`, { ...access, ...form })
  const retrieve = async (query: Record<string, string>) =>
    readAnswer(await fetch(`${address}?${new URLSearchParams(query)}`))
  return { ...started, id, access, confirm, retrieve }
}

const declined = TEST_CARDS.flatMap(({ number, outcome }) =>
  outcome.kind === 'decline' ? [{ number, ...declineOf(outcome.reason) }] : [],
)

describe('a browser with the client secret', () => {
  it('sees the intent without the fields that only a server may see', async () => {
    const { retrieve, access, id } = await openPayment()
    const { status, body } = await retrieve(access)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, amount: 5000, status: 'requires_payment_method' })
    expect(body).not.toHaveProperty('metadata')
    expect(body).not.toHaveProperty('latest_charge')
  })

  it('sees nothing without the client secret, or with another one', async () => {
    const { retrieve, confirm, access, stripe, id } = await openPayment()
    const { key } = access
    const missing = await retrieve({ key })
    expect([missing.status, missing.body.error.param]).toEqual([400, 'client_secret'])
    const wrong = await retrieve({ key, client_secret: `${id}_secret_guess` })
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'payment_intent_invalid_parameter'])
    const guess = { client_secret: `${id}_secret_guess`, ...cardForm('4242424242424242') }
    expect(await confirm(guess)).toMatchObject({ status: 400 })
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
    })
  })

  it('pays with the card of a wallet, which the charge then names', async () => {
    const { confirm, stripe, id } = await openPayment()
    const { status } = await confirm({
      ...cardForm('4242424242424242', { 'payment_method_data[card][wallet]': 'google_pay' }),
      'payment_method_data[billing_details][name]': 'Jenny Rosen',
    })
    expect(status).toBe(200)
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge'],
    })
    expect(charge).toMatchObject({
      payment_method_details: { card: { wallet: { type: 'google_pay', google_pay: {} } } },
    })
  })

  it('pays with a card as Stripe.js sends it', async () => {
    const { confirm, stripe, id } = await openPayment()
    const { status, body, headers } = await confirm({
      ...cardForm('4242 4242 4242 4242', { 'payment_method_data[card][exp_year]': '34' }),
      'payment_method_data[billing_details][name]': 'Ana Silva',
      'payment_method_data[billing_details][email]': 'ana@example.com',
      'payment_method_data[billing_details][address][country]': 'US',
      'payment_method_data[billing_details][address][postal_code]': '94100',
      'payment_method_data[billing_details][address][line2]': '',
      'payment_method_data[payment_user_agent]': 'stripe.js/1; payment-element',
      'payment_method_data[time_on_page]': '4242',
      'payment_method_data[guid]': 'NA',
      'client_attribution_metadata[client_session_id]': 'x',
      expected_payment_method_type: 'card',
      use_stripe_sdk: 'true',
      return_url: 'https://shop.example/back',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, object: 'payment_intent', status: 'succeeded' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge'],
    })
    expect(charge).toMatchObject({
      billing_details: {
        name: 'Ana Silva',
        email: 'ana@example.com',
        address: { country: 'US', postal_code: '94100', line2: null },
      },
      payment_method_details: { card: { exp_year: 2034, checks: { cvc_check: 'pass' } } },
    })
  })

  it.each(declined)(
    'gets the reason why $number is declined',
    async ({ number, code, declineCode, message }) => {
      const { confirm, retrieve, access } = await openPayment()
      const { status, body } = await confirm(cardForm(number))
      expect(status).toBe(402)
      expect(body.error).toMatchObject({
        type: 'card_error',
        code,
        message,
        charge: expect.stringMatching(/^ch_/),
        doc_url: expect.stringContaining('https://stripe.com/docs/error-codes/'),
        payment_intent: {
          status: 'requires_payment_method',
          last_payment_error: { code, message },
        },
        payment_method: { object: 'payment_method' },
      })
      expect(body.error.decline_code).toBe(declineCode)
      expect(body.error.payment_intent).not.toHaveProperty('metadata')
      expect((await retrieve(access)).body.last_payment_error).toMatchObject({ code, message })
    },
  )

  it.each([
    ['incorrect_number', { number: '4242424242424241' }],
    ['invalid_expiry_year', { exp_year: '2020' }],
    ['invalid_expiry_month', { exp_month: '13' }],
    ['invalid_cvc', { cvc: '99' }],
    ['card_declined', { number: '4111111111111111' }],
  ])('gets %s for invalid details, and no charge is made', async (code, changes) => {
    const { confirm, stripe, id } = await openPayment()
    const fields = Object.entries(changes).map(([name, value]) => [
      `payment_method_data[card][${name}]`,
      value,
    ])
    const { status, body } = await confirm({
      ...cardForm('4242424242424242'),
      ...Object.fromEntries(fields),
    })
    expect([status, body.error.type, body.error.code]).toEqual([402, 'card_error', code])
    expect((await stripe.charges.list({ payment_intent: id })).data).toEqual([])
  })

  it('can pass typed details to a server, which can use them once', async () => {
    const { url, stripe } = await openPayment()
    const key = PUBLISHABLE_KEY
    const method = await postForm(`${url}/v1/payment_methods`, {
      key,
      type: 'card',
      'card[number]': '5555555555554444',
      'card[exp_month]': '1',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
    })
    expect(method.body).toMatchObject({ object: 'payment_method', card: { brand: 'mastercard' } })
    const token = await postForm(`${url}/v1/confirmation_tokens`, {
      key,
      payment_method: method.body.id,
      return_url: 'https://shop.example/back',
    })
    expect(token.body).toMatchObject({
      object: 'confirmation_token',
      payment_method_preview: { card: { last4: '4444' } },
    })
    const order = { amount: 700, currency: 'usd', confirm: true, confirmation_token: token.body.id }
    expect(await stripe.paymentIntents.create(order)).toMatchObject({ status: 'succeeded' })
    await expect(stripe.paymentIntents.create(order)).rejects.toThrow(/already been used/)
  })
})
