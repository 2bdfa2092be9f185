import type {
  ChargeRecord,
  DisputeRecord,
  RefundRecord,
  TransactionRecord,
} from '../store/records.ts'
import { newId } from '../wire/ids.ts'
import type { Work } from '../work.ts'
import { DISPUTE_FEE_MINOR, feeMinor } from './fees.ts'

/** The fields of a movement of the balance that depend on its source. */
type Movement = Omit<TransactionRecord, 'id' | 'created' | 'feeMinor'> & { feeMinor?: number }

/** Stores a movement of the merchant's balance and returns its id, as do the functions below. */
function book(work: Work, movement: Movement): string {
  const id = newId('txn')
  return work.store.transactions.save({ feeMinor: 0, ...movement, id, created: work.now }).id
}

export function bookCharge(work: Work, { id, methodId, amountMinor, currency }: ChargeRecord) {
  const { type: methodType } = work.store.methods.of(methodId)
  return book(work, {
    type: methodType === 'card' ? 'charge' : 'payment',
    category: 'charge',
    sourceId: id,
    amountMinor,
    feeMinor: feeMinor(methodType, amountMinor),
    currency,
  })
}

type RefundSource = Pick<RefundRecord, 'id' | 'chargeId' | 'amountMinor' | 'currency'>

/** The fee of the charge is not given back. */
export function bookRefund(work: Work, { id, chargeId, amountMinor, currency }: RefundSource) {
  const { methodId } = work.store.charges.of(chargeId)
  const byCard = work.store.methods.of(methodId).type === 'card'
  return book(work, {
    type: byCard ? 'refund' : 'payment_refund',
    category: 'refund',
    sourceId: id,
    amountMinor: -amountMinor,
    currency,
  })
}

export function bookRefundFailure(work: Work, { id, amountMinor, currency }: RefundRecord) {
  const type = 'refund_failure'
  return book(work, { type, category: type, sourceId: id, amountMinor, currency })
}

type DisputeSource = Pick<DisputeRecord, 'id' | 'amountMinor' | 'currency'>

export function bookDispute(work: Work, { id, amountMinor, currency }: DisputeSource) {
  return book(work, {
    type: 'adjustment',
    category: 'dispute',
    sourceId: id,
    amountMinor: -amountMinor,
    feeMinor: DISPUTE_FEE_MINOR,
    currency,
  })
}

export function bookDisputeReversal(work: Work, { id, amountMinor, currency }: DisputeSource) {
  return book(work, {
    type: 'adjustment',
    category: 'dispute_reversal',
    sourceId: id,
    amountMinor,
    currency,
  })
}
