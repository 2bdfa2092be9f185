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
   * The address of the bank's or wallet's page, built from the address of this script. The address
   * in the intent's next action is not used: it is that of the confirming call, which a browser
   * cannot always reach if there is a proxy.
   */
  bankPage(clientSecret: string, params?: { theme?: string }): string
  retrieveIntent(clientSecret: string): Promise<Reply<PaymentIntent>>
  confirmIntent(clientSecret: string, params: Params): Promise<Reply<PaymentIntent>>
  createMethod(params: Params): Promise<Reply<PaymentMethod>>
  createConfirmationToken(params: Params): Promise<Reply<ConfirmationToken>>
  /** Reports to the bank's page that the buyer left it without authenticating. */
  abandonAuthentication(clientSecret: string): Promise<void>
}

export function createApi(base: string, key: string, account?: string): Api {
  /**
   * Sends the key as a form field instead of a header, so that calls to another origin need no
   * preflight. A connected account is sent in the same way.
   */
  async function call<T>(method: 'GET' | 'POST', path: string, params: Params): Promise<Reply<T>> {
    const form = encode({ key, _stripe_account: account, ...params })
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
      // If this call fails, the intent keeps waiting for authentication, which its next retrieval
      // shows.
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

/** Encodes nested parameters as Stripe's forms do, `card[number]=…`, without undefined ones. */
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
