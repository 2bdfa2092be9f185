import type { CartView, Client } from '@foyer/contract'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import type { Backoff } from '../../../shared/payment/polling-backoff.ts'
import type { Purchase } from './create-order.ts'
import type { PaymentEvent } from './payment-states.ts'
import type { PendingPayment } from './pending-payment.ts'

/** What the provider needs to charge a total that is not 0. */
export interface CardPayment {
  /** The provider's form, filled in, or the wallet whose sheet is open. */
  elements: StripeElements
  paymentIntentId: string
  clientSecret: string
  /** The organizer's account that it is paid on; absent: the platform's own. */
  accountId?: string | undefined
  /** The wallet that the buyer confirmed the payment in; null for the provider's form. */
  wallet: WalletSheet | null
}

/** A wallet's sheet, open over the page from the buyer's confirmation to the payment's outcome. */
export interface WalletSheet {
  /** 'Apple Pay'. */
  name: string
  /** Ends the sheet with a reason. The provider itself ends it after a payment that it was asked for. */
  fail: (message: string) => void
}

/** The two ways to work on a payment (`pay.ts`). Each yields an event whenever something is known. */
interface PayActions {
  /** From a press of the button on. */
  pay: (
    effects: PaymentEffects,
    purchase: Purchase,
    card: CardPayment | null,
    signal: AbortSignal,
  ) => AsyncIterable<PaymentEvent>
  /** From the record of a payment that may have gone through. */
  finishPayment: (
    effects: PaymentEffects,
    pending: PendingPayment,
    signal: AbortSignal,
  ) => AsyncIterable<PaymentEvent>
}

/**
 * Everything that a payment does outside of its own state. The machine gets it as one object, so
 * that its tests run without a browser, a server or a provider.
 */
export interface PaymentEffects {
  /** Calls our server. */
  call: Client
  /** The provider's script, for the account of a payment; rejects if it cannot be loaded. */
  stripe: (accountId?: string) => Promise<Pick<Stripe, 'confirmPayment' | 'retrievePaymentIntent'>>
  /** Fetches `pay.ts` and the screens that show how a payment ended. Rejects without a connection. */
  payActions: () => Promise<PayActions>
  /** For the texts that name an amount. */
  locale: string
  cart: {
    /** Asks the server for the cart; null if the hold is over or the server does not answer. */
    refresh: () => Promise<CartView | null>
    /** Moves the end of the hold that the page shows (ISO instant). */
    extend: (expiresAt: string) => void
  }
  /** The record of an unresolved payment in this browser. */
  pending: {
    read: () => PendingPayment | null
    save: (pending: PendingPayment) => void
    remove: () => void
  }
  tabs: {
    /** Runs `work` unless another tab has the lock of this cart; resolves to whether it ran. */
    withLock: (work: () => Promise<void>) => Promise<boolean>
    /** Resolves when no tab has the lock; rejects when `signal` aborts. */
    released: (signal: AbortSignal) => Promise<void>
    /** Calls `listener` when another tab begins to pay; the returned function ends that. */
    onOtherTabPays: (listener: () => void) => () => void
  }
  backoff: Backoff
  page: {
    /** Where a bank sends the buyer back to: this page. */
    returnUrl: (accountId?: string) => string
    /** The payment that the address names after a bank's redirect; removes it from the address. */
    takeReturn: () => PendingPayment | null
    reload: () => void
    /**
     * Calls `listener` when the browser restores the page from its cache after the buyer had left
     * it.
     */
    onRestored: (listener: () => void) => () => void
    /** Loads the code of the order's page, without its data. */
    preloadOrderPage: () => void
  }
  /** Completes the purchase, stores the order in this browser and forgets the cart. Never rejects. */
  storeOrder: (orderId: string, purchase: Purchase) => Promise<void>
}
