import type {
  ApplicationFeeRecord,
  ChargeRecord,
  DisputeRecord,
  PayoutRecord,
  RefundRecord,
  TransactionRecord,
} from '../store/records.ts'
import { newId } from '../wire/ids.ts'
import type { Work } from '../work.ts'
import { DISPUTE_FEE_MINOR, feeMinor } from './fees.ts'

/** The fields of a movement of the balance that depend on its source. */
type Movement = Omit<TransactionRecord, 'id' | 'created' | 'feeMinor'> & { feeMinor?: number }

/** Stores a movement of an account's balance and returns its id, as do the functions below. */
function bookOn(work: Work, account: string | null, movement: Movement): string {
  const record = { feeMinor: 0, ...movement, id: newId('txn'), created: work.now }
  return work.store.as(account).transactions.save(record).id
}

const book = (work: Work, movement: Movement) => bookOn(work, work.store.account, movement)

/** `applicationFeeMinor`: what the platform takes of it. */
export function bookCharge(
  work: Work,
  { id, methodId, amountMinor, currency }: ChargeRecord,
  applicationFeeMinor: number,
) {
  const { type: methodType } = work.store.methods.of(methodId)
  return book(work, {
    applicationFeeMinor,
    type: methodType === 'card' ? 'charge' : 'payment',
    category: 'charge',
    sourceId: id,
    amountMinor,
    feeMinor: feeMinor(methodType, amountMinor) + applicationFeeMinor,
    currency,
  })
}

type RefundSource = Pick<RefundRecord, 'id' | 'chargeId' | 'amountMinor' | 'currency'>

/**
 * Stripe's fee of the charge is not given back; of the platform's, `applicationFeeMinor` is.
 */
export function bookRefund(
  work: Work,
  { id, chargeId, amountMinor, currency }: RefundSource,
  applicationFeeMinor: number,
) {
  const { methodId } = work.store.charges.of(chargeId)
  const byCard = work.store.methods.of(methodId).type === 'card'
  return book(work, {
    type: byCard ? 'refund' : 'payment_refund',
    category: 'refund',
    sourceId: id,
    amountMinor: -amountMinor,
    ...(applicationFeeMinor === 0
      ? {}
      : { feeMinor: -applicationFeeMinor, applicationFeeMinor: -applicationFeeMinor }),
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

type FeeSource = Pick<ApplicationFeeRecord, 'id' | 'amountMinor' | 'currency'>

/** What the platform earns, on the platform's own balance. */
export function bookApplicationFee(work: Work, { id, amountMinor, currency }: FeeSource) {
  const source = { sourceId: id, amountMinor, currency }
  return bookOn(work, null, { type: 'application_fee', category: 'platform_earning', ...source })
}

export function bookApplicationFeeRefund(work: Work, { id, amountMinor, currency }: FeeSource) {
  return bookOn(work, null, {
    type: 'application_fee_refund',
    category: 'platform_earning_refund',
    sourceId: id,
    amountMinor: -amountMinor,
    currency,
  })
}

type PayoutSource = Pick<PayoutRecord, 'id' | 'amountMinor' | 'currency'>

export function bookPayout(work: Work, { id, amountMinor, currency }: PayoutSource) {
  const type = 'payout'
  return book(work, { type, category: type, sourceId: id, amountMinor: -amountMinor, currency })
}

export function bookPayoutFailure(work: Work, { id, amountMinor, currency }: PayoutSource) {
  const source = { sourceId: id, amountMinor, currency }
  return book(work, { type: 'payout_failure', category: 'payout_reversal', ...source })
}
