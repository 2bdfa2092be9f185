import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { createEmulator } from './emulator.ts'
import type { EmulatorOptions } from './options.ts'

export const SECRET_KEY = 'sk_test_0123456789abcdef'
export const PUBLISHABLE_KEY = 'pk_test_0123456789abcdef'
export const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

const AN_HOUR_MS = 3_600_000

/** An emulator on a port of its own with the official SDK pointed at it; stops with the test. */
export async function startEmulator(options: Partial<EmulatorOptions> = {}) {
  const emulator = createEmulator({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    // Pending work is done only when a test asks for it.
    settleAfterMs: AN_HOUR_MS,
    ...options,
  })
  const { url, host, port, close } = await emulator.listen()
  const sdk = { host, port, protocol: 'http', telemetry: false } as const
  const stripe = new Stripe(SECRET_KEY, { ...sdk, maxNetworkRetries: 0, timeout: 5_000 })
  let running = true
  const stop = async () => {
    if (!running) return
    running = false
    await emulator.close()
    await close()
  }
  onTestFinished(stop)
  return { emulator, stripe, sdk, url, stop }
}

/** An answer of the API: usually an intent, or an error about one. */
interface Wire extends Stripe.PaymentIntent {
  error: Stripe.PaymentIntent.LastPaymentError
}

export async function readAnswer(response: Response) {
  const body: Wire = JSON.parse(await response.text())
  return { status: response.status, headers: response.headers, body }
}

/** Sends a form as Stripe.js does, and reads the JSON of the answer. */
export async function postForm(url: string, form: Record<string, string>, headers = {}) {
  return readAnswer(await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers }))
}

/** Typed card details, as the fields of a form. */
export function cardForm(number: string, overrides: Record<string, string> = {}) {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    ...overrides,
  }
}

interface Received {
  body: string
  signature: string
  event: Stripe.Event
}

/** An endpoint for webhooks that answers with the next of the statuses, then always 200. */
export async function receiveWebhooks(...statuses: number[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null)
    // The sender was killed while it sent this webhook.
    if (body === null) return
    const signature = String(request.headers['stripe-signature'])
    received.push({ body, signature, event: JSON.parse(body) })
    response.writeHead(statuses.shift() ?? 200).end()
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(portOf(server.address())))
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const types = () => received.map(({ event }) => event.type)
  return { url: `http://127.0.0.1:${port}/webhooks`, received, types }
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address) return address.port
  throw new Error('The server has no port.')
}
