import { takeApplicationFee } from '../accounts/application-fee.ts'
import { type DeclineReason, declineError, declineOf } from '../cards/declines.ts'
import { type Decision, decisionOf, type Verdict } from '../cards/outcomes.ts'
import { bookCharge } from '../ledger/book.ts'
import { presentCharge } from '../present/charge.ts'
import { presentIntent } from '../present/payment-intent.ts'
import type { ChargeRecord, IntentRecord, MethodRecord } from '../store/records.ts'
import { newId } from '../wire/ids.ts'
import type { Work } from '../work.ts'

/** A new charge, over which no money has moved yet. */
function newCharge(
  work: Work,
  intent: IntentRecord,
  method: MethodRecord,
  authenticated: boolean,
): ChargeRecord {
  return {
    id: newId('ch'),
    intentId: intent.id,
    methodId: method.id,
    amountMinor: intent.amountMinor,
    amountRefundedMinor: 0,
    currency: intent.currency,
    created: work.now,
    status: 'pending',
    failure: null,
    blocked: false,
    authenticated,
    transactionId: null,
    disputeId: null,
  }
}

/**
 * Charges the method. The intent succeeds, stays `processing` until the bank decides, or returns to
 * `requires_payment_method` with the decline as its last error; then it can be confirmed again.
 */
export function charge(
  work: Work,
  intent: IntentRecord,
  method: MethodRecord,
  decision: Decision,
  authenticated: boolean,
): IntentRecord {
  const attempt = newCharge(work, intent, method, authenticated)
  return decision.kind === 'process'
    ? startProcessing(work, intent, attempt)
    : conclude(work, intent, attempt, decision)
}

function startProcessing(work: Work, intent: IntentRecord, attempt: ChargeRecord): IntentRecord {
  const pending = work.store.charges.save(attempt)
  const processing = work.store.intents.save({
    ...intent,
    status: 'processing',
    methodId: attempt.methodId,
    latestChargeId: pending.id,
    lastError: null,
    nextAction: null,
  })
  work.emit('charge.pending', presentCharge(work.store, pending))
  work.emit('payment_intent.processing', presentIntent(work.store, processing))
  work.later({ kind: 'intent', id: processing.id })
  return processing
}

/** The bank's answer to a payment that was `processing`. */
export function settle(work: Work, intent: IntentRecord): void {
  const { methodId, latestChargeId, status } = intent
  if (status !== 'processing' || methodId === null || latestChargeId === null) return
  const decision = decisionOf(work.store.methods.of(methodId).outcome)
  if (decision.kind !== 'process' || !decision.verdict) return
  conclude(work, intent, work.store.charges.of(latestChargeId), decision.verdict)
}

function conclude(
  work: Work,
  intent: IntentRecord,
  attempt: ChargeRecord,
  verdict: Verdict,
): IntentRecord {
  return verdict.kind === 'approve'
    ? approve(work, intent, attempt)
    : decline(work, intent, attempt, verdict.reason)
}

function approve(work: Work, intent: IntentRecord, attempt: ChargeRecord): IntentRecord {
  const applicationFeeMinor = intent.applicationFeeMinor ?? 0
  const paid = work.store.charges.save({
    ...attempt,
    status: 'succeeded',
    transactionId: bookCharge(work, attempt, applicationFeeMinor),
    applicationFeeId: takeApplicationFee(work, attempt, applicationFeeMinor),
  })
  const succeeded = work.store.intents.save({
    ...intent,
    status: 'succeeded',
    methodId: attempt.methodId,
    latestChargeId: paid.id,
    lastError: null,
    nextAction: null,
  })
  work.emit('charge.succeeded', presentCharge(work.store, paid))
  work.emit('payment_intent.succeeded', presentIntent(work.store, succeeded))
  if (work.store.methods.of(paid.methodId).dispute) work.later({ kind: 'charge', id: paid.id })
  return succeeded
}

function decline(
  work: Work,
  intent: IntentRecord,
  attempt: ChargeRecord,
  reason: DeclineReason,
): IntentRecord {
  const failure = declineError(reason, attempt.id)
  const blocked = declineOf(reason).blocked === true
  const failed = work.store.charges.save({ ...attempt, status: 'failed', failure, blocked })
  const reopened = work.store.intents.save({
    ...intent,
    status: 'requires_payment_method',
    methodId: null,
    latestChargeId: failed.id,
    lastError: { ...failure, methodId: attempt.methodId },
    nextAction: null,
  })
  work.emit('charge.failed', presentCharge(work.store, failed))
  work.emit('payment_intent.payment_failed', presentIntent(work.store, reopened))
  return reopened
}
