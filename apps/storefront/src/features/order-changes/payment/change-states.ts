import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'
import type { PaymentProblem } from '../../../shared/payment/payment-problems.ts'
import type { Backoff } from '../../../shared/payment/polling-backoff.ts'
import type { ChangeIntent, PendingChange, RequestedChange } from './pending-change.ts'

type Provider = Pick<Stripe, 'confirmPayment' | 'retrievePaymentIntent'>

/** A card form over the intent of a change. */
export interface CardStep {
  wanted: RequestedChange
  intent: ChangeIntent
  stripe: Stripe
  problem: PaymentProblem | null
}

/**
 * One change of an order, from its quote to its end:
 * quoted -> (holding -> paying -> authorising ->) submitting -> done, refunded or failed.
 * The part in brackets is left out if nothing is due.
 */
export type ChangeState =
  /** The page was just opened and looks for a change that an earlier page began to pay. */
  | { step: 'opening' }
  /** The buyer reads the quote; `problem` says why the last attempt led back here. */
  | { step: 'quoted'; problem: PaymentProblem | null }
  /** The server holds the new tickets and makes a payment intent. */
  | { step: 'holding'; wanted: RequestedChange }
  /** The card form is open. */
  | ({ step: 'paying' } & CardStep)
  /** After the press: the form is checked and the bank asked. The form stays visible. */
  | ({ step: 'authorising' } & CardStep)
  /** The change is being made; if it was paid for, only the server knows how that ends. */
  | { step: 'submitting'; wait: 'usual' | 'bank' | 'unreached'; reference: string | null }
  | { step: 'done'; made: RequestedChange; reference: string | null }
  /** The new tickets were gone when the payment arrived; the old ones are valid. */
  | { step: 'refunded'; message: string }
  /** Refused. `canRetry`: the same change may be tried again. */
  | { step: 'failed'; problem: PaymentProblem; canRetry: boolean }

/** Everything that a change does outside of its own state; tests replace it. */
export interface ChangeEffects {
  /** Holds the new tickets and returns the intent over what is due; the same one while it is held. */
  hold: (request: RequestedChange) => Promise<ChangeIntent>
  /** Makes the change. Rejects with the server's refusal. */
  submit: (request: RequestedChange, intentId: string | null) => Promise<void>
  /** The provider's script. Rejects if it cannot be loaded. */
  stripe: (accountId?: string) => Promise<Stripe>
  /** Asks the bank; a redirect leads back to this page. */
  confirm: (
    provider: Provider,
    elements: StripeElements,
    intent: ChangeIntent,
  ) => Promise<PaymentIntentResult>
  pending: {
    read: () => PendingChange | null
    save: (pending: PendingChange) => void
    remove: () => void
  }
  /**
   * Calls back when the browser shows this page again from its cache, as when a buyer turns back at the
   * bank; the returned function ends that.
   */
  onRestored: (listener: () => void) => () => void
  /** Opens the page on which an interrupted payment is finished. */
  reopen: (pending: PendingChange) => void
  backoff: Backoff
  /** The quote or the order is out of date: reads them again. */
  refresh: () => void
}

export interface ChangeMachine {
  getState: () => ChangeState
  /** Calls `listener` after each change of the state; the returned function ends that. */
  subscribe: (listener: () => void) => () => void
  /** Begins the life of the page: goes on with a change that an earlier page paid for. */
  open: () => () => void
  /** Makes a change that is free; opens the card form for one that is not. Repeated calls do nothing. */
  start: (request: RequestedChange) => void
  /** Pays with the filled-in form, then makes the change. */
  pay: (elements: StripeElements) => void
  /** Tries again after a failure, or asks at once about a payment that is being confirmed. */
  retry: () => void
  /** Back to the quote, for another choice: while it is being held, after a refusal, or with another quote. */
  reset: () => void
}
