import { describe, expect, it } from 'vitest'
import {
  PUBLISHABLE_KEY,
  postForm,
  receiveWebhooks,
  SECRET_KEY,
  startEmulator,
} from '../test-support.ts'

const ORDER = { amount: 1000, currency: 'usd' } as const
const asServer = { authorization: `Bearer ${SECRET_KEY}` }

async function controlled() {
  const endpoint = await receiveWebhooks()
  const started = await startEmulator({ control: true, webhookUrl: () => endpoint.url })
  const turn = async (path: string, form: Record<string, string> = {}) =>
    (await postForm(`${started.url}/control/${path}`, form, asServer)).status
  const look = async (path: string) =>
    (await fetch(`${started.url}/control/${path}`, { headers: asServer })).json()
  return { ...started, endpoint, turn, look }
}

describe('the control paths', () => {
  it('inject, count and clear faults', async () => {
    const { stripe, turn, look } = await controlled()
    await turn('faults', { match: 'POST /v1/payment_intents', kind: 'error500', times: '2' })
    await expect(stripe.paymentIntents.create(ORDER)).rejects.toMatchObject({ statusCode: 500 })
    await turn('faults/clear')
    await expect(stripe.paymentIntents.create(ORDER)).resolves.toHaveProperty('id')
    await turn('faults/random', { seed: '1', 'chances[rateLimit]': '1', match: 'POST' })
    await expect(stripe.paymentIntents.create(ORDER)).rejects.toMatchObject({ statusCode: 429 })
    expect(await look('faults')).toMatchObject({ counts: { error500: 1, rateLimit: 1, cut: 0 } })
  })

  it('control webhooks and pending work', async () => {
    const { stripe, endpoint, turn, look } = await controlled()
    await turn('webhooks/hold')
    const order = { ...ORDER, confirm: true, payment_method: 'pm_card_processing' }
    const { id } = await stripe.paymentIntents.create(order)
    await turn('settle')
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
    await turn('webhooks/release', { order: 'reversed' })
    await look('webhooks/idle')
    expect(endpoint.types()[0]).toBe('payment_intent.succeeded')

    endpoint.received.length = 0
    await turn('webhooks/duplicate', { times: '3' })
    await turn('webhooks/delay', { ms: '1' })
    await turn('webhooks/random', { seed: '1', 'chances[twice]': '1', late_ms: '1' })
    await stripe.paymentIntents.create(ORDER)
    await look('webhooks/idle')
    expect(endpoint.received).toHaveLength(4)
    await turn('webhooks/reset')
    await turn('webhooks/resend', { event: endpoint.received[0]?.event.id ?? '' })
    await look('webhooks/idle')
    expect(endpoint.received).toHaveLength(5)
  })

  it('make refunds succeed that a bank refused before', async () => {
    const { stripe, turn } = await controlled()
    const order = { ...ORDER, confirm: true, payment_method: 'pm_card_refundFail' }
    const { id } = await stripe.paymentIntents.create(order)
    const refused = await stripe.refunds.create({ payment_intent: id })
    await turn('settle')
    expect(await stripe.refunds.retrieve(refused.id)).toMatchObject({ status: 'failed' })
    await turn('refunds/accept')
    const taken = await stripe.refunds.create({ payment_intent: id })
    await turn('settle')
    expect(await stripe.refunds.retrieve(taken.id)).toMatchObject({ status: 'succeeded' })
  })

  it.each([
    ['faults', { match: 'POST', kind: 'flood' }],
    ['faults', { kind: 'cut' }],
    ['faults/random', { seed: '1', 'chances[flood]': '0.5' }],
    ['faults/random', { seed: '1', 'chances[cut]': '2' }],
    ['faults/random', { seed: '1', 'chances[cut]': '0.7', 'chances[slow]': '0.7' }],
    ['webhooks/random', { 'chances[late]': '0.5' }],
  ])('refuse unknown input: %s %j', async (path, form) => {
    const { turn } = await controlled()
    expect(await turn(path, form)).toBe(400)
  })

  it('are for the secret key alone', async () => {
    const { url } = await controlled()
    const asBrowser = { key: PUBLISHABLE_KEY }
    expect(await postForm(`${url}/control/settle`, asBrowser)).toMatchObject({ status: 401 })
    expect(await postForm(`${url}/control/settle`, {})).toMatchObject({ status: 401 })
    expect((await fetch(`${url}/control/faults`)).status).toBe(401)
  })

  it('do not exist unless they are switched on', async () => {
    const { url } = await startEmulator()
    expect((await postForm(`${url}/control/settle`, {}, asServer)).status).toBe(404)
  })
})
