import type { IntentRecord } from '../store/records.ts'
import { invalidRequest } from '../wire/errors.ts'
import { METHOD_TYPES, type MethodType } from '../wire/shapes.ts'
import type { Work } from '../work.ts'
import type { AllowedTypesValues } from './params.ts'

/** Payment methods that accept one currency only. */
const ONLY_IN: Partial<Record<MethodType, string>> = { us_bank_account: 'usd', ideal: 'eur' }
const REDIRECTING: readonly MethodType[] = ['ideal', 'amazon_pay']

type MethodTypes = Pick<IntentRecord, 'allowedTypes' | 'methodTypes'>

/**
 * The payment methods of an intent: those that the call allows, or else those that the account has
 * switched on, without those that its currency or redirects exclude.
 *
 * @param intent has the currency that it will have, and what it allowed before.
 * @throws ApiError 400 if no method is left.
 */
export function readMethodTypes(
  work: Work,
  intent: Pick<IntentRecord, 'currency' | 'automaticMethods' | 'allowedTypes'>,
  params: AllowedTypesValues,
): MethodTypes {
  const allowedTypes = params.allowed_payment_method_types ?? intent.allowedTypes
  const wanted: readonly string[] = allowedTypes ?? work.accountTypes
  const mayRedirect = intent.automaticMethods?.allowRedirects !== 'never'
  const methodTypes = METHOD_TYPES.filter(
    (type) =>
      wanted.includes(type) &&
      (ONLY_IN[type] ?? intent.currency) === intent.currency &&
      (mayRedirect || !REDIRECTING.includes(type)),
  )
  if (methodTypes.length > 0) return { allowedTypes, methodTypes }
  throw invalidRequest(
    'No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).',
    { code: 'payment_intent_invalid_parameter', param: 'allowed_payment_method_types' },
  )
}
