import { bookPayout, bookPayoutFailure } from '../ledger/book.ts'
import { COMMON } from '../methods/params.ts'
import { presentBalance } from '../present/balance.ts'
import { presentPayout } from '../present/payout.ts'
import type { PayoutRecord } from '../store/records.ts'
import { currency } from '../wire/currencies.ts'
import { invalidRequest } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import { mergeMetadata, metadata } from '../wire/metadata.ts'
import { ignored, integer, required, text, type Values } from '../wire/params.ts'
import type { Work } from '../work.ts'

export const PAYOUT = {
  ...COMMON,
  amount: required(integer(1)),
  currency: required(currency),
  description: text(),
  destination: ignored,
  metadata,
  method: ignored,
  source_type: ignored,
  statement_descriptor: ignored,
}

/** A payout with this description bounces; others arrive after a while. */
const BOUNCES = 'bounces'

/**
 * Pays out a part of the balance.
 *
 * @throws ApiError 400 `balance_insufficient` for more than there is.
 */
export function createPayout(work: Work, params: Values<typeof PAYOUT>): PayoutRecord {
  const { amount: amountMinor, currency: code } = params
  const has = presentBalance(work.store).available.find((each) => each.currency === code)
  if ((has?.amount ?? 0) < amountMinor) {
    throw invalidRequest('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    })
  }
  const source = { id: newId('po'), amountMinor, currency: code }
  const payout = work.store.payouts.save({
    ...source,
    created: work.now,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    status: 'pending',
    becomes: params.description === BOUNCES ? 'failed' : 'paid',
    transactionId: bookPayout(work, source),
    failureTransactionId: null,
  })
  work.emit('payout.created', presentPayout(payout))
  work.later({ kind: 'payout', id: payout.id })
  return payout
}

/** The bank's answer. */
export function settlePayout(work: Work, payout: PayoutRecord): void {
  const { becomes: status } = payout
  if (!status) return
  const failureTransactionId = status === 'failed' ? bookPayoutFailure(work, payout) : null
  const settled = { ...payout, status, becomes: null, failureTransactionId }
  work.store.payouts.save(settled)
  work.emit(`payout.${status}`, presentPayout(settled))
}
