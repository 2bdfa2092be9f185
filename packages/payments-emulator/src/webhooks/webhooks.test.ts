import { describe, expect, it } from 'vitest'
import { receiveWebhooks, startEmulator, WEBHOOK_SECRET } from '../test-support.ts'

const PAYMENT = { amount: 1000, currency: 'usd', confirm: true } as const
const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']

async function connected(...statuses: number[]) {
  const endpoint = await receiveWebhooks(...statuses)
  const started = await startEmulator({
    webhookUrl: () => endpoint.url,
    webhookRetryDelaysMs: [1, 1],
  })
  const pay = (payment_method = 'pm_card_visa') =>
    started.stripe.paymentIntents.create({ ...PAYMENT, payment_method })
  return { ...started, endpoint, pay }
}

describe('webhooks', () => {
  it('are signed, so that the SDK accepts them', async () => {
    const { stripe, emulator, endpoint, pay } = await connected()
    const intent = await pay()
    await emulator.webhooks.idle()
    expect(endpoint.types()).toEqual(PAID)
    for (const { body, signature } of endpoint.received) {
      const event = stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET)
      expect(event).toMatchObject({ object: 'event', livemode: false })
      expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow()
    }
    expect(endpoint.received.at(-1)?.event.data.object).toMatchObject({
      id: intent.id,
      status: 'succeeded',
    })
  })

  it('report every step of a payment', async () => {
    const { stripe, emulator, endpoint, pay } = await connected()
    await expect(pay('pm_card_chargeDeclined')).rejects.toThrow()
    await pay('pm_card_authenticationRequired')
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    await stripe.paymentIntents.cancel(id)
    await stripe.refunds.create({ payment_intent: (await pay()).id })
    await emulator.webhooks.idle()
    expect(endpoint.types()).toEqual([
      ...['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed'],
      ...['payment_intent.created', 'payment_intent.requires_action'],
      ...['payment_intent.created', 'payment_intent.canceled'],
      ...PAID,
      ...['refund.created', 'charge.refunded'],
    ])
  })

  it('are tried again until they are accepted', async () => {
    const { stripe, emulator, endpoint, pay } = await connected(500, 503)
    await pay()
    await emulator.webhooks.idle()
    expect(endpoint.received).toHaveLength(PAID.length + 2)
    expect(new Set(endpoint.types())).toEqual(new Set(PAID))
    const { data } = await stripe.events.list()
    expect(data.map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0, 0])
  })

  it('are not sent again after the last attempt', async () => {
    const { emulator, endpoint, stripe } = await connected(500, 500, 500)
    await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    await emulator.webhooks.idle()
    expect(endpoint.received).toHaveLength(3)
  })

  it('never keep a call waiting', async () => {
    const started = await startEmulator({ webhookUrl: () => 'http://127.0.0.1:9/nobody-listens' })
    const intent = await started.stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: 'pm_card_visa',
    })
    expect(intent.status).toBe('succeeded')
  })

  it('can be held back, reversed, duplicated and sent again', async () => {
    const { stripe, emulator, endpoint, pay } = await connected()
    emulator.webhooks.hold()
    await pay()
    await emulator.webhooks.idle()
    expect(endpoint.received).toEqual([])
    emulator.webhooks.release('reversed')
    await emulator.webhooks.idle()
    expect(endpoint.types()).toEqual([...PAID].reverse())

    emulator.webhooks.duplicate(2)
    endpoint.received.length = 0
    await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    await emulator.webhooks.idle()
    expect(endpoint.received.map(({ event }) => event.id)).toHaveLength(2)
    const [first, second] = endpoint.received
    expect(first?.event.id).toBe(second?.event.id)

    emulator.webhooks.resend(first?.event.id ?? '')
    await emulator.webhooks.idle()
    expect(endpoint.received).toHaveLength(3)
  })

  it('are lost, delayed or duplicated at random until the controls are reset', async () => {
    const { stripe, emulator, endpoint, pay } = await connected()
    const { webhooks } = emulator
    webhooks.randomly({ seed: 1, chances: { lost: 1 } })
    await pay()
    await webhooks.idle()
    expect(endpoint.received).toEqual([])
    expect((await stripe.events.list({ delivery_success: true })).data).toEqual([])
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(PAID.length)

    webhooks.randomly({ seed: 1, chances: { late: 0.5, twice: 0.3 }, lateMs: 20 })
    for (let i = 0; i < 8; i += 1) await pay()
    await webhooks.idle()
    const ids = endpoint.received.map(({ event }) => event.id)
    expect(new Set(ids).size).toBe(8 * PAID.length)
    expect(ids.length).toBeGreaterThan(8 * PAID.length)
    const sent = (await stripe.events.list({ limit: 8 * PAID.length })).data.map(({ id }) => id)
    expect([...new Set(ids)]).not.toEqual(sent.reverse())

    webhooks.hold()
    webhooks.reset()
    endpoint.received.length = 0
    await pay()
    await webhooks.idle()
    expect(endpoint.types()).toEqual(PAID)
  })
})

describe('events', () => {
  it('are stored, with the call that caused them and the object they are about', async () => {
    const { stripe } = await startEmulator()
    const intent = await stripe.paymentIntents.create(
      { amount: 1000, currency: 'usd' },
      { idempotencyKey: 'cart-7' },
    )
    await stripe.paymentIntents.update(intent.id, { amount: 2000 })
    const { data } = await stripe.events.list({ type: 'payment_intent.created' })
    expect(data).toHaveLength(1)
    const event = await stripe.events.retrieve(data[0]?.id ?? '')
    expect(event).toMatchObject({
      data: { object: { id: intent.id, amount: 1000 } },
      request: { id: intent.lastResponse.requestId, idempotency_key: 'cart-7' },
      pending_webhooks: 0,
    })
  })
})
