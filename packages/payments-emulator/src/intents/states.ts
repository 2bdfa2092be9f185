import type { IntentRecord } from '../store/records.ts'
import { type ApiError, invalidRequest } from '../wire/errors.ts'
import type { IntentStatus } from '../wire/shapes.ts'

export type IntentAction = 'confirm' | 'authenticate' | 'cancel' | 'change'

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const

/**
 * The statuses in which an action is allowed. `change` changes what decides the payment: amount,
 * method.
 */
const ALLOWED_IN: Record<IntentAction, readonly IntentStatus[]> = {
  confirm: OPEN,
  authenticate: ['requires_action'],
  cancel: [...OPEN, 'processing'],
  change: OPEN,
}

export function mayDo(action: IntentAction, intent: IntentRecord): boolean {
  return ALLOWED_IN[action].includes(intent.status)
}

function unexpectedState(intent: IntentRecord | null, message: string, param?: string): ApiError {
  const code = 'payment_intent_unexpected_state'
  return invalidRequest(message, { code, ...(param && { param }) }, intent ? { intent } : {})
}

/** @throws ApiError 400 `payment_intent_unexpected_state` with the intent. */
export function assertConfirmable(intent: IntentRecord): void {
  if (mayDo('confirm', intent)) return
  throw unexpectedState(
    intent,
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${ALLOWED_IN.confirm.join(', ')}.`,
  )
}

/** @throws ApiError 400 `payment_intent_unexpected_state` with the intent. */
export function assertCancelable(intent: IntentRecord): void {
  if (mayDo('cancel', intent)) return
  throw unexpectedState(
    intent,
    `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
  )
}

/** @throws ApiError 400 `payment_intent_unexpected_state` with the intent, naming the parameter. */
export function assertChangeable(intent: IntentRecord, param: string): void {
  if (mayDo('change', intent)) return
  throw unexpectedState(
    intent,
    `This PaymentIntent's ${param} could not be updated because it has a status of ${intent.status}. You may only update the ${param} of a PaymentIntent with one of the following statuses: ${ALLOWED_IN.change.join(', ')}.`,
    param,
  )
}

/**
 * 400: there is no method to charge. `intent` is null if it was to be created and confirmed at
 * once.
 */
export function missingMethod(intent: IntentRecord | null): ApiError {
  return unexpectedState(
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  )
}
