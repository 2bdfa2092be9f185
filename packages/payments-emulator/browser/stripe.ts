import type {
  ConfirmationToken,
  PaymentMethod,
  StripeElementsOptionsClientSecret,
  StripeElementsOptionsMode,
  StripeError,
} from '@stripe/stripe-js'
import { type Api, createApi, type Params, type Reply } from './api.ts'
import {
  type ConfirmOptions,
  confirmCardPayment,
  confirmPayment,
  handleNextAction,
  type IntentResult,
} from './confirm.ts'
import { assertClientSecret, Elements } from './elements.ts'
import { IntegrationError, validationFailure } from './errors.ts'

interface TypedOptions {
  elements?: Elements
  params?: Params & { billing_details?: Params; payment_method_data?: Params }
}

/** The `Stripe` function of the page, as `@stripe/stripe-js` finds it on `window`. */
export function createStripeFunction(base: string) {
  const Stripe = (publishableKey: unknown, options: { stripeAccount?: string } = {}) =>
    createStripe(base, publishableKey, options.stripeAccount)
  // The name of the Stripe.js release that `@stripe/stripe-js` 10 expects; it warns about any
  // other.
  return Object.assign(Stripe, { version: 'endive' })
}

function createStripe(base: string, publishableKey: unknown, account: string | undefined) {
  const api = createApi(base, checkedKey(publishableKey), account)
  return {
    elements: (options: StripeElementsOptionsClientSecret | StripeElementsOptionsMode = {}) =>
      new Elements(api, options),
    confirmPayment: (options: ConfirmOptions) => confirmPayment(api, options),
    confirmCardPayment: (
      clientSecret: unknown,
      data?: { payment_method?: unknown; return_url?: string },
      options?: { handleActions?: boolean },
    ) => confirmCardPayment(api, clientSecret, data, options),
    handleNextAction: ({ clientSecret }: { clientSecret: unknown }) =>
      handleNextAction(api, clientSecret),
    handleCardAction: (clientSecret: unknown) => handleNextAction(api, clientSecret),
    async retrievePaymentIntent(clientSecret: unknown): Promise<IntentResult> {
      assertClientSecret(clientSecret, 'stripe.retrievePaymentIntent()')
      const { value, error } = await api.retrieveIntent(clientSecret)
      return error ? { error } : { paymentIntent: value }
    },
    createPaymentMethod: (options: TypedOptions) => createPaymentMethod(api, options),
    createConfirmationToken: (options: TypedOptions) => createConfirmationToken(api, options),
    async createToken(): Promise<never> {
      throw new IntegrationError(
        'stripe.createToken() needs a Card Element, which the payments emulator does not have; use stripe.createPaymentMethod() or stripe.createConfirmationToken().',
      )
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

/** @throws IntegrationError for what can't be a publishable key; a secret key gets its own text. */
function checkedKey(key: unknown): string {
  if (typeof key === 'string' && key.startsWith('pk_')) return key
  throw new IntegrationError(
    typeof key === 'string' && key.startsWith('sk_')
      ? 'You should not use your secret key with Stripe.js.\n        Please pass a publishable key instead.'
      : 'Please call Stripe() with your publishable key. You used an empty or invalid one.',
  )
}

async function createPaymentMethod(
  api: Api,
  options: TypedOptions,
): Promise<{ paymentMethod: PaymentMethod } | { error: StripeError }> {
  const reply = await withTyped<PaymentMethod>(options, options.params?.billing_details, (data) =>
    api.createMethod({ ...options.params, ...data }),
  )
  return reply.error ? { error: reply.error } : { paymentMethod: reply.value }
}

async function createConfirmationToken(
  api: Api,
  options: TypedOptions,
): Promise<{ confirmationToken: ConfirmationToken } | { error: StripeError }> {
  const { payment_method_data: extra, ...params } = options.params ?? {}
  const passed = typeof extra?.billing_details === 'object' ? extra.billing_details : null
  const reply = await withTyped<ConfirmationToken>(options, passed ?? undefined, (data) =>
    api.createConfirmationToken({ ...params, payment_method_data: { ...extra, ...data } }),
  )
  return reply.error ? { error: reply.error } : { confirmationToken: reply.value }
}

/** Sends what was typed into the Payment Element, unless the buyer still has to correct it. */
async function withTyped<T>(
  { elements }: TypedOptions,
  billingDetails: Params | undefined,
  send: (data: Params) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const element = elements?.getElement('payment')
  if (!element) throw new IntegrationError('Pass the `elements` of a mounted Payment Element.')
  const problem = element.validate()
  if (problem) return validationFailure(problem)
  const reply = await send(element.methodData(billingDetails))
  if (reply.error) element.showDecline(reply.error)
  return reply
}
