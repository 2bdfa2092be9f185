import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

/**
 * The way of one payment, as data. Two rules stand here and nowhere else: a clock that runs out
 * never ends a payment under way, and money that moved always ends in an order or a refund.
 */

/** Shown above the card form; `isCard` also brings the focus back to the card. */
export interface PaymentProblem {
  title: string
  message: string
  isCard: boolean
}

export type PaymentState =
  /** The buyer fills in the form, perhaps after a refusal. */
  | { step: 'filling'; problem: PaymentProblem | null }
  /** Pressed: the form is checked, the hold extended, the bank asked. The card form stays up. */
  | { step: 'authorising' }
  /** The bank may have the money: the order is being made, whatever it takes. */
  | { step: 'confirming'; attempt: number }
  /** Paid, and our server could not be reached: the reference is all the buyer needs. */
  | { step: 'stuck'; title: string; message: string; reference: string | null }
  /** Paid too late for the last places: the money is on its way back. */
  | { step: 'refunded'; reference: string | null }
  | { step: 'expired' }
  | { step: 'done'; orderId: string }

export type PaymentEvent =
  | { type: 'submitted' }
  | { type: 'resumed' }
  | { type: 'refused'; problem: PaymentProblem }
  | { type: 'retrying'; attempt: number }
  | { type: 'stuck'; title: string; message: string; reference: string | null }
  | { type: 'refunded'; reference: string | null }
  /** This device's countdown reached 0. */
  | { type: 'timeRanOut' }
  /** The server said that the hold is gone. */
  | { type: 'holdLapsed' }
  | { type: 'heldAgain' }
  | { type: 'ordered'; orderId: string }

/** Which events count in which step; any other is out of date and changes nothing. */
const HEARD: Readonly<Record<PaymentState['step'], readonly PaymentEvent['type'][]>> = {
  filling: ['submitted', 'resumed', 'refused', 'timeRanOut', 'holdLapsed', 'ordered'],
  authorising: ['refused', 'resumed', 'stuck', 'holdLapsed', 'ordered'],
  confirming: ['retrying', 'refused', 'stuck', 'refunded', 'holdLapsed', 'ordered'],
  stuck: ['resumed'],
  refunded: [],
  expired: ['heldAgain', 'resumed', 'ordered'],
  done: [],
}

export const FILLING: PaymentState = { step: 'filling', problem: null }

export function nextState(state: PaymentState, event: PaymentEvent): PaymentState {
  if (!HEARD[state.step].includes(event.type)) return state
  switch (event.type) {
    case 'submitted':
      return { step: 'authorising' }
    case 'resumed':
      return { step: 'confirming', attempt: 0 }
    case 'retrying':
      return { step: 'confirming', attempt: event.attempt }
    case 'refused':
      return { step: 'filling', problem: event.problem }
    case 'timeRanOut':
    case 'holdLapsed':
      return { step: 'expired' }
    case 'heldAgain':
      return FILLING
    case 'stuck':
      return {
        step: 'stuck',
        title: event.title,
        message: event.message,
        reference: event.reference,
      }
    case 'refunded':
      return { step: 'refunded', reference: event.reference }
    case 'ordered':
      return { step: 'done', orderId: event.orderId }
  }
}

/** A payment is under way: the form is locked and no clock ends it. */
export const isUnderWay = ({ step }: PaymentState): boolean =>
  step === 'authorising' || step === 'confirming'

export const declined = (message: string | undefined): PaymentProblem => ({
  title: 'Payment Failed',
  message: message || 'Payment failed',
  isCard: true,
})

export type Verdict =
  /** Paid or nearly so: our server can say. */
  | { kind: 'ask_server' }
  | { kind: 'wait' }
  | { kind: 'refused'; problem: PaymentProblem }
  | { kind: 'canceled' }

// Errors after which nobody but the provider knows whether the card was charged.
const UNKNOWN_OUTCOMES: readonly string[] = [
  'api_connection_error',
  'api_error',
  'rate_limit_error',
  'idempotency_error',
]

/** What the provider's answer to a confirmation means. */
export function verdictOnConfirmation(result: {
  error?: StripeError | undefined
  paymentIntent?: Pick<PaymentIntent, 'status'> | undefined
}): Verdict {
  const { error } = result
  const status = result.paymentIntent?.status ?? error?.payment_intent?.status
  if (status === 'succeeded' || status === 'processing') return { kind: 'ask_server' }
  if (error && !UNKNOWN_OUTCOMES.includes(error.type)) {
    return { kind: 'refused', problem: declined(error.message) }
  }
  return { kind: 'ask_server' }
}

/** What an intent says that our server calls unpaid: after a reload, a redirect or a lost answer. */
export function verdictOnIntent(
  intent: Pick<PaymentIntent, 'status' | 'last_payment_error'>,
): Verdict {
  switch (intent.status) {
    case 'succeeded':
    case 'processing':
    case 'requires_capture':
      return { kind: 'wait' }
    case 'canceled':
      return { kind: 'canceled' }
    case 'requires_action':
    case 'requires_confirmation':
      return {
        kind: 'refused',
        problem: declined(
          "Your bank's check was not finished, so nothing was charged. Please pay again.",
        ),
      }
    case 'requires_payment_method':
      return { kind: 'refused', problem: declined(intent.last_payment_error?.message) }
  }
}
