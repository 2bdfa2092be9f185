import { assertAccountCharges } from '../accounts/account.ts'
import { readApplicationFee } from '../accounts/application-fee.ts'
import { presentIntent } from '../present/payment-intent.ts'
import type { IntentRecord } from '../store/records.ts'
import { assertChargeable } from '../wire/currencies.ts'
import { invalidRequest } from '../wire/errors.ts'
import { newClientSecret, newId } from '../wire/ids.ts'
import type { Work } from '../work.ts'
import { type Choice, chooseMethod } from './choose-method.ts'
import { pay } from './confirm.ts'
import { readDetails } from './details.ts'
import { readMethodTypes } from './method-types.ts'
import type { CreateValues } from './params.ts'
import { missingMethod } from './states.ts'

/**
 * Opens an intent to pay `amount` minor units, and confirms it where the call asks for that.
 *
 * @throws ApiError 400 for an amount or currency that can't be charged; what `confirmIntent` throws.
 */
export function createIntent(work: Work, params: CreateValues): IntentRecord {
  assertChargeable(params.amount, params.currency)
  assertAccountCharges(work)
  const applicationFeeMinor = readApplicationFee(work, params, params.amount)
  const id = newId('pi')
  const { currency } = params
  const automaticMethods = readAutomatic(params)
  const created: IntentRecord = {
    id,
    clientSecret: newClientSecret(id),
    amountMinor: params.amount,
    currency,
    created: work.now,
    status: 'requires_payment_method',
    automaticMethods,
    ...readMethodTypes(work, { currency, automaticMethods, allowedTypes: null }, params),
    methodId: null,
    latestChargeId: null,
    lastError: null,
    nextAction: null,
    returnUrl: params.return_url ?? null,
    captureMethod: params.capture_method ?? 'automatic_async',
    ...readDetails(null, params),
    ...(applicationFeeMinor === null ? {} : { applicationFeeMinor }),
    canceledAt: null,
    cancellationReason: null,
  }
  const choice = chooseMethod(work, created, params)
  if (params.confirm && !choice) throw missingMethod(null)
  const intent = work.store.intents.save(params.confirm ? created : withMethod(created, choice))
  work.emit('payment_intent.created', presentIntent(work.store, intent))
  return params.confirm && choice ? pay(work, intent, choice, params) : intent
}

/** Stores a method that was given without confirming, for a later confirmation. */
export function withMethod(intent: IntentRecord, choice: Choice | undefined): IntentRecord {
  if (!choice) return intent
  const { id: methodId } = choice.method
  return { ...intent, status: 'requires_confirmation', methodId, nextAction: null }
}

/**
 * Since API version 2023-08-16 an intent chooses its payment methods automatically, unless the call
 * switches that off.
 */
function readAutomatic({
  automatic_payment_methods: sent,
  allowed_payment_method_types: allowed,
}: CreateValues): IntentRecord['automaticMethods'] {
  if (sent && allowed) {
    throw invalidRequest(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
      { code: 'parameters_exclusive', param: 'allowed_payment_method_types' },
    )
  }
  return sent?.enabled === false ? null : { allowRedirects: sent?.allow_redirects ?? 'always' }
}
