import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { cardForm, PUBLISHABLE_KEY, SECRET_KEY } from '../test-support.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function mounted() {
  const emulator = createEmulator({ secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY })
  const app = Fastify()
  app.post('/echo', async ({ body }) => ({ body }))
  await app.register(emulator.plugin, { prefix: '/payments-emulator' })
  onTestFinished(async () => {
    await app.close()
    await emulator.close()
  })
  const create = async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/payments-emulator/v1/payment_intents',
      headers: { ...FORM, authorization: `Bearer ${SECRET_KEY}` },
      payload: 'amount=1000&currency=usd',
    })
    return response.json()
  }
  return { app, create }
}

describe('the plugin under a prefix', () => {
  it('answers as the API does, and finds its own address', async () => {
    const { app, create } = await mounted()
    const { id, client_secret } = await create()
    const response = await app.inject({
      method: 'POST',
      url: `/payments-emulator/v1/payment_intents/${id}/confirm`,
      headers: { ...FORM, host: 'shop.example:3000' },
      payload: new URLSearchParams({
        key: PUBLISHABLE_KEY,
        client_secret,
        return_url: 'https://shop.example/back',
        ...cardForm('4000002760003184'),
      }).toString(),
    })
    expect(response.json().next_action.redirect_to_url.url).toBe(
      `http://shop.example:3000/payments-emulator/3ds/${id}?client_secret=${client_secret}`,
    )
    expect(response.headers['request-id']).toMatch(/^req_/)
  })

  it('does not change how the surrounding server parses, answers and fails', async () => {
    const { app } = await mounted()
    const json = await app.inject({ method: 'POST', url: '/echo', payload: { a: 1 } })
    expect(json.json()).toEqual({ body: { a: 1 } })
    expect(json.headers).not.toHaveProperty('stripe-version')
    const form = await app.inject({ method: 'POST', url: '/echo', headers: FORM, payload: 'a=1' })
    expect(form.statusCode).toBe(415)
    const missing = await app.inject('/nothing')
    expect(missing.json()).toMatchObject({ statusCode: 404 })
    const unknown = await app.inject('/payments-emulator/v1/nothing')
    expect(unknown.json().error.message).toContain('Unrecognized request URL (GET: /v1/nothing)')
  })

  it('serves the substitute for Stripe.js, with an ETag', async () => {
    const { app } = await mounted()
    const script = await app.inject('/payments-emulator/stripe.js')
    expect(script.headers['content-type']).toContain('text/javascript')
    const etag = String(script.headers.etag)
    const again = await app.inject({
      url: '/payments-emulator/stripe.js',
      headers: { 'if-none-match': etag },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await app.inject('/payments-emulator/3ds/style.css')).statusCode).toBe(200)
  })

  it('lets pages of other origins call it', async () => {
    const { app } = await mounted()
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/payments-emulator/v1/payment_intents/pi_1',
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
  })
})
