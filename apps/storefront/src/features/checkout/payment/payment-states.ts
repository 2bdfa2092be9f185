import type { PaymentStatus } from '@foyer/contract'

/**
 * The way of one payment, as data. Two rules stand here and nowhere else: a clock that runs out
 * never ends a payment under way, and money that moved always ends in an order or a refund.
 */

/** Shown above the payment form; `isCard` also brings the focus back to it. */
export interface PaymentProblem {
  title: string
  message: string
  /** What to do next, where there is more to say than to try again. */
  advice?: string
  isCard: boolean
}

/** What a payment that is not at its end waits for. */
export type Wait =
  /** The first seconds, in which nearly all end. */
  | 'usual'
  | 'slow'
  /** The bank takes its time: minutes, or with a debit days. */
  | 'bank'
  /** Our server stays away. */
  | 'unreached'

/** A payment on its way. */
export interface PaymentUnderWay {
  wait: Wait
  /** The provider said that it has the money. */
  isPaid: boolean
  /** The provider's name of the payment; null where nothing is to be paid. */
  reference: string | null
}

/** Money on its way back, there, or sent back by the bank, because the places were gone. */
export type Refund = Extract<
  PaymentStatus,
  { state: 'refund_pending' | 'refunded' | 'refund_failed' }
>

export type PaymentState =
  /** The page has just come: whether an earlier payment is under way has still to be looked up. */
  | { step: 'opening' }
  /** The buyer fills in the form, perhaps after a refusal. */
  | { step: 'filling'; problem: PaymentProblem | null }
  /** Pressed: the form is checked, the hold extended, the bank asked. The form stays up. */
  | { step: 'authorising' }
  /** The bank may have the money: the order is being made, whatever it takes. */
  | ({ step: 'confirming' } & PaymentUnderWay)
  /** Another tab of this browser is paying this cart. */
  | { step: 'elsewhere' }
  | { step: 'refunded'; refund: Refund }
  | { step: 'expired' }
  /** The order exists and its page is about to open. */
  | { step: 'done'; orderId: string; reference: string | null }

export type PaymentEvent =
  | { type: 'submitted' }
  | ({ type: 'confirming' } & PaymentUnderWay)
  | { type: 'refused'; problem: PaymentProblem }
  | { type: 'refunded'; refund: Refund }
  | { type: 'elsewhere' }
  /** Nothing was under way after all: neither in another tab nor at the provider. */
  | { type: 'idle' }
  /** This device's countdown reached 0. */
  | { type: 'timeRanOut' }
  /** The server said that the hold is gone. */
  | { type: 'holdLapsed' }
  | { type: 'heldAgain' }
  | { type: 'ordered'; orderId: string }

/** Which events count in which step; any other is out of date and changes nothing. */
const ACCEPTED_EVENTS: Readonly<Record<PaymentState['step'], readonly PaymentEvent['type'][]>> = {
  opening: ['idle', 'confirming', 'elsewhere', 'ordered'],
  filling: [
    'submitted',
    'confirming',
    'refused',
    'elsewhere',
    'timeRanOut',
    'holdLapsed',
    'ordered',
  ],
  authorising: ['refused', 'confirming', 'elsewhere', 'holdLapsed', 'ordered'],
  confirming: ['confirming', 'refused', 'refunded', 'elsewhere', 'idle', 'holdLapsed', 'ordered'],
  elsewhere: ['confirming', 'idle', 'holdLapsed', 'ordered'],
  refunded: ['refunded', 'heldAgain', 'ordered'],
  expired: ['heldAgain', 'confirming', 'elsewhere', 'ordered'],
  done: [],
}

/** A payment left with its provider, as an event: it is on its way until somebody knows better. */
export const underway = (
  { intent, isPaid }: { intent: { id: string } | null; isPaid: boolean },
  wait: Wait,
): PaymentEvent => ({ type: 'confirming', wait, isPaid, reference: intent?.id ?? null })

export const OPENING: PaymentState = { step: 'opening' }

export const FILLING: PaymentState = { step: 'filling', problem: null }

export function nextState(state: PaymentState, event: PaymentEvent): PaymentState {
  if (!ACCEPTED_EVENTS[state.step].includes(event.type)) return state
  switch (event.type) {
    case 'submitted':
      return { step: 'authorising' }
    case 'confirming':
      return {
        step: 'confirming',
        wait: event.wait,
        isPaid: event.isPaid,
        reference: event.reference,
      }
    case 'refused':
      return { step: 'filling', problem: event.problem }
    case 'refunded':
      return { step: 'refunded', refund: event.refund }
    case 'elsewhere':
      return { step: 'elsewhere' }
    case 'timeRanOut':
    case 'holdLapsed':
      return { step: 'expired' }
    case 'idle':
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

/** A payment is under way, here or in another tab: the form is locked and no clock ends it. */
export const isUnderWay = ({ step }: PaymentState): boolean =>
  step === 'authorising' || step === 'confirming' || step === 'elsewhere'
