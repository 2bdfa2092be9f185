import { createMethod, resolveMethod } from '../methods/create.ts'
import type { ConfirmationTokenRecord, IntentRecord, MethodRecord } from '../store/records.ts'
import { invalidRequest, noSuch } from '../wire/errors.ts'
import type { Work } from '../work.ts'
import type { MethodValues } from './params.ts'

export interface Choice {
  method: MethodRecord
  /** The confirmation token that named the method. The confirmation uses it up. */
  token: ConfirmationTokenRecord | null
}

/**
 * The method that a call names in one of Stripe's three ways, or the one the intent already has.
 * It is looked for before anything changes, so that a wrong one changes nothing.
 *
 * @returns undefined when there is none.
 * @throws ApiError 400 for an unknown or spent one, or one the intent doesn't take; 402 for card
 * details that can't be right.
 */
export function chooseMethod(
  work: Work,
  intent: IntentRecord,
  params: MethodValues & { confirmation_token?: string | undefined },
): Choice | undefined {
  if (params.confirmation_token) {
    const token = unspentToken(work, params.confirmation_token)
    return accepted(intent, work.store.methods.of(token.methodId), token)
  }
  if (params.payment_method) return accepted(intent, resolveMethod(work, params.payment_method))
  if (params.payment_method_data) {
    return accepted(intent, createMethod(work, params.payment_method_data))
  }
  return intent.methodId === null
    ? undefined
    : accepted(intent, work.store.methods.of(intent.methodId))
}

function accepted(
  intent: IntentRecord,
  method: MethodRecord,
  token: ConfirmationTokenRecord | null = null,
): Choice {
  const { type } = method
  if (intent.methodTypes.includes(type)) return { method, token }
  throw invalidRequest(
    `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a different PaymentMethod with an allowed type: ${intent.methodTypes.join(', ')}.`,
    { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
  )
}

function unspentToken(work: Work, id: string): ConfirmationTokenRecord {
  const token = work.store.confirmationTokens.get(id)
  if (!token) throw noSuch('confirmation_token', id, 'confirmation_token', 400)
  if (token.intentId === null) return token
  throw invalidRequest(
    'The confirmation token has already been used to confirm a previous PaymentIntent or SetupIntent. Please create another confirmation token to use for confirmation.',
    { param: 'confirmation_token' },
  )
}
