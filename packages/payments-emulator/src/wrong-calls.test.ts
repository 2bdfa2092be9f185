import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { PUBLISHABLE_KEY, postForm, readAnswer, SECRET_KEY, startEmulator } from './test-support.ts'

const asServer = { authorization: `Bearer ${SECRET_KEY}` }

describe('a wrong call', () => {
  it.each([
    ['amount below the minimum', { amount: 49 }, 'amount_too_small', 'amount'],
    ['amount below 1', { amount: 0 }, 'parameter_invalid_integer', 'amount'],
    ['amount with a fraction', { amount: 12.5 }, 'parameter_invalid_integer', 'amount'],
    ['amount beyond the maximum', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['unknown currency', { currency: 'xxx' }, undefined, 'currency'],
    ['empty currency', { currency: '' }, 'parameter_invalid_empty', 'currency'],
    ['impossible e-mail address', { receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
    ['impossible return address', { return_url: '/back' }, 'url_invalid', 'return_url'],
    [
      'payment method that is switched off',
      { allowed_payment_method_types: ['ideal'] },
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    ],
    [
      'list of payment methods beside the automatic choice',
      {
        allowed_payment_method_types: ['card'],
        automatic_payment_methods: { enabled: true },
      },
      'parameters_exclusive',
      'allowed_payment_method_types',
    ],
    ['metadata that is too long', { metadata: { k: 'v'.repeat(501) } }, undefined, 'metadata'],
  ])('names the field: %s', async (_, changes, code, param) => {
    const { stripe } = await startEmulator()
    const params = { amount: 1000, currency: 'usd', ...changes }
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param,
    })
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })

  it('is refused with the name of the missing or unknown parameter, also a nested one', async () => {
    const { url } = await startEmulator()
    const create = (form: Record<string, string>) =>
      postForm(`${url}/v1/payment_intents`, form, asServer)
    expect((await create({ currency: 'usd' })).body.error).toMatchObject({
      code: 'parameter_missing',
      message: 'Missing required param: amount.',
      param: 'amount',
    })
    const known = { amount: '100', currency: 'usd' }
    expect((await create({ ...known, colour: 'red' })).body.error).toMatchObject({
      code: 'parameter_unknown',
      message: 'Received unknown parameter: colour',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-unknown',
    })
    const nested = { 'automatic_payment_methods[enabled]': 'true' }
    expect(
      (await create({ ...known, ...nested, 'automatic_payment_methods[x]': '1' })).body.error,
    ).toMatchObject({ param: 'automatic_payment_methods[x]' })
  })

  it('is refused for an unknown or missing key', async () => {
    const { url, stripe, sdk } = await startEmulator()
    await expect(
      new Stripe('sk_test_someoneElsesKey1234', sdk).paymentIntents.list(),
    ).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      message: 'Invalid API Key provided: sk_test_***************1234',
    })
    const { status, body } = await postForm(`${url}/v1/payment_intents`, {})
    expect(status).toBe(401)
    expect(body.error.message).toMatch(/^You did not provide an API key/)
    const basic = Buffer.from(`${SECRET_KEY}:`).toString('base64')
    const response = await fetch(`${url}/v1/balance`, {
      headers: { authorization: `Basic ${basic}` },
    })
    expect(await response.json()).toEqual(
      await stripe.balance.retrieve().then((balance) => ({ ...balance })),
    )
  })

  it('is 404 for what does not exist', async () => {
    const { stripe, url } = await startEmulator()
    await expect(stripe.paymentIntents.retrieve('pi_nothing')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_nothing'",
      param: 'intent',
    })
    await expect(stripe.charges.retrieve('ch_nothing')).rejects.toMatchObject({ statusCode: 404 })
    await expect(stripe.refunds.retrieve('re_nothing')).rejects.toMatchObject({ statusCode: 404 })
    const { status, body } = await postForm(`${url}/v1/unicorns`, {}, asServer)
    expect(status).toBe(404)
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.stringContaining('Unrecognized request URL (POST: /v1/unicorns)'),
    })
  })

  it('is refused if its body is not a form', async () => {
    const { url } = await startEmulator()
    const response = await fetch(`${url}/v1/payment_intents`, {
      method: 'POST',
      headers: { ...asServer, 'content-type': 'application/json' },
      body: '{"amount":100}',
    })
    expect(response.status).toBe(400)
    expect((await readAnswer(response)).body.error.message).toMatch(
      /application\/x-www-form-urlencoded/,
    )
  })

  it('is refused when its form is too large or too deep, in the body or in the address', async () => {
    const { url } = await startEmulator()
    const absurd = 'a=1&'.repeat(2000)
    const address = `${url}/v1/payment_intents`
    const headers = { ...asServer, 'content-type': 'application/x-www-form-urlencoded' }
    for (const response of await Promise.all([
      fetch(address, { method: 'POST', headers, body: absurd }),
      fetch(address, { method: 'POST', headers, body: `a=${'x'.repeat(300_000)}` }),
      fetch(`${address}?${absurd}`, { headers: asServer }),
    ])) {
      expect((await readAnswer(response)).body.error.type).toBe('invalid_request_error')
      expect(response.status).toBe(400)
    }
  })

  it('changes nothing when it asks for an expansion that does not exist', async () => {
    const { stripe } = await startEmulator()
    await expect(
      stripe.paymentIntents.create({ amount: 100, currency: 'usd', expand: ['nonsense'] }),
    ).rejects.toThrow('This property cannot be expanded (nonsense).')
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })

  it('with a publishable key is refused unless browsers may make it', async () => {
    const { stripe, url } = await startEmulator()
    const { id } = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
    for (const path of [
      'payment_intents',
      `payment_intents/${id}`,
      `payment_intents/${id}/cancel`,
      'refunds',
    ]) {
      const { status, body } = await postForm(`${url}/v1/${path}`, { key: PUBLISHABLE_KEY })
      expect([status, body.error.code]).toEqual([401, 'secret_key_required'])
    }
  })
})
