import { type PaymentStatus, payments } from '@foyer/contract'
import { verdictOnIntent } from '../../../shared/payment/declines.ts'
import type { PaymentProblem } from '../../../shared/payment/payment-problems.ts'
import {
  backoffAfter,
  LONG_FROM_ROUND,
  SLOW_FROM_ROUND,
} from '../../../shared/payment/polling-backoff.ts'
import { isTransient } from '../../../shared/payment/transient-failure.ts'
import { orderTexts } from '../../../shared/purchase-text.ts'
import { createOrder, orderBodyOf } from './create-order.ts'
import type { PaymentEffects } from './payment-effects.ts'
import { confirming, type PaymentEvent, type Refund, type Wait } from './payment-states.ts'
import type { PendingPayment } from './pending-payment.ts'

/** The result of one round of questions about a payment. */
type Finding =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'refunded'; refund: Refund }
  | { kind: 'refused'; problem: PaymentProblem }
  /** The hold is over and nothing was, or will be, charged. */
  | { kind: 'expired' }
  /** The server knows no such payment of this browser. */
  | { kind: 'foreign' }
  /** Waiting for the bank or, if the provider has the money, for our own server. */
  | { kind: 'waiting'; wait: 'usual' | 'bank' }
  | { kind: 'unanswered' }

/**
 * Brings a payment that may have gone through to its end: an order, a refund, or back to the form
 * with the bank's reason. Asks for as long as the page is open, less and less often. Used after a
 * press of the button, a reload and the return from a bank's page.
 */
export async function* finishPayment(
  effects: PaymentEffects,
  pending: PendingPayment,
  signal: AbortSignal,
): AsyncGenerator<PaymentEvent, void> {
  for (let round = 0; ; round += 1) {
    const finding = await find(effects, pending)
    if (signal.aborted) return
    yield await conclude(effects, pending, finding, round)
    if (isEnd(finding, pending)) return
    await effects.backoff.wait(backoffAfter(round), signal)
    if (signal.aborted) return
  }
}

async function find(effects: PaymentEffects, pending: PendingPayment): Promise<Finding> {
  const { intent, purchase } = pending
  if (purchase) {
    const outcome = await createOrder(effects.call, orderBodyOf(purchase, intent?.id ?? null))
    if (outcome.kind !== 'noOrder') return outcome
    if (!intent) return { kind: 'refused', problem: orderProblem(outcome.message) }
  }
  if (!intent) return { kind: 'foreign' }
  try {
    const params = { paymentIntentId: intent.id }
    const status = await effects.call(payments.getPayment, { params })
    return findingOf(status) ?? (await askProvider(effects, intent))
  } catch (error) {
    return { kind: isTransient(error) ? 'unanswered' : 'foreign' }
  }
}

/** Null if only the provider knows more: the payment is open, or was declined and may be tried again. */
function findingOf(status: PaymentStatus): Finding | null {
  switch (status.state) {
    case 'ticketed':
      return { kind: 'ordered', orderId: status.orderId }
    case 'refund_pending':
    case 'refunded':
    case 'refund_failed':
      return { kind: 'refunded', refund: status }
    case 'failed':
      return status.mayRetry ? null : { kind: 'expired' }
    case 'processing':
      return null
  }
}

/** Our server knows what was settled; the provider also knows why a card was declined. */
async function askProvider(
  effects: PaymentEffects,
  { clientSecret, accountId }: NonNullable<PendingPayment['intent']>,
): Promise<Finding> {
  const provider = await effects.stripe(accountId)
  const { paymentIntent } = await provider.retrievePaymentIntent(clientSecret)
  if (!paymentIntent) return { kind: 'unanswered' }
  const verdict = verdictOnIntent(paymentIntent)
  if (verdict.kind === 'canceled') return { kind: 'expired' }
  return verdict.kind === 'wait' ? { kind: 'waiting', wait: verdict.wait } : verdict
}

/** Turns a finding into an event, after what must be stored or removed before the page shows it. */
async function conclude(
  effects: PaymentEffects,
  pending: PendingPayment,
  finding: Finding,
  round: number,
): Promise<PaymentEvent> {
  switch (finding.kind) {
    case 'ordered':
      if (pending.purchase) await effects.storeOrder(finding.orderId, pending.purchase)
      return { type: 'ordered', orderId: finding.orderId }
    case 'refunded':
      // The record stays, so that a reload shows the refund again and not an expired cart.
      return { type: 'refunded', refund: finding.refund }
    case 'refused':
      effects.pending.remove()
      return { type: 'refused', problem: finding.problem }
    case 'expired':
      effects.pending.remove()
      return { type: 'holdExpired' }
    case 'foreign':
      // With a stored purchase this browser did pay, so the server will learn of it.
      return pending.purchase ? confirming(pending, troubleOf(round)) : { type: 'nothingPending' }
    case 'waiting':
      if (finding.wait !== 'bank') return confirming({ ...pending, isPaid: true }, usualOf(round))
      if (!effects.pending.read()?.isWithBank) {
        effects.pending.save({ ...pending, isWithBank: true })
      }
      return confirming(pending, 'bank')
    case 'unanswered':
      return confirming(pending, troubleOf(round))
  }
}

/** Whether there is nothing more to ask. A refund is followed until the money is back. */
function isEnd(finding: Finding, { purchase }: PendingPayment): boolean {
  switch (finding.kind) {
    case 'waiting':
    case 'unanswered':
      return false
    case 'refunded':
      return finding.refund.state === 'refunded'
    case 'foreign':
      return purchase === null
    default:
      return true
  }
}

const usualOf = (round: number): Wait => (round < SLOW_FROM_ROUND ? 'usual' : 'slow')

const troubleOf = (round: number): Wait => (round < LONG_FROM_ROUND ? usualOf(round) : 'unreached')

const orderProblem = (message: string): PaymentProblem => ({
  title: orderTexts.failedTitle,
  message: message || 'The order could not be made.',
  isCard: false,
})
