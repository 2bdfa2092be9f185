import { describe, expect, it } from 'vitest'
import { startEmulator } from './test-support.ts'

const ORDER = { amount: 2599, currency: 'usd' } as const

describe('payment intents', () => {
  it('are created unpaid, with a client secret that contains their id', async () => {
    const { stripe } = await startEmulator()
    const metadata = { cartId: '12345' }
    const intent = await stripe.paymentIntents.create({
      ...ORDER,
      currency: 'USD',
      metadata,
      receipt_email: 'ana@example.com',
      automatic_payment_methods: { enabled: true },
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 2599,
      amount_received: 0,
      currency: 'usd',
      livemode: false,
      metadata,
      payment_method_types: ['card'],
      receipt_email: 'ana@example.com',
      status: 'requires_payment_method',
    })
    expect(intent.id).toMatch(/^pi_\w{24}$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`))
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
  })

  it('succeed with a good card, and have a paid charge', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const intent = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge.payment_method'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 2599,
      latest_charge: {
        object: 'charge',
        amount: 2599,
        paid: true,
        captured: true,
        status: 'succeeded',
        outcome: { type: 'authorized' },
        payment_method: { object: 'payment_method', card: { brand: 'visa', last4: '4242' } },
        payment_method_details: { card: { brand: 'visa', last4: '4242', network: 'visa' } },
      },
    })
  })

  it('can be created and confirmed in one call', async () => {
    const { stripe } = await startEmulator()
    const payment = { ...ORDER, confirm: true, payment_method: 'pm_card_amex' }
    await expect(stripe.paymentIntents.create(payment)).resolves.toHaveProperty(
      'status',
      'succeeded',
    )
  })

  it('are not stored if the confirmation in the same call is refused', async () => {
    const { stripe } = await startEmulator()
    for (const wrong of [{ payment_method: 'pm_nothing' }, {}]) {
      await expect(
        stripe.paymentIntents.create({ ...ORDER, confirm: true, ...wrong }),
      ).rejects.toMatchObject({ statusCode: 400 })
    }
    expect((await stripe.paymentIntents.list()).data).toEqual([])
    expect((await stripe.events.list()).data).toEqual([])
  })

  it('take another card after a decline', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await expect(
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    ).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      payment_intent: { id, status: 'requires_payment_method', payment_method: null },
    })
    const declined = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(declined).toMatchObject({
      last_payment_error: { code: 'card_declined', payment_method: { card: { last4: '0002' } } },
      latest_charge: { status: 'failed', paid: false, failure_code: 'card_declined' },
    })
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    const charges = await stripe.charges.list({ payment_intent: id })
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  it('keep a method that is set before the confirmation, and are confirmed with it', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const ready = await stripe.paymentIntents.update(id, { payment_method: 'pm_card_visa' })
    expect(ready.status).toBe('requires_confirmation')
    expect((await stripe.paymentIntents.confirm(id)).status).toBe('succeeded')
  })

  it('can be changed until they are paid', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create({ ...ORDER, metadata: { a: '1', b: '2' } })
    const changed = await stripe.paymentIntents.update(id, {
      amount: 3000,
      metadata: { a: '', c: '3' },
      receipt_email: 'ben@example.com',
    })
    expect(changed).toMatchObject({ amount: 3000, receipt_email: 'ben@example.com' })
    expect(changed.metadata).toEqual({ b: '2', c: '3' })
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    await expect(stripe.paymentIntents.update(id, { amount: 1 })).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      param: 'amount',
      payment_intent: { amount: 3000, status: 'succeeded' },
    })
    const { metadata } = await stripe.paymentIntents.update(id, { metadata: { orderId: 'o1' } })
    expect(metadata).toEqual({ b: '2', c: '3', orderId: 'o1' })
  })

  it('cannot be confirmed once they are paid or canceled', async () => {
    const { stripe } = await startEmulator()
    const card = { payment_method: 'pm_card_visa' }
    const paid = await stripe.paymentIntents.create({ ...ORDER, confirm: true, ...card })
    await expect(stripe.paymentIntents.confirm(paid.id, card)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      payment_intent: { id: paid.id, status: 'succeeded' },
    })
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const open = await stripe.paymentIntents.create(ORDER)
    const canceled = await stripe.paymentIntents.cancel(open.id, {
      cancellation_reason: 'abandoned',
    })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeTypeOf('number')
    for (const params of [card, {}]) {
      await expect(stripe.paymentIntents.confirm(open.id, params)).rejects.toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'canceled' },
      })
    }
  })

  it('need a method to be confirmed', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await expect(stripe.paymentIntents.confirm(id)).rejects.toThrow(/missing a payment method/)
  })

  it('are processing until a bank debit is decided', async () => {
    const { stripe, emulator } = await startEmulator()
    const debit = (payment_method: string) =>
      stripe.paymentIntents.create({
        ...ORDER,
        confirm: true,
        payment_method,
        allowed_payment_method_types: ['us_bank_account'],
      })
    const good = await debit('pm_usBankAccount_success')
    const bad = await debit('pm_usBankAccount_insufficientFunds')
    const slow = await debit('pm_usBankAccount_processing')
    expect([good.status, bad.status]).toEqual(['processing', 'processing'])
    emulator.settle()
    const statusOf = async ({ id }: { id: string }) =>
      (await stripe.paymentIntents.retrieve(id)).status
    expect(await Promise.all([good, bad, slow].map(statusOf))).toEqual([
      'succeeded',
      'requires_payment_method',
      'processing',
    ])
    await expect(debit('pm_card_visa')).rejects.toThrow(/not allowed for this PaymentIntent/)
  })

  it('are listed newest first, by page and by time', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { stripe } = await startEmulator({ clock: () => new Date(now) })
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) {
      ids.unshift((await stripe.paymentIntents.create(ORDER)).id)
      now += 60_000
    }
    const page = await stripe.paymentIntents.list({ limit: 2 })
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(page.has_more).toBe(true)
    const all: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) all.push(id)
    expect(all).toEqual(ids)
    const back = await stripe.paymentIntents.list({ ending_before: ids[2] ?? '', limit: 1 })
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 2))
    const since = Date.UTC(2026, 0, 1, 0, 3) / 1000
    const late = await stripe.paymentIntents.list({ created: { gte: since } })
    expect(late.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  })
})
