import type { PaymentStatus } from '@foyer/contract'
import type { PaymentProblem } from '../../../shared/payment/payment-problems.ts'
import type { PendingPayment } from './pending-payment.ts'

/**
 * The states of one payment and what leads from one to the next, as data. Two rules are enforced
 * here and nowhere else: a countdown never ends a payment that is under way, and money that moved
 * always ends in an order or a refund.
 */

/** What an unresolved payment is waiting for. */
export type Wait =
  /** The first seconds, in which nearly every payment ends. */
  | 'usual'
  | 'slow'
  /** The bank needs minutes, or days for a debit from a bank account. */
  | 'bank'
  /** Our server does not answer. */
  | 'unreached'

export interface PaymentInProgress {
  wait: Wait
  /** The provider said that it has the money. */
  isPaid: boolean
  /** The id of the provider's payment intent; null if nothing is to be paid. */
  reference: string | null
}

/** The money is on its way back, has arrived, or was returned to us by the bank. */
export type Refund = Extract<
  PaymentStatus,
  { state: 'refund_pending' | 'refunded' | 'refund_failed' }
>

export type PaymentState =
  /** The page was just opened and looks for a payment that an earlier page began. */
  | { step: 'opening' }
  /** The buyer fills in the form; `problem` is the refusal of the last attempt. */
  | { step: 'filling'; problem: PaymentProblem | null }
  /**
   * After the press: the form is checked, the hold extended, the bank asked. The form stays visible.
   * `wallet` is the wallet whose sheet is open over it.
   */
  | { step: 'authorising'; wallet: string | null }
  /** The bank may have the money. Only an order, a refund or the bank's refusal ends this step. */
  | ({ step: 'confirming' } & PaymentInProgress)
  /** Another tab of this browser is paying this cart. */
  | { step: 'otherTab' }
  | { step: 'refunded'; refund: Refund }
  | { step: 'expired' }
  /** The order exists; its page opens next. */
  | { step: 'done'; orderId: string; reference: string | null }

export type PaymentEvent =
  | { type: 'submitted'; wallet: string | null }
  | ({ type: 'confirming' } & PaymentInProgress)
  | { type: 'refused'; problem: PaymentProblem }
  | { type: 'refunded'; refund: Refund }
  | { type: 'otherTabPays' }
  /** No payment is under way: neither in this tab, nor in another one, nor at the provider. */
  | { type: 'nothingPending' }
  /** The countdown of this device reached 0, and the server agrees that the hold is over. */
  | { type: 'countdownEnded' }
  /** The server refused because the hold has expired. */
  | { type: 'holdExpired' }
  | { type: 'heldAgain' }
  | { type: 'ordered'; orderId: string }

/** The events that each step accepts. Any other event comes too late and changes nothing. */
const ACCEPTED_EVENTS: Readonly<Record<PaymentState['step'], readonly PaymentEvent['type'][]>> = {
  opening: ['nothingPending', 'confirming', 'otherTabPays', 'ordered'],
  filling: [
    'submitted',
    'confirming',
    'refused',
    'otherTabPays',
    'countdownEnded',
    'holdExpired',
    'ordered',
  ],
  authorising: ['refused', 'confirming', 'otherTabPays', 'holdExpired', 'ordered'],
  confirming: [
    'confirming',
    'refused',
    'refunded',
    'otherTabPays',
    'nothingPending',
    'holdExpired',
    'ordered',
  ],
  otherTab: ['confirming', 'nothingPending', 'holdExpired', 'ordered'],
  refunded: ['refunded', 'heldAgain', 'ordered'],
  expired: ['heldAgain', 'confirming', 'otherTabPays', 'ordered'],
  done: [],
}

export const OPENING: PaymentState = { step: 'opening' }

export const FILLING: PaymentState = { step: 'filling', problem: null }

/** Returns the same object if the event changes nothing. */
export function nextState(state: PaymentState, event: PaymentEvent): PaymentState {
  if (!ACCEPTED_EVENTS[state.step].includes(event.type)) return state
  switch (event.type) {
    case 'submitted':
      return { step: 'authorising', wallet: event.wallet }
    case 'confirming': {
      const { wait, isPaid, reference } = event
      return { step: 'confirming', wait, isPaid, reference }
    }
    case 'refused':
      return { step: 'filling', problem: event.problem }
    case 'refunded':
      return { step: 'refunded', refund: event.refund }
    case 'otherTabPays':
      return { step: 'otherTab' }
    case 'countdownEnded':
    case 'holdExpired':
      return { step: 'expired' }
    case 'nothingPending':
    case 'heldAgain':
      return FILLING
    case 'ordered':
      return {
        step: 'done',
        orderId: event.orderId,
        reference: state.step === 'confirming' ? state.reference : null,
      }
  }
}

/** The event that shows a pending payment as being confirmed. */
export const confirming = ({ intent, isPaid }: PendingPayment, wait: Wait): PaymentEvent => ({
  type: 'confirming',
  wait,
  isPaid,
  reference: intent?.id ?? null,
})

/** A payment is under way, in this tab or another one: the form is locked and no countdown ends it. */
export const isInProgress = ({ step }: PaymentState): boolean =>
  step === 'authorising' || step === 'confirming' || step === 'otherTab'
