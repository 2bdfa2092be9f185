import { bookDispute, bookDisputeReversal } from '../ledger/book.ts'
import { presentDispute } from '../present/dispute.ts'
import type { ChargeRecord, DisputeRecord } from '../store/records.ts'
import { invalidRequest } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import { mergeMetadata } from '../wire/metadata.ts'
import type { Work } from '../work.ts'
import type { DisputeValues } from './params.ts'

/** Texts that decide a dispute: https://docs.stripe.com/testing#disputes */
const VERDICTS: Record<string, 'won' | 'lost'> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
}

/** Opens a dispute over what is left of a charge, if its card is one that causes disputes. */
export function openDispute(work: Work, charge: ChargeRecord): void {
  const { dispute: reason } = work.store.methods.of(charge.methodId)
  const amountMinor = charge.amountMinor - charge.amountRefundedMinor
  if (!reason || charge.disputeId || amountMinor === 0) return
  const { intentId, currency } = charge
  const source = { id: newId('du'), amountMinor, currency }
  const dispute = work.store.disputes.save({
    ...source,
    chargeId: charge.id,
    intentId,
    created: work.now,
    reason,
    status: 'needs_response',
    becomes: null,
    evidence: null,
    metadata: {},
    transactionIds: [bookDispute(work, source)],
  })
  work.store.charges.save({ ...charge, disputeId: dispute.id })
  const wire = presentDispute(work.store, dispute)
  work.emit('charge.dispute.created', wire)
  work.emit('charge.dispute.funds_withdrawn', wire)
}

/**
 * Answers a dispute; the bank decides a while later, if the evidence is one of Stripe's texts.
 *
 * @throws ApiError 400 for evidence on one that is under review or closed.
 */
export function updateDispute(
  work: Work,
  dispute: DisputeRecord,
  { evidence: sent, metadata, submit = true }: DisputeValues,
): DisputeRecord {
  const metadataOnly = { ...dispute, metadata: mergeMetadata(dispute.metadata, metadata) }
  const evidence = sent?.uncategorized_text
  if (evidence === undefined) return work.store.disputes.save(metadataOnly)
  if (dispute.status !== 'needs_response') {
    throw invalidRequest(`This dispute is already ${dispute.status}.`, { param: 'evidence' })
  }
  const becomes = VERDICTS[evidence ?? ''] ?? null
  const updated = work.store.disputes.save({
    ...metadataOnly,
    evidence,
    ...(submit && { status: 'under_review', becomes }),
  })
  work.emit('charge.dispute.updated', presentDispute(work.store, updated))
  if (updated.becomes) work.later({ kind: 'dispute', id: updated.id })
  return updated
}

/**
 * Accepts a dispute, which loses it.
 *
 * @throws ApiError 400 for one that is decided.
 */
export function closeDispute(work: Work, dispute: DisputeRecord): DisputeRecord {
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest('This dispute is already closed')
  }
  return decide(work, dispute, 'lost')
}

/** The bank's decision on a dispute that was answered. */
export function settleDispute(work: Work, dispute: DisputeRecord): void {
  if (dispute.becomes) decide(work, dispute, dispute.becomes)
}

function decide(work: Work, dispute: DisputeRecord, status: 'won' | 'lost'): DisputeRecord {
  const reversal = status === 'won' ? [bookDisputeReversal(work, dispute)] : []
  const decided = work.store.disputes.save({
    ...dispute,
    status,
    becomes: null,
    transactionIds: [...dispute.transactionIds, ...reversal],
  })
  const wire = presentDispute(work.store, decided)
  work.emit('charge.dispute.closed', wire)
  if (status === 'won') work.emit('charge.dispute.funds_reinstated', wire)
  return decided
}
