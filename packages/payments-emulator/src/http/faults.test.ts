import Stripe from 'stripe'
import { describe, expect, it, vi } from 'vitest'
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
  ] as const)('%s affects one call, which does nothing', async (kind, type, statusCode) => {
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

  it.each(['cutAfter', 'error500After'] as const)(
    '%s charges although its caller sees a failure',
    async (kind) => {
      const { stripe, emulator, charges } = await impatient()
      const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
      emulator.faults.next({ match: '/confirm', kind, times: 2 })
      const confirmed = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
      await expect(confirmed).rejects.toThrow()
      expect(await charges()).toBe(1)
      expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
    },
  )

  it.each([
    ['error500Kept', 0],
    ['error500After', 1],
  ] as const)('%s is stored as the answer under its key', async (kind, charged) => {
    const { stripe, emulator, charges } = await impatient()
    const key = { idempotencyKey: 'attempt-1' }
    emulator.faults.next({ match: 'POST', kind })
    const pay = () => stripe.paymentIntents.create(PAYMENT, key)
    await expect(pay()).rejects.toMatchObject({ statusCode: 500 })
    await expect(pay()).rejects.toMatchObject({
      statusCode: 500,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(await charges()).toBe(charged)
  })

  it('slow answers late, and keeps the key in use until then', async () => {
    const { stripe, emulator, charges } = await impatient()
    const key = { idempotencyKey: 'attempt-1' }
    emulator.faults.next({ match: 'POST', kind: 'slow', delayMs: 300 })
    const first = stripe.paymentIntents.create(PAYMENT, key)
    await vi.waitFor(async () => expect(await charges()).toBe(1))
    await expect(stripe.paymentIntents.create(PAYMENT, key)).rejects.toMatchObject({
      statusCode: 409,
    })
    expect(await first).toMatchObject({ status: 'succeeded' })
  })

  it('with a probability affects about that share of the calls, and the same ones for the same seed', async () => {
    const outcomes = async (seed: number) => {
      const { stripe, emulator } = await impatient()
      const chances = { error500: 0.3, rateLimit: 0.2 }
      emulator.faults.randomly({ seed, chances, match: /^GET/ })
      await Promise.allSettled(Array.from({ length: 60 }, () => stripe.balance.retrieve()))
      await stripe.paymentIntents.create(PAYMENT)
      return emulator.faults.counts()
    }
    const counts = await outcomes(7)
    expect(await outcomes(7)).toEqual(counts)
    expect(counts.error500).toBeGreaterThan(8)
    expect(counts.rateLimit).toBeGreaterThan(4)
    expect(counts.cut).toBe(0)
  })

  it('refuses probabilities that add up to more than 1', async () => {
    const { emulator } = await startEmulator()
    const chances = { cut: 0.6, slow: 0.6 }
    expect(() => emulator.faults.randomly({ seed: 1, chances })).toThrow(RangeError)
  })

  it('leaves other calls alone, and ends when it is cleared', async () => {
    const { stripe, emulator } = await impatient()
    emulator.faults.next({ match: 'POST /v1/refunds', kind: 'error500' })
    await expect(stripe.paymentIntents.create(PAYMENT)).resolves.toHaveProperty('id')
    emulator.faults.clear()
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 })
  })
})
