import { createHash, randomUUID } from 'node:crypto'
import { TEST_SECRET, type TestServer, webhooksProcessed } from '@foyer/testkit'
import Stripe from 'stripe'

/** The emulator's keys, which are derived from APP_SECRET (compose.ts). */
const keyOf = (name: string) =>
  createHash('sha256').update(`${name}/${TEST_SECRET}`).digest('hex').slice(0, 32)
const SECRET_KEY = `sk_test_${keyOf('secret')}`
const WEBHOOK_SECRET = `whsec_${keyOf('webhook')}`

/**
 * Calls the provider directly, not through the product: 'refunds?payment_intent=pi_1'; with a form
 * it is a POST. `account` is a connected account; without one it is the platform's own.
 */
export async function askProvider(
  server: TestServer,
  path: string,
  form?: Record<string, string>,
  account?: string,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads from an answer what it expects of it
): Promise<any> {
  return ask(server, `v1/${path}`, form, account)
}

/** Sets faults and webhooks of an emulator that runs in a thread; its README lists the paths. */
export const controlProvider = (
  server: TestServer,
  path: string,
  form: Record<string, string> = {},
) => ask(server, `control/${path}`, form)

/** How many calls a kind of fault has hit, for an emulator that runs in a thread. */
export const faultCountOf = async (server: TestServer, kind: string): Promise<number> =>
  (await ask(server, 'control/faults')).counts[kind]

async function ask(
  server: TestServer,
  path: string,
  form?: Record<string, string>,
  account?: string,
  // biome-ignore lint/suspicious/noExplicitAny: as above
): Promise<any> {
  const response = await fetch(`${server.url}/payments-emulator/${path}`, {
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      ...(account ? { 'stripe-account': account } : {}),
    },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  return response.json()
}

export const intentsOf = async (server: TestServer, cartNumber = '12345') =>
  (await askProvider(server, 'payment_intents?limit=100')).data.filter(
    (intent: Stripe.PaymentIntent) => intent.metadata.cartId === cartNumber,
  )

interface Sending {
  secret?: string
  /** The event's id; a new one by default. */
  id?: string
  /** How many seconds ago it was signed. */
  ageSeconds?: number
}

/** A webhook as the provider would send it. */
export function sendWebhook(
  server: TestServer,
  type: string,
  object: object,
  { secret = WEBHOOK_SECRET, id = `evt_${randomUUID()}`, ageSeconds = 0 }: Sending = {},
): Promise<Response> {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  return fetch(`${server.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    body: payload,
  })
}

/** Resolves once all webhooks of the provider are sent and processed by the jobs. */
export async function webhooksDone(server: TestServer): Promise<void> {
  await server.foyer.emulator?.webhooks.idle()
  await webhooksProcessed(server)
}
