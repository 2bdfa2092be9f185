import { decisionOf } from '../cards/outcomes.ts'
import { presentIntent } from '../present/payment-intent.ts'
import type { IntentRecord } from '../store/records.ts'
import type { ErrorFields } from '../wire/shapes.ts'
import type { Work } from '../work.ts'
import { charge } from './attempt.ts'
import { mayDo } from './states.ts'

const FAILED: ErrorFields = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/**
 * Applies the buyer's answer on the bank's page. If it passed, the bank decides as for any card;
 * otherwise the intent waits for another method.
 *
 * @returns the intent, unchanged if no authentication was pending.
 */
export function authenticate(work: Work, intent: IntentRecord, passed: boolean): IntentRecord {
  if (!mayDo('authenticate', intent) || intent.methodId === null) return intent
  const method = work.store.methods.of(intent.methodId)
  if (passed) {
    const { outcome } = method
    return charge(work, intent, method, decisionOf(outcome), outcome.kind === 'challenge')
  }
  const reopened = work.store.intents.save({
    ...intent,
    status: 'requires_payment_method',
    methodId: null,
    lastError: { ...FAILED, methodId: method.id },
    nextAction: null,
  })
  work.emit('payment_intent.payment_failed', presentIntent(work.store, reopened))
  return reopened
}
