import { describe, expect, it } from 'vitest'
import { cardForm, PUBLISHABLE_KEY, postForm, startEmulator } from '../test-support.ts'

const RETURN_URL = 'https://shop.example/back?cart=7'

async function challenged(form: Record<string, string> = {}, number = '4000002500003155') {
  const started = await startEmulator()
  const { stripe, url } = started
  const { id, client_secret } = await stripe.paymentIntents.create({
    amount: 4000,
    currency: 'usd',
  })
  const secret = client_secret ?? ''
  const { status, body } = await postForm(`${url}/v1/payment_intents/${id}/confirm`, {
    key: PUBLISHABLE_KEY,
    client_secret: secret,
    ...cardForm(number),
    ...form,
  })
  expect(status).toBe(200)
  const page = `${url}/3ds/${id}?client_secret=${secret}`
  const answer = (result: string) =>
    fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, result }),
      redirect: 'manual',
    })
  const now = () => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  return { ...started, id, secret, intent: body, page, answer, now }
}

describe('a card that requires 3-D Secure', () => {
  it('leaves the intent in requires_action, with a page to redirect to', async () => {
    const { intent, page, now } = await challenged({ return_url: RETURN_URL })
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { url: page, return_url: RETURN_URL },
      },
    })
    expect(await now()).toMatchObject({ latest_charge: null, amount_received: 0 })
  })

  it.each<Record<string, string>>([{}, { return_url: RETURN_URL, use_stripe_sdk: 'true' }])(
    'leaves the page to Stripe.js if the call asks for that or has no return address: %j',
    async (form) => {
      const { intent, page } = await challenged(form)
      expect(intent.next_action).toEqual({
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: page },
      })
    },
  )

  it('shows a page that works without scripts, for the buyer alone', async () => {
    const { page, url, id } = await challenged()
    const response = await fetch(page)
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('$40.00')
    expect(html).toContain('Visa ending in 3155')
    expect(html).toContain('Complete authentication')
    expect(html).toContain('Fail authentication')
    expect(html).not.toMatch(/<script|style=|onclick/)
    expect((await fetch(`${url}/3ds/${id}?client_secret=guess`)).status).toBe(404)
    expect((await fetch(`${url}/3ds/pi_nothing?client_secret=guess`)).status).toBe(404)
  })

  it('is charged after authentication, and the buyer is redirected back', async () => {
    const { answer, now, id, secret } = await challenged({ return_url: RETURN_URL })
    const response = await answer('complete')
    expect(response.status).toBe(303)
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe('https://shop.example/back')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      cart: '7',
      payment_intent: id,
      payment_intent_client_secret: secret,
      redirect_status: 'succeeded',
    })
    expect(await now()).toMatchObject({
      status: 'succeeded',
      next_action: null,
      latest_charge: {
        payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
      },
    })
  })

  it('is not charged when authentication fails, and another card may be used', async () => {
    const { answer, now, stripe, id } = await challenged({ return_url: RETURN_URL })
    const response = await answer('fail')
    expect(response.headers.get('location')).toContain('redirect_status=failed')
    expect(await now()).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        payment_method: { card: { last4: '3155' } },
      },
    })
    const retry = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(retry.status).toBe('succeeded')
  })

  it.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('may be declined after authentication: %s', async (number, declineCode) => {
    const { answer, now } = await challenged({}, number)
    expect((await answer('complete')).status).toBe(200)
    expect(await now()).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: declineCode },
      latest_charge: { status: 'failed' },
    })
  })

  it('may leave the payment processing at the bank', async () => {
    const form = { return_url: RETURN_URL }
    const { answer, now, emulator } = await challenged(form, '4000009999000048')
    const response = await answer('complete')
    expect(response.headers.get('location')).toContain('redirect_status=pending')
    expect(await now()).toMatchObject({ status: 'processing' })
    emulator.settle()
    expect(await now()).toMatchObject({ status: 'succeeded' })
  })

  it('notifies the surrounding page by a script of its own, and completes only once', async () => {
    const { answer, stripe, id, url } = await challenged()
    for (let i = 0; i < 2; i += 1) {
      expect(await (await answer('complete')).text()).toContain('<script src="done.js" defer>')
    }
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
    expect(await (await fetch(`${url}/3ds/done.js`)).text()).toContain('postMessage')
  })

  it('is declined if no buyer is present to authenticate', async () => {
    const { stripe } = await startEmulator()
    await expect(
      stripe.paymentIntents.create({
        amount: 4000,
        currency: 'usd',
        confirm: true,
        off_session: true,
        payment_method: 'pm_card_authenticationRequired',
      }),
    ).rejects.toMatchObject({ code: 'authentication_required', statusCode: 402 })
  })

  it('has to be authenticated again if the amount changes meanwhile', async () => {
    const { stripe, id, answer, now } = await challenged()
    const changed = await stripe.paymentIntents.update(id, { amount: 9900 })
    expect(changed).toMatchObject({ status: 'requires_confirmation', next_action: null })
    await answer('complete')
    expect(await now()).toMatchObject({ status: 'requires_confirmation', amount_received: 0 })
  })
})
