import { openDispute, settleDispute } from './disputes/dispute.ts'
import { settle } from './intents/attempt.ts'
import { settlePayout } from './payouts/payout.ts'
import { settleRefund } from './refunds/settle.ts'
import type { Store } from './store/store.ts'
import type { Pending, Work } from './work.ts'

/** What is done when a piece of pending work is due. */
const PERFORM: Record<Pending['kind'], (work: Work, id: string) => void> = {
  intent: (work, id) => settle(work, work.store.intents.of(id)),
  refund: (work, id) => settleRefund(work, work.store.refunds.of(id)),
  charge: (work, id) => openDispute(work, work.store.charges.of(id)),
  dispute: (work, id) => settleDispute(work, work.store.disputes.of(id)),
  payout: (work, id) => settlePayout(work, work.store.payouts.of(id)),
}

export function perform(work: Work, { kind, id }: Omit<Pending, 'account'>): void {
  PERFORM[kind](work, id)
}

/** The pending work of an account that a previous process left, oldest first. */
export function* unfinished(store: Store): Iterable<Omit<Pending, 'account'>> {
  for (const { id, status } of store.intents.oldestFirst()) {
    if (status === 'processing') yield { kind: 'intent', id }
  }
  for (const { id, becomes } of store.refunds.oldestFirst()) {
    if (becomes) yield { kind: 'refund', id }
  }
  for (const { id, status, methodId, disputeId } of store.charges.oldestFirst()) {
    const isDisputed = status === 'succeeded' && store.methods.of(methodId).dispute
    if (isDisputed && !disputeId) yield { kind: 'charge', id }
  }
  for (const { id, becomes } of store.disputes.oldestFirst()) {
    if (becomes) yield { kind: 'dispute', id }
  }
  for (const { id, becomes } of store.payouts.oldestFirst()) {
    if (becomes) yield { kind: 'payout', id }
  }
}
