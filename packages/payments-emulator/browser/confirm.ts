import type { Appearance, PaymentIntent, StripeError } from '@stripe/stripe-js'
import type { Api, Params, Reply } from './api.ts'
import { authenticateInDialog } from './authentication.ts'
import { assertClientSecret, type Elements } from './elements.ts'
import { IntegrationError, validationFailure } from './errors.ts'

export type IntentResult =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { paymentIntent?: undefined; error: StripeError }

export interface ConfirmOptions {
  elements?: Elements
  clientSecret?: string
  confirmParams?: Params & { payment_method_data?: Params; return_url?: string }
  redirect?: 'always' | 'if_required'
}

/**
 * `stripe.confirmPayment`: pays with what the buyer confirmed in a wallet's sheet, or else with what
 * was typed into the Payment Element, and shows the bank's page if that is required. Returns errors that the buyer can correct, and throws errors of the
 * page.
 */
export async function confirmPayment(
  api: Api,
  { elements, clientSecret: given, confirmParams = {}, redirect = 'always' }: ConfirmOptions,
): Promise<IntentResult> {
  const clientSecret = given ?? elements?.clientSecret
  assertClientSecret(clientSecret, 'stripe.confirmPayment()')
  const { payment_method_data: extra, return_url: returnUrl, ...params } = confirmParams
  if (redirect === 'always' && returnUrl === undefined) {
    throw new IntegrationError(
      'stripe.confirmPayment(): the `confirmParams.return_url` argument is required when using automatic payment methods with redirects.',
    )
  }
  const express = elements?.authorisedExpress
  const element = express ? null : elements?.getElement('payment')
  const namesMethod = Boolean(params.payment_method || params.confirmation_token)
  let methodData: Params | undefined = express?.authorised ?? undefined
  if (!namesMethod && element) {
    const problem = element.validate()
    if (problem) return validationFailure(problem)
    methodData = { ...extra, ...element.methodData(readBilling(extra)) }
  }
  const reply = await api.confirmIntent(clientSecret, {
    ...params,
    return_url: returnUrl,
    payment_method_data: methodData,
  })
  if (reply.error) element?.showDecline(reply.error)
  express?.finish()
  const result = await finish(api, clientSecret, reply, elements?.appearance)
  if (result.error || redirect === 'if_required' || returnUrl === undefined) return result
  return leaveFor(returnAddress(returnUrl, result.paymentIntent))
}

/** `stripe.confirmCardPayment`, for methods that exist already: the Card Element is not emulated. */
export async function confirmCardPayment(
  api: Api,
  clientSecret: unknown,
  data: { payment_method?: unknown; return_url?: string } = {},
  { handleActions = true }: { handleActions?: boolean } = {},
): Promise<IntentResult> {
  assertClientSecret(clientSecret, 'stripe.confirmCardPayment()')
  const { payment_method: method, return_url } = data
  if (method !== undefined && typeof method !== 'string') {
    throw new IntegrationError(
      'stripe.confirmCardPayment(): the payments emulator takes the id of a payment method; use stripe.confirmPayment() with the Payment Element.',
    )
  }
  const reply = await api.confirmIntent(clientSecret, { payment_method: method, return_url })
  return handleActions ? finish(api, clientSecret, reply) : resultOf(reply)
}

/**
 * `stripe.handleNextAction`: performs in the browser what a confirmation by the server requires
 * next.
 */
export async function handleNextAction(api: Api, clientSecret: unknown): Promise<IntentResult> {
  assertClientSecret(clientSecret, 'stripe.handleNextAction()')
  return finish(api, clientSecret, await api.retrieveIntent(clientSecret))
}

/**
 * Lets the buyer authenticate if the bank requires it, and returns the result. If the method has a
 * page of its own, sends the buyer there instead; that page redirects to the return address.
 */
async function finish(
  api: Api,
  clientSecret: string,
  reply: Reply<PaymentIntent>,
  appearance: Appearance = {},
): Promise<IntentResult> {
  if (reply.error || reply.value.status !== 'requires_action') return resultOf(reply)
  if (reply.value.next_action?.type === 'redirect_to_url')
    return leaveFor(api.bankPage(clientSecret))
  await authenticateInDialog(api, clientSecret, appearance)
  const after = await api.retrieveIntent(clientSecret)
  const lastError = after.value?.last_payment_error
  if (after.value?.status !== 'requires_payment_method' || !lastError) {
    return resultOf(after)
  }
  const { type = 'card_error', ...error } = lastError
  return { error: { ...error, type, payment_intent: after.value } }
}

function resultOf({ value, error }: Reply<PaymentIntent>): IntentResult {
  return error ? { error } : { paymentIntent: value }
}

function readBilling(extra: Params | undefined): Params | undefined {
  const details = extra?.billing_details
  return typeof details === 'object' && details !== null ? details : undefined
}

function returnAddress(returnUrl: string, intent: PaymentIntent): string {
  const url = new URL(returnUrl, window.location.href)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status)
  return url.href
}

/** Navigates away. The promise never settles, because the page is about to be unloaded. */
function leaveFor(address: string): Promise<never> {
  window.location.assign(address)
  return new Promise(() => undefined)
}
