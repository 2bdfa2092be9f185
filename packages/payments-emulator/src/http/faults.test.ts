import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { SECRET_KEY, startEmulator } from '../test-support.ts'

const PAYMENT = {
  amount: 1000,
  currency: 'usd',
  confirm: true,
  payment_method: 'pm_card_visa',
} as const

async function impatient() {
  const started = await startEmulator()
  const { sdk } = started
  const stripe = new Stripe(SECRET_KEY, { ...sdk, timeout: 1_000, maxNetworkRetries: 0 })
  const charges = async () => (await started.stripe.charges.list()).data.length
  return { ...started, stripe, charges }
}

describe('a fault', () => {
  it.each([
    ['error500', 'StripeAPIError', 500],
    ['rateLimit', 'StripeRateLimitError', 429],
    ['timeout', 'StripeConnectionError', undefined],
  ] as const)('%s strikes once and nothing is done', async (kind, type, statusCode) => {
    const { stripe, emulator, charges } = await impatient()
    emulator.faults.next({ match: 'POST /v1/payment_intents', kind })
    await expect(stripe.paymentIntents.create(PAYMENT)).rejects.toMatchObject({ type, statusCode })
    expect(await charges()).toBe(0)
    await stripe.paymentIntents.create(PAYMENT)
    expect(await charges()).toBe(1)
  })

  it('cut closes the connection; the SDK tries a second time by itself', async () => {
    const { stripe, emulator, charges } = await impatient()
    emulator.faults.next({ match: /payment_intents$/, kind: 'cut', times: 2 })
    await expect(stripe.paymentIntents.create(PAYMENT)).rejects.toMatchObject({
      type: 'StripeConnectionError',
    })
    expect(await charges()).toBe(0)
  })

  it('timeoutAfter charges and never answers; the key finds the answer', async () => {
    const { stripe, emulator, charges } = await impatient()
    const key = { idempotencyKey: 'attempt-1' }
    emulator.faults.next({ match: (call) => call.startsWith('POST'), kind: 'timeoutAfter' })
    await expect(stripe.paymentIntents.create(PAYMENT, key)).rejects.toMatchObject({
      type: 'StripeConnectionError',
    })
    expect(await charges()).toBe(1)
    expect(await stripe.paymentIntents.create(PAYMENT, key)).toMatchObject({ status: 'succeeded' })
    expect(await charges()).toBe(1)
  })

  it('spares calls that it does not match, and goes when cleared', async () => {
    const { stripe, emulator } = await impatient()
    emulator.faults.next({ match: 'POST /v1/refunds', kind: 'error500' })
    await expect(stripe.paymentIntents.create(PAYMENT)).resolves.toHaveProperty('id')
    emulator.faults.clear()
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 })
  })
})
