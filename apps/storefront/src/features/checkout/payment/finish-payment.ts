import type { CartView, Client } from '@foyer/contract'
import type { Stripe } from '@stripe/stripe-js'
import type { Details } from '../details/details.ts'
import { orderBodyOf } from './order-body.ts'
import { type PaymentEvent, type Verdict, verdictOnIntent } from './payment-flow.ts'
import { type PaymentMark, removeMark } from './payment-mark.ts'
import { type OrderOutcome, placeOrder } from './place-order.ts'

type Provider = Pick<Stripe, 'confirmPayment' | 'retrievePaymentIntent'>
type Ordered = Extract<OrderOutcome, { kind: 'ordered' }>

export interface PaymentTools {
  call: Client
  /** The provider's script; asked for only where it is needed. */
  stripe: () => Promise<Provider>
  report: (event: PaymentEvent) => void
  /** Waits that many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  /** Called once the order exists, before its page opens. Must not throw. */
  onOrdered: (order: Ordered['order'], from: Purchase) => Promise<void>
}

export interface Purchase {
  cart: CartView
  details: Details
}

const STILL_OPEN_PAUSE_MILLISECONDS = 2000
const STILL_OPEN_ATTEMPTS = 30

/**
 * Brings a payment that may have gone through to its end: an order, a refund, or back to the form
 * with the bank's reason. A reload and the return from a bank's page come here too.
 */
export async function finishPayment(tools: PaymentTools, mark: PaymentMark): Promise<void> {
  const { cart, details, paymentIntentId } = mark
  const body = orderBodyOf(cart, details, paymentIntentId)
  for (let attempt = 0; attempt < STILL_OPEN_ATTEMPTS; attempt += 1) {
    const outcome = await placeOrder({ ...tools, onRetry: retryReporter(tools) }, body)
    if (outcome.kind === 'failed') {
      const title = 'Order Creation Failed'
      tools.report({ type: 'stuck', title, message: outcome.message, reference: paymentIntentId })
      return
    }
    if (outcome.kind !== 'unpaid') return conclude(tools, outcome, mark, paymentIntentId)
    // Our server says unpaid: the provider knows why, and whether that is final.
    const verdict = await askProvider(tools, mark.clientSecret)
    if (verdict.kind === 'refused' || verdict.kind === 'canceled') {
      removeMark(cart.cartId)
      tools.report(
        verdict.kind === 'refused' ? { ...verdict, type: 'refused' } : { type: 'holdLapsed' },
      )
      return
    }
    await tools.wait(STILL_OPEN_PAUSE_MILLISECONDS)
  }
  tools.report({
    type: 'stuck',
    title: 'Your bank is still confirming',
    message: 'This can take a while. Your tickets are sent by email as soon as the bank answers.',
    reference: paymentIntentId,
  })
}

/** Tells the page how an order call ended that needs no further question. */
export async function conclude(
  tools: PaymentTools,
  outcome: Extract<OrderOutcome, { kind: 'ordered' | 'refunded' | 'lapsed' }>,
  purchase: Purchase,
  reference: string | null,
): Promise<void> {
  if (outcome.kind === 'ordered') await tools.onOrdered(outcome.order, purchase)
  removeMark(purchase.cart.cartId)
  switch (outcome.kind) {
    case 'ordered':
      return tools.report({ type: 'ordered', orderId: outcome.orderId })
    case 'refunded':
      return tools.report({ type: 'refunded', reference })
    case 'lapsed':
      return tools.report({ type: 'holdLapsed' })
  }
}

export const retryReporter =
  ({ report }: Pick<PaymentTools, 'report'>) =>
  (attempt: number): void =>
    report({ type: 'retrying', attempt })

// A provider out of reach is no verdict: the next round asks again.
async function askProvider(tools: PaymentTools, clientSecret: string): Promise<Verdict> {
  try {
    const stripe = await tools.stripe()
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
    return paymentIntent ? verdictOnIntent(paymentIntent) : { kind: 'wait' }
  } catch {
    return { kind: 'wait' }
  }
}
