import { returnApplicationFee } from '../accounts/application-fee.ts'
import { bookRefund } from '../ledger/book.ts'
import { COMMON } from '../methods/params.ts'
import { presentCharge } from '../present/charge.ts'
import { presentRefund } from '../present/refund.ts'
import type { ChargeRecord, RefundRecord } from '../store/records.ts'
import { formatMinor } from '../wire/currencies.ts'
import { invalidRequest, noSuch } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import { mergeMetadata, metadata } from '../wire/metadata.ts'
import { boolean, integer, oneOf, text, type Values } from '../wire/params.ts'
import type { Work } from '../work.ts'

export const REFUND = {
  ...COMMON,
  amount: integer(1),
  charge: text(),
  metadata,
  payment_intent: text(),
  refund_application_fee: boolean,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

type RefundValues = Values<typeof REFUND>

/**
 * Refunds a charge: the amount of the call, or else all that is left. Together the refunds of a
 * charge never exceed it.
 *
 * @throws ApiError 400 `charge_already_refunded`, `charge_disputed`, or naming `amount` if that is
 * more than is left.
 */
export function createRefund(work: Work, params: RefundValues): RefundRecord {
  const charge = chargeToRefund(work, params)
  const left = charge.amountMinor - charge.amountRefundedMinor
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amountMinor = params.amount ?? left
  if (amountMinor > left) throw tooMuch(charge, amountMinor, left)
  assertNotDisputed(work, charge)
  const { refund: behaviour } = work.store.methods.of(charge.methodId)
  const { id: chargeId, intentId, currency } = charge
  const source = { id: newId('re'), chargeId, amountMinor, currency }
  const feeBack = params.refund_application_fee
    ? returnApplicationFee(work, charge, charge.amountRefundedMinor + amountMinor)
    : 0
  const refund = work.store.refunds.save({
    ...source,
    intentId,
    created: work.now,
    status: behaviour === 'succeeds_later' ? 'pending' : 'succeeded',
    becomes: BECOMES[behaviour],
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
    transactionId: bookRefund(work, source, feeBack),
    failureTransactionId: null,
  })
  const refunded = work.store.charges.save({
    ...charge,
    amountRefundedMinor: charge.amountRefundedMinor + amountMinor,
  })
  work.emit('refund.created', presentRefund(work.store, refund))
  work.emit('charge.refunded', presentCharge(work.store, refunded))
  if (refund.becomes) work.later({ kind: 'refund', id: refund.id })
  return refund
}

const BECOMES = { succeeds: null, fails_later: 'failed', succeeds_later: 'succeeded' } as const

function chargeToRefund(work: Work, params: RefundValues): ChargeRecord {
  if (params.charge !== undefined) {
    const charge = work.store.charges.get(params.charge)
    if (!charge) throw noSuch('charge', params.charge, 'charge', 400)
    if (charge.status === 'succeeded') return charge
    throw nothingToRefund(charge.intentId)
  }
  if (params.payment_intent === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing' },
    )
  }
  const intent = work.store.intents.get(params.payment_intent)
  if (!intent) throw noSuch('payment_intent', params.payment_intent, 'payment_intent', 400)
  if (intent.status !== 'succeeded' || intent.latestChargeId === null) {
    throw nothingToRefund(intent.id)
  }
  return work.store.charges.of(intent.latestChargeId)
}

/**
 * Refuses to refund a disputed charge: unless the dispute was won, the buyer has the money already.
 */
function assertNotDisputed(work: Work, { id, disputeId }: ChargeRecord): void {
  if (!disputeId || work.store.disputes.of(disputeId).status === 'won') return
  throw invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, {
    code: 'charge_disputed',
  })
}

function nothingToRefund(intentId: string) {
  return invalidRequest(
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    { param: 'payment_intent' },
  )
}

function tooMuch(charge: ChargeRecord, amountMinor: number, leftMinor: number) {
  const asked = formatMinor(amountMinor, charge.currency)
  const left = formatMinor(leftMinor, charge.currency)
  const of = charge.amountRefundedMinor > 0 ? 'unrefunded amount on charge' : 'charge amount'
  return invalidRequest(`Refund amount (${asked}) is greater than ${of} (${left})`, {
    param: 'amount',
  })
}
