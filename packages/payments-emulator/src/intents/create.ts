import { presentIntent } from '../present/payment-intent.ts'
import type { IntentRecord } from '../store/records.ts'
import { assertChargeable } from '../wire/currencies.ts'
import { invalidRequest } from '../wire/errors.ts'
import { newClientSecret, newId } from '../wire/ids.ts'
import type { Work } from '../work.ts'
import { type Choice, chooseMethod } from './choose-method.ts'
import { pay } from './confirm.ts'
import { readDetails } from './details.ts'
import type { CreateValues } from './params.ts'
import { missingMethod } from './states.ts'

/** Ways to pay that the emulated account has switched on. None of them redirects. */
const ACTIVATED = ['card', 'us_bank_account']

/**
 * Opens an intent to pay `amount` minor units, and confirms it where the call asks for that.
 *
 * @throws ApiError 400 for an amount or currency that can't be charged; what `confirmIntent` throws.
 */
export function createIntent(work: Work, params: CreateValues): IntentRecord {
  assertChargeable(params.amount, params.currency)
  const { automaticMethods, methodTypes } = readMethodTypes(params)
  const id = newId('pi')
  const created: IntentRecord = {
    id,
    clientSecret: newClientSecret(id),
    amountMinor: params.amount,
    currency: params.currency,
    created: work.now,
    status: 'requires_payment_method',
    automaticMethods,
    methodTypes,
    methodId: null,
    latestChargeId: null,
    lastError: null,
    nextAction: null,
    returnUrl: params.return_url ?? null,
    captureMethod: params.capture_method ?? 'automatic_async',
    ...readDetails(null, params),
    canceledAt: null,
    cancellationReason: null,
  }
  const choice = chooseMethod(work, created, params)
  if (params.confirm && !choice) throw missingMethod(null)
  const intent = work.store.intents.save(params.confirm ? created : withMethod(created, choice))
  work.emit('payment_intent.created', presentIntent(work.store, intent))
  return params.confirm && choice ? pay(work, intent, choice, params) : intent
}

/** A method given without confirming is kept for the confirmation to come. */
export function withMethod(intent: IntentRecord, choice: Choice | undefined): IntentRecord {
  if (!choice) return intent
  const { id: methodId } = choice.method
  return { ...intent, status: 'requires_confirmation', methodId, nextAction: null }
}

function readMethodTypes(
  params: CreateValues,
): Pick<IntentRecord, 'automaticMethods' | 'methodTypes'> {
  const automatic = params.automatic_payment_methods
  const types = params.payment_method_types ?? []
  if (automatic?.enabled && types.length > 0) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      { param: 'automatic_payment_methods' },
    )
  }
  const unknown = types.find((type) => !ACTIVATED.includes(type))
  if (unknown !== undefined) {
    throw invalidRequest(
      `The payment method type "${unknown}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
      { code: 'payment_intent_invalid_parameter', param: 'payment_method_types' },
    )
  }
  if (types.length > 0) return { automaticMethods: null, methodTypes: types }
  // Since API version 2023-08-16 an intent without types chooses them by itself.
  const allowRedirects = automatic?.allow_redirects ?? 'always'
  const chosen = automatic?.enabled === false ? null : { allowRedirects }
  return { automaticMethods: chosen, methodTypes: ['card'] }
}
