import type { IntentRecord } from '../store/records.ts'
import { invalidRequest } from '../wire/errors.ts'
import type { AllowedTypesValues } from './params.ts'

/** Ways to pay that the emulated account has switched on. None of them redirects. */
const ACTIVATED = ['card', 'us_bank_account']
/** Bank debits take days, so that they are for those who ask for them. */
const BY_DEFAULT = ['card']

type MethodTypes = Pick<IntentRecord, 'allowedTypes' | 'methodTypes'>

/**
 * The ways to pay an intent: those of the account that the call allows.
 *
 * @param current what holds if the call says nothing about it.
 * @throws ApiError 400 when nothing is left.
 */
export function readMethodTypes(params: AllowedTypesValues, current?: MethodTypes): MethodTypes {
  const allowed = params.allowed_payment_method_types
  if (!allowed) {
    return {
      allowedTypes: current?.allowedTypes ?? null,
      methodTypes: current?.methodTypes ?? BY_DEFAULT,
    }
  }
  const methodTypes = ACTIVATED.filter((type) => allowed.includes(type))
  if (methodTypes.length > 0) return { allowedTypes: allowed, methodTypes }
  throw invalidRequest(
    'No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).',
    { code: 'payment_intent_invalid_parameter', param: 'allowed_payment_method_types' },
  )
}
