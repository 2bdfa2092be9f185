import { presentIntent } from '../present/payment-intent.ts'
import type { IntentRecord, MethodRecord } from '../store/records.ts'
import { ApiError, invalidRequest } from '../wire/errors.ts'
import type { Work } from '../work.ts'
import { charge } from './attempt.ts'
import { type Choice, chooseMethod } from './choose-method.ts'
import { readDetails } from './details.ts'
import { readMethodTypes } from './method-types.ts'
import type { ConfirmationValues, DetailValues } from './params.ts'
import { assertChangeable, assertConfirmable, missingMethod } from './states.ts'

/**
 * Tries to pay an intent with the method that the call names, or with the one it already has.
 *
 * @returns the intent, `succeeded`, `processing` or `requires_action`.
 * @throws ApiError 402 for a decline (the failed attempt stays recorded), 400
 * `payment_intent_unexpected_state` for an intent that can't be confirmed.
 */
export function confirmIntent(
  work: Work,
  current: IntentRecord,
  params: ConfirmationValues & DetailValues,
): IntentRecord {
  const namesMethod = params.payment_method || params.payment_method_data
  if (current.status === 'canceled' && namesMethod) assertChangeable(current, 'payment_method')
  assertConfirmable(current)
  const intent = { ...current, ...readMethodTypes(work, current, params) }
  const choice = chooseMethod(work, intent, params)
  if (!choice) throw missingMethod(intent)
  return pay(work, intent, choice, params)
}

/** Confirms an intent with a method, after everything about the call was checked. */
export function pay(
  work: Work,
  current: IntentRecord,
  { method, token }: Choice,
  params: ConfirmationValues & DetailValues,
): IntentRecord {
  const { outcome } = method
  const returnUrl = params.return_url ?? token?.returnUrl ?? current.returnUrl
  if (outcome.kind === 'redirect' && returnUrl === null) throw missingReturnUrl(current)
  if (token) work.store.confirmationTokens.save({ ...token, intentId: current.id })
  const intent: IntentRecord = { ...current, ...readDetails(current, params), returnUrl }
  if (outcome.kind === 'redirect') return requireAction(work, intent, method, false)
  if (outcome.kind !== 'challenge')
    return orThrow(work, charge(work, intent, method, outcome, false))
  if (!params.off_session)
    return requireAction(work, intent, method, params.use_stripe_sdk === true)
  const reason = 'authentication_required'
  return orThrow(work, charge(work, intent, method, { kind: 'decline', reason }, false))
}

function missingReturnUrl(intent: IntentRecord): ApiError {
  return invalidRequest(
    'This payment method sends your customer to another page, so you must provide a `return_url` when confirming.',
    { code: 'payment_intent_invalid_parameter', param: 'return_url' },
    { intent },
  )
}

/** The error that a confirming call gets for a decline; it contains the intent and the method. */
function orThrow(work: Work, intent: IntentRecord): IntentRecord {
  if (!intent.lastError) return intent
  const { methodId, ...fields } = intent.lastError
  const method = methodId === null ? undefined : work.store.methods.get(methodId)
  throw new ApiError(402, fields, { intent, ...(method && { method }) })
}

/**
 * Sends the buyer to a page, for 3-D Secure or of a wallet. As at Stripe, a call with a return
 * address gets a page to redirect to, unless Stripe.js shows the page itself.
 */
function requireAction(
  work: Work,
  intent: IntentRecord,
  method: MethodRecord,
  bySdk: boolean,
): IntentRecord {
  const url = new URL(`${work.baseUrl}/3ds/${intent.id}`)
  url.searchParams.set('client_secret', intent.clientSecret)
  const type = intent.returnUrl === null || bySdk ? 'use_stripe_sdk' : 'redirect_to_url'
  const waiting = work.store.intents.save({
    ...intent,
    status: 'requires_action',
    methodId: method.id,
    lastError: null,
    nextAction: { type, url: url.href },
  })
  work.emit('payment_intent.requires_action', presentIntent(work.store, waiting))
  return waiting
}
