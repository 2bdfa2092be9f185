import type { IntentRecord } from '../store/records.ts'
import { invalidRequest } from '../wire/errors.ts'
import { METHOD_TYPES, type MethodType } from '../wire/shapes.ts'
import type { Work } from '../work.ts'
import type { AllowedTypesValues } from './params.ts'

/** Ways to pay that take one currency alone. */
const ONLY_IN: Partial<Record<MethodType, string>> = { us_bank_account: 'usd', ideal: 'eur' }
const REDIRECTING: readonly MethodType[] = ['ideal', 'amazon_pay']

type MethodTypes = Pick<IntentRecord, 'allowedTypes' | 'methodTypes'>

/**
 * The ways to pay an intent: those that the call allows, or else those that the account has
 * switched on; as far as currency and redirects allow.
 *
 * @param intent with the currency it will have; what it allows holds if the call says nothing.
 * @throws ApiError 400 when nothing is left.
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
