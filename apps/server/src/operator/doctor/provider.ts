import Stripe from 'stripe'
import type { StripeAccount } from '../../env.ts'
import { WEBHOOK_EVENTS } from '../../features/payments/webhooks/receive-webhook.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'
import { reasonOf, sendRequest } from './send-request.ts'

const TIMEOUT_MS = 10_000
const WEBHOOK_PATH = '/api/stripe/webhook'

interface ProviderOptions {
  stripe: StripeAccount | null
  publicUrl: string | null
  ca?: string | undefined
}

/** Checks the payment provider by real calls; none of them changes anything there. */
export async function checkProvider(options: ProviderOptions): Promise<Finding[]> {
  const { stripe: account, publicUrl } = options
  if (!account) return [skipped('provider.keys', "The provider's keys are not set.")]
  const { secretKey, publishableKey, api } = account
  const settings = {
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(api ? { ...api, protocol: 'http' as const } : {}),
  }
  const stripe = new Stripe(secretKey, settings)
  const mode = judgeMode(account)
  const keys = await checkSecretKey(stripe)
  const findings = [mode, keys]
  if (keys.status === 'failed') return findings
  findings.push(await checkPublishableKey(stripe, new Stripe(publishableKey, settings)))
  if (publicUrl) {
    findings.push(await checkEndpoint(stripe, `${publicUrl}${WEBHOOK_PATH}`))
    findings.push(await checkSignature(stripe, { ...options, account, publicUrl }))
  }
  return findings
}

const isLive = (key: string) => /^[srp]k_live_/.test(key)

export function judgeMode(keys: Pick<StripeAccount, 'secretKey' | 'publishableKey'>): Finding {
  const name = 'provider.mode'
  const live = isLive(keys.secretKey)
  if (live !== isLive(keys.publishableKey)) {
    return failed(
      name,
      'One key is for live payments, the other for tests.',
      "Take both keys from the same mode of Stripe's dashboard.",
    )
  }
  return live
    ? ok(name, 'Payments are live.')
    : warning(name, 'The keys are for tests: no money moves.', 'Set the live keys to sell.')
}

async function checkSecretKey(stripe: Stripe): Promise<Finding> {
  const name = 'provider.keys'
  try {
    await stripe.balance.retrieve()
    return ok(name, 'Stripe takes the secret key.')
  } catch (error) {
    // Stripe accepts a restricted key too, but such a key may not read the balance.
    if (error instanceof Stripe.errors.StripePermissionError) {
      return ok(name, 'Stripe takes the restricted key.')
    }
    return error instanceof Stripe.errors.StripeAuthenticationError
      ? failed(name, 'Stripe refuses STRIPE_SECRET_KEY.', "Copy it anew from Stripe's dashboard.")
      : failed(
          name,
          `Stripe cannot be asked: ${reasonOf(error)}.`,
          'Let this machine reach api.stripe.com by HTTPS.',
        )
  }
}

/** Reads the newest intent with the browser's key. Only a key of the same account can do so. */
async function checkPublishableKey(stripe: Stripe, browser: Stripe): Promise<Finding> {
  const name = 'provider.publishable-key'
  const unknown = { id: 'pi_foyerdoctor', client_secret: 'pi_foyerdoctor_secret_none' }
  const newest = await stripe.paymentIntents.list({ limit: 1 }).then(
    ({ data }) => data[0] ?? null,
    () => null,
  )
  const { id, client_secret } = newest ?? unknown
  try {
    await browser.paymentIntents.retrieve(id, { client_secret: client_secret ?? '' })
    return ok(name, 'Both keys are of the same account.')
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return failed(
        name,
        'Stripe refuses STRIPE_PUBLISHABLE_KEY.',
        "Copy it anew from Stripe's dashboard.",
      )
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
      return skipped(name, `Stripe did not answer: ${reasonOf(error)}.`)
    }
    return newest
      ? failed(
          name,
          'The publishable key is of another account than the secret key.',
          "Take both from the same account of Stripe's dashboard.",
        )
      : ok(name, 'Stripe takes the publishable key; of which account shows the first payment.')
  }
}

type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>

async function checkEndpoint(stripe: Stripe, url: string): Promise<Finding> {
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    return judgeEndpoints(data, url)
  } catch (error) {
    const reason = error instanceof Stripe.errors.StripePermissionError
    return skipped(
      'provider.webhook-endpoint',
      reason
        ? "The restricted key may not list webhook endpoints: look in Stripe's dashboard."
        : `Stripe did not list its webhook endpoints: ${reasonOf(error)}.`,
    )
  }
}

export function judgeEndpoints(endpoints: readonly Endpoint[], url: string): Finding {
  const name = 'provider.webhook-endpoint'
  const ours = endpoints.filter((endpoint) => endpoint.url === url)
  const enabled = ours.find(({ status }) => status === 'enabled')
  if (!enabled) {
    const what = ours.length > 0 ? 'The webhook endpoint is disabled.' : 'No webhook comes here.'
    return failed(name, what, `Add or enable the endpoint ${url} in Stripe's dashboard.`)
  }
  const sent = new Set<string>(enabled.enabled_events)
  const missing = sent.has('*') ? [] : [...WEBHOOK_EVENTS].filter((event) => !sent.has(event))
  return missing.length === 0
    ? ok(name, 'Stripe sends its webhooks here, with every event that is needed.')
    : failed(name, 'The webhook endpoint lacks events.', `Add ${missing.join(', ')}.`)
}

/**
 * Sends the running server a signed event that has no effect. Whether Stripe signs with the same
 * secret is only visible in a webhook from Stripe: the API never returns an endpoint's secret
 * again.
 */
async function checkSignature(
  stripe: Stripe,
  {
    account,
    publicUrl,
    ca,
  }: { account: StripeAccount; publicUrl: string; ca?: string | undefined },
): Promise<Finding> {
  const name = 'provider.webhook-secret'
  const body = JSON.stringify({
    id: 'evt_foyer_doctor',
    object: 'event',
    type: 'foyer.doctor',
    data: { object: { id: 'foyer_doctor', object: 'foyer.doctor' } },
  })
  const signature = stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: account.webhookSecret,
  })
  const sent = await sendRequest(`${publicUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
    ca,
  })
  if (!sent.ok) return skipped(name, `The running server cannot be reached: ${sent.reason}.`)
  const { status } = sent.reply
  if (status === 200) return ok(name, 'The running server takes what STRIPE_WEBHOOK_SECRET signs.')
  return failed(
    name,
    `The running server answers a signed webhook with ${status}.`,
    status === 400
      ? 'Start the server with this STRIPE_WEBHOOK_SECRET, compare the clocks, and let the proxy pass bodies unchanged.'
      : 'Let the proxy pass POST /api/stripe/webhook on to the server.',
  )
}
