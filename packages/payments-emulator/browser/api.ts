import type {
  ConfirmationToken,
  PaymentIntent,
  PaymentMethod,
  StripeError,
} from '@stripe/stripe-js'

const TIMEOUT_MS = 30_000

const UNREACHABLE: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

export type Params = { [name: string]: string | boolean | null | undefined | Params }

export type Reply<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError }

/** Calls of the API that a publishable key may make. */
export interface Api {
  /**
   * The page of the bank or wallet. Built from the address that this script came from: the one in
   * the intent's next action is where the confirming call went, which behind a proxy need not be
   * reachable from here.
   */
  bankPage(clientSecret: string, params?: { theme?: string }): string
  retrieveIntent(clientSecret: string): Promise<Reply<PaymentIntent>>
  confirmIntent(clientSecret: string, params: Params): Promise<Reply<PaymentIntent>>
  createMethod(params: Params): Promise<Reply<PaymentMethod>>
  createConfirmationToken(params: Params): Promise<Reply<ConfirmationToken>>
  /** Tells the bank's page that the buyer has walked away from it. */
  abandonAuthentication(clientSecret: string): Promise<void>
}

export function createApi(base: string, key: string): Api {
  /** The key goes into the form, so that calls to another origin need no preflight. */
  async function call<T>(method: 'GET' | 'POST', path: string, params: Params): Promise<Reply<T>> {
    const form = encode({ key, ...params })
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const response =
        method === 'GET'
          ? await fetch(`${base}${path}?${form}`, { signal })
          : await fetch(`${base}${path}`, { method, body: form, signal })
      const body: T & { error?: StripeError } = await response.json()
      return body.error ? { error: body.error } : { value: body }
    } catch {
      return { error: UNREACHABLE }
    }
  }

  const bankPath = (clientSecret: string) => `${base}/3ds/${intentIdOf(clientSecret)}`
  const intentPath = (clientSecret: string) => `/v1/payment_intents/${intentIdOf(clientSecret)}`
  return {
    bankPage: (clientSecret, params) =>
      `${bankPath(clientSecret)}?${encode({ client_secret: clientSecret, ...params })}`,
    retrieveIntent: (clientSecret) =>
      call('GET', intentPath(clientSecret), { client_secret: clientSecret }),
    confirmIntent: (clientSecret, params) =>
      call('POST', `${intentPath(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        use_stripe_sdk: true,
        ...params,
      }),
    createMethod: (params) => call('POST', '/v1/payment_methods', params),
    createConfirmationToken: (params) => call('POST', '/v1/confirmation_tokens', params),
    async abandonAuthentication(clientSecret) {
      const body = encode({ client_secret: clientSecret, result: 'fail' })
      // If this does not arrive, the intent still waits, and retrieving it says so.
      await fetch(bankPath(clientSecret), { method: 'POST', body, redirect: 'manual' }).catch(
        () => undefined,
      )
    },
  }
}

/** `pi_1_secret_2` -> `pi_1`. */
function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Nested parameters as Stripe's forms have them: `card[number]=…`. Undefined ones are left out. */
function encode(params: Params): URLSearchParams {
  const form = new URLSearchParams()
  const add = (name: string, value: Params[string]) => {
    if (value === undefined || value === null) return
    if (typeof value !== 'object') form.append(name, String(value))
    else for (const [key, nested] of Object.entries(value)) add(`${name}[${key}]`, nested)
  }
  for (const [name, value] of Object.entries(params)) add(name, value)
  return form
}
