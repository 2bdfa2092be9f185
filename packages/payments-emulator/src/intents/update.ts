import { readApplicationFee } from '../accounts/application-fee.ts'
import type { IntentRecord } from '../store/records.ts'
import { assertChargeable } from '../wire/currencies.ts'
import type { Work } from '../work.ts'
import { chooseMethod } from './choose-method.ts'
import { withMethod } from './create.ts'
import { readDetails } from './details.ts'
import { readMethodTypes } from './method-types.ts'
import type { UpdateValues } from './params.ts'
import { assertChangeable } from './states.ts'

/** Parameters that decide the payment, so they cannot change once it has begun. */
const SETTLED = [
  'amount',
  'application_fee_amount',
  'currency',
  'payment_method',
  'payment_method_data',
  'allowed_payment_method_types',
] as const

/**
 * Changes an intent that is not yet paid; what only describes it can be changed at any time.
 *
 * @throws ApiError 400 `payment_intent_unexpected_state`, naming the parameter that came too late.
 */
export function updateIntent(
  work: Work,
  current: IntentRecord,
  params: UpdateValues,
): IntentRecord {
  const late = SETTLED.find((name) => params[name] !== undefined)
  if (late) assertChangeable(current, late)
  const amountMinor = params.amount ?? current.amountMinor
  const currency = params.currency ?? current.currency
  if (params.amount !== undefined || params.currency !== undefined) {
    assertChargeable(amountMinor, currency)
  }
  const applicationFeeMinor = readApplicationFee(
    work,
    { application_fee_amount: params.application_fee_amount ?? current.applicationFeeMinor },
    amountMinor,
  )
  const priced = { ...current, amountMinor, currency, applicationFeeMinor }
  const changed = withoutConsent(current, {
    ...priced,
    ...readDetails(current, params),
    ...readMethodTypes(work, priced, params),
  })
  const given = params.payment_method || params.payment_method_data
  const choice = given ? chooseMethod(work, changed, params) : undefined
  return work.store.intents.save(withMethod(changed, choice))
}

/** An authentication in progress was for the old amount; the new amount must be confirmed again. */
function withoutConsent(before: IntentRecord, after: IntentRecord): IntentRecord {
  const same = before.amountMinor === after.amountMinor && before.currency === after.currency
  if (same || after.status !== 'requires_action') return after
  return { ...after, status: 'requires_confirmation', nextAction: null }
}
