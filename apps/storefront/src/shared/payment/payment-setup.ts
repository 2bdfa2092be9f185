import type { Stripe } from '@stripe/stripe-js'
import type { SetupProblem } from './payment-problems.ts'

/** What the payment form needs to be drawn. */
export type PaymentSetup =
  | { kind: 'loading' }
  /** The total is 0: no card is needed. */
  | { kind: 'free' }
  | { kind: 'blocked'; problem: SetupProblem; retry: () => void }
  | CardSetup

export interface CardSetup {
  kind: 'ready'
  stripe: Stripe
  clientSecret: string
  paymentIntentId: string
  /** The organizer's account that it is paid on; absent: the platform's own. */
  accountId?: string | undefined
  /** Changes when the intent gets another total: then the card form reads the intent again. */
  revision: number
  /** The provider's form is ready to be filled in. */
  isFormReady: boolean
  /** Takes the client secret of the intent whose form is ready; null when that form is removed. */
  setFormReady: (clientSecret: string | null) => void
  /** False while the button must wait: the form loads, or the intent does not have the new total yet. */
  isCurrent: boolean
}
