import { type Client, checkout, type PaymentStatus } from '@foyer/contract'
import type { Stripe } from '@stripe/stripe-js'
import { orderTexts } from '../../../shared/purchase-text.ts'
import { isTransient } from '../transient-failure.ts'
import { verdictOnIntent } from './declines.ts'
import {
  type PaymentEvent,
  type PaymentProblem,
  type Refund,
  underway,
  type Wait,
} from './payment-states.ts'
import { type PendingPayment, removePendingPayment } from './pending-payment.ts'
import { orderBodyOf, placeOrder } from './place-order.ts'
import { backoffAfter, LONG_FROM_ROUND, SLOW_FROM_ROUND } from './polling-backoff.ts'

type Provider = Pick<Stripe, 'confirmPayment' | 'retrievePaymentIntent'>

export interface PaymentTools {
  call: Client
  /** The provider's script; asked for only where it is needed. */
  stripe: () => Promise<Provider>
  report: (event: PaymentEvent) => void
  /** Waits that many milliseconds, or less where asking again is worth it sooner. */
  wait: (milliseconds: number) => Promise<void>
  /** Ends with the page: nobody is there to be told any more. */
  signal: AbortSignal
  /** Called once the order exists, before its page opens. Must not throw. */
  onOrdered: (orderId: string, purchase: PendingPayment['purchase']) => Promise<void>
}

/** What is known of a payment after one round of questions. */
type Known =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'refunded'; refund: Refund }
  | { kind: 'refused'; problem: PaymentProblem }
  /** The hold is over and nothing was, or will be, charged. */
  | { kind: 'lapsed' }
  /** Not a payment of this browser. */
  | { kind: 'foreign' }
  /** For the bank; or, as the money is there, for our own server. */
  | { kind: 'waiting'; wait: 'usual' | 'bank' }
  | { kind: 'unanswered' }

/**
 * Brings a payment that may have gone through to its end: an order, a refund, or back to the form
 * with the bank's reason. Asks for as long as the page is open, ever less often. A reload and the
 * return from a bank's page come here too.
 */
export async function finishPayment(tools: PaymentTools, mark: PendingPayment): Promise<void> {
  for (let round = 0; ; round += 1) {
    const known = await ask(tools, mark)
    if (tools.signal.aborted || (await conclude(tools, mark, known, round))) return
    await tools.wait(backoffAfter(round))
    if (tools.signal.aborted) return
  }
}

async function ask(tools: PaymentTools, mark: PendingPayment): Promise<Known> {
  const { intent, purchase } = mark
  if (purchase) {
    const outcome = await placeOrder(tools.call, orderBodyOf(purchase, intent?.id ?? null))
    if (outcome.kind !== 'noOrder') return outcome
    if (!intent) return { kind: 'refused', problem: orderProblem(outcome.message) }
  }
  if (!intent) return { kind: 'foreign' }
  try {
    const status = await tools.call(checkout.getPayment, {
      params: { paymentIntentId: intent.id },
    })
    return knownFrom(status) ?? (await askProvider(tools, intent.clientSecret))
  } catch (error) {
    return isTransient(error) ? { kind: 'unanswered' } : { kind: 'foreign' }
  }
}

/** Null where only the provider can say: it is still open, or was declined before. */
function knownFrom(status: PaymentStatus): Known | null {
  switch (status.state) {
    case 'ticketed':
      return { kind: 'ordered', orderId: status.orderId }
    case 'refund_pending':
    case 'refunded':
    case 'refund_failed':
      return { kind: 'refunded', refund: status }
    case 'failed':
      return status.mayRetry ? null : { kind: 'lapsed' }
    case 'processing':
      return null
  }
}

/** Our server knows what was settled; why a card was declined, and since when, the provider does. */
async function askProvider(tools: PaymentTools, clientSecret: string): Promise<Known> {
  const stripe = await tools.stripe()
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
  if (!paymentIntent) return { kind: 'unanswered' }
  const verdict = verdictOnIntent(paymentIntent)
  if (verdict.kind === 'canceled') return { kind: 'lapsed' }
  return verdict.kind === 'wait' ? { kind: 'waiting', wait: verdict.wait } : verdict
}

/** Tells the page, and answers whether that was the end. */
async function conclude(
  { report, onOrdered }: PaymentTools,
  { cartId, intent, isPaid, purchase }: PendingPayment,
  known: Known,
  round: number,
): Promise<boolean> {
  const confirming = (wait: Wait) => report(underway({ intent, isPaid }, wait))
  switch (known.kind) {
    case 'ordered':
      await onOrdered(known.orderId, purchase)
      report({ type: 'ordered', orderId: known.orderId })
      return true
    case 'refunded':
      // The mark stays: a reload shall tell of the refund again, not of an expired cart.
      report({ type: 'refunded', refund: known.refund })
      return known.refund.state === 'refunded'
    case 'refused':
      removePendingPayment(cartId)
      report({ type: 'refused', problem: known.problem })
      return true
    case 'lapsed':
      removePendingPayment(cartId)
      report({ type: 'holdLapsed' })
      return true
    case 'foreign':
      if (purchase) {
        confirming(troubleOf(round))
        return false
      }
      report({ type: 'idle' })
      return true
    case 'waiting':
      if (known.wait === 'bank') confirming('bank')
      else report(underway({ intent, isPaid: true }, usualOf(round)))
      return false
    case 'unanswered':
      confirming(troubleOf(round))
      return false
  }
}

const usualOf = (round: number): Wait => (round < SLOW_FROM_ROUND ? 'usual' : 'slow')

const troubleOf = (round: number): Wait => (round < LONG_FROM_ROUND ? usualOf(round) : 'unreached')

const orderProblem = (message: string): PaymentProblem => ({
  title: orderTexts.failedTitle,
  message: message || 'The order could not be made.',
  isCard: false,
})
