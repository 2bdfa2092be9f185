import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { postForm, SECRET_KEY, startEmulator } from '../test-support.ts'

const ORDER = { amount: 1000, currency: 'usd' } as const
const key = { idempotencyKey: 'order-1' }

describe('an idempotency key', () => {
  it('gives a repeated call the first answer, and does nothing again', async () => {
    const { stripe } = await startEmulator()
    const first = await stripe.paymentIntents.create(ORDER, key)
    const second = await stripe.paymentIntents.create(ORDER, key)
    expect({ ...second }).toEqual({ ...first })
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  it('belongs to the parameters and the endpoint that it was first used with', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create(ORDER, key)
    await expect(
      stripe.paymentIntents.create({ ...ORDER, amount: 1001 }, key),
    ).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      message:
        "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'order-1' if you meant to execute a different request.",
    })
    await expect(stripe.paymentIntents.cancel(id, {}, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ amount: 1000 })
  })

  it('stores a decline as well', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const confirm = () =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, key)
    await expect(confirm()).rejects.toMatchObject({ code: 'card_declined' })
    await expect(confirm()).rejects.toMatchObject({
      code: 'card_declined',
      headers: { 'idempotent-replayed': 'true' },
    })
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  it('is free again after a call that was refused before it began', async () => {
    const { stripe } = await startEmulator()
    await expect(stripe.paymentIntents.create({ ...ORDER, amount: 1 }, key)).rejects.toThrow()
    await expect(stripe.paymentIntents.create(ORDER, key)).resolves.toMatchObject({ amount: 1000 })
  })

  it('is in use while its first call is under way', async () => {
    const { stripe, emulator, url } = await startEmulator()
    const pause = emulator.faults.pause('POST /v1/payment_intents')
    const first = stripe.paymentIntents.create(ORDER, key)
    await pause.arrived
    const { status, body } = await postForm(
      `${url}/v1/payment_intents`,
      { amount: '1000', currency: 'usd' },
      { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': 'order-1' },
    )
    expect([status, body.error.code]).toEqual([409, 'idempotency_key_in_use'])
    pause.release()
    expect((await first).status).toBe('requires_payment_method')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  it('is forgotten after a day', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { stripe } = await startEmulator({ clock: () => new Date(now) })
    const first = await stripe.paymentIntents.create(ORDER, key)
    now += 24 * 60 * 60 * 1000
    const second = await stripe.paymentIntents.create(ORDER, key)
    expect(second.id).not.toBe(first.id)
  })

  it('lets the SDK retry over a lost connection without paying twice', async () => {
    const { emulator, sdk } = await startEmulator()
    const stripe = new Stripe(SECRET_KEY, { ...sdk, timeout: 1_000, maxNetworkRetries: 2 })
    emulator.faults.next({ match: '/v1/payment_intents', kind: 'cut' })
    emulator.faults.next({ match: '/v1/payment_intents', kind: 'timeoutAfter' })
    const payment = { ...ORDER, confirm: true, payment_method: 'pm_card_visa' }
    const intent = await stripe.paymentIntents.create(payment)
    expect(intent.status).toBe('succeeded')
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })
})
