import { presentIntent } from '../present/payment-intent.ts'
import type { IntentRecord } from '../store/records.ts'
import type { Work } from '../work.ts'
import { assertCancelable } from './states.ts'

/**
 * Ends an intent for good: no attempt can succeed any more.
 *
 * @throws ApiError 400 `payment_intent_unexpected_state` for one that is paid or canceled already.
 */
export function cancelIntent(
  work: Work,
  intent: IntentRecord,
  reason: string | undefined,
): IntentRecord {
  assertCancelable(intent)
  const canceled = work.store.intents.save({
    ...intent,
    status: 'canceled',
    canceledAt: work.now,
    cancellationReason: reason ?? null,
    nextAction: null,
  })
  work.emit('payment_intent.canceled', presentIntent(work.store, canceled))
  return canceled
}
