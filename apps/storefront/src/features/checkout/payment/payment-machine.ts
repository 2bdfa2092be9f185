import { ofWallet, UNREACHED } from '../../../shared/payment/payment-problems.ts'
import { backoffAfter } from '../../../shared/payment/polling-backoff.ts'
import { paymentTexts } from '../../../shared/purchase-text.ts'
import type { Purchase } from './create-order.ts'
import type { CardPayment, PaymentEffects, WalletSheet } from './payment-effects.ts'
import {
  confirming,
  isInProgress,
  nextState,
  OPENING,
  type PaymentEvent,
  type PaymentState,
} from './payment-states.ts'
import type { PendingPayment } from './pending-payment.ts'

/**
 * The one payment of a cart's page. React reads it through `useSyncExternalStore`; everything it
 * does outside of its own state goes through {@link PaymentEffects}.
 *
 * A payment is worked on by a generator (`pay.ts`, `finish-payment.ts`), which yields an event
 * whenever something is known. The machine applies each event by the table of `payment-states.ts`.
 */
export interface PaymentMachine {
  getState: () => PaymentState
  /** Calls `listener` after each change of the state; the returned function ends that. */
  subscribe: (listener: () => void) => () => void
  /**
   * Begins the life of the page: resumes a payment that an earlier page left, and follows payments
   * of other tabs. The returned function ends it.
   */
  open: () => () => void
  /** Pays and orders; `card` is null if nothing is to be paid. Does nothing unless the form is open. */
  pay: (purchase: Purchase, card: CardPayment | null) => void
  /** Asks at once about a payment that is being confirmed, instead of at the end of the pause. */
  retry: () => void
  /** The countdown of this device reached 0. The server decides whether the hold is over. */
  endCountdown: () => void
  /** The cart has a new hold: opens the form again after an expired hold or a refund. */
  payNewHold: () => void
  /** The buyer was sent here by a bank's page. */
  isReturn: () => boolean
}

/** One payment's work; it ends early when `signal` aborts. */
type Work = (signal: AbortSignal) => AsyncIterable<PaymentEvent>

/** Shown by the sheet of a wallet whose payment was not begun; the page shows the reason. */
const NOT_PAID = 'Nothing was charged.'

/** After these events the cart may have changed, so it is read again before they are applied. */
const CHANGES_CART: readonly PaymentEvent['type'][] = ['holdExpired', 'refunded', 'nothingPending']

export function createPaymentMachine(effects: PaymentEffects): PaymentMachine {
  const { cart, pending, tabs, backoff, page } = effects
  const listeners = new Set<() => void>()
  let state = OPENING
  let life = new AbortController()
  let isWorking = false
  let isReturn = false
  /** The wallet's sheet that is open over the form. */
  let sheet: WalletSheet | null = null

  const move = (event: PaymentEvent): void => {
    const next = nextState(state, event)
    if (next === state) return
    const before = state
    state = next
    if (before.step === 'authorising') endSheet(next)
    for (const listener of listeners) listener()
  }

  /** The provider itself ends the sheet of a payment that it was asked to confirm; otherwise the page does. */
  const endSheet = (next: PaymentState): void => {
    // 'confirming' follows the provider's answer; 'done' is the order of another tab.
    if (next.step !== 'confirming') {
      const problem = next.step === 'filling' ? next.problem : null
      sheet?.fail(problem?.message ?? NOT_PAID)
    }
    sheet = null
  }

  /** Reads the cart first if it may have changed: a hold also ends when its cart is bought. */
  const apply = async (event: PaymentEvent): Promise<void> => {
    if (!CHANGES_CART.includes(event.type)) return move(event)
    const fresh = await cart.refresh()
    move(fresh?.orderId ? { type: 'ordered', orderId: fresh.orderId } : event)
  }

  /** Runs one work at a time: within this tab by a flag, between tabs by their lock. */
  const run = async (first: Work): Promise<void> => {
    if (isWorking) return
    isWorking = true
    const { signal } = life
    try {
      let work: Work | null = first
      while (work) {
        const events: AsyncIterable<PaymentEvent> = work(signal)
        if (await tabs.withLock(() => applyAll(events, signal))) return
        work = await followOtherTab(signal)
      }
    } catch (error) {
      if (signal.aborted) return
      console.error(error)
      moveAfterFailure()
    } finally {
      isWorking = false
    }
  }

  const applyAll = async (events: AsyncIterable<PaymentEvent>, signal: AbortSignal) => {
    for await (const event of events) {
      await apply(event)
      if (signal.aborted) return
    }
  }

  /** Waits for the other tab. Returns the work it left: a tab closed in the middle leaves its record. */
  const followOtherTab = async (signal: AbortSignal): Promise<Work | null> => {
    move({ type: 'otherTabPays' })
    await tabs.released(signal)
    const left = pending.read()
    if (left) return resume(left)
    await apply({ type: 'nothingPending' })
    return null
  }

  /** Shows the payment as under way at once, before the lock of the tabs is granted. */
  const resume = (left: PendingPayment): Work => {
    move(confirming(left, left.isWithBank ? 'bank' : 'usual'))
    return async function* finish(signal) {
      for (let round = 0; !signal.aborted; round += 1) {
        const actions = await effects.payActions().catch(() => null)
        if (actions) return yield* actions.finishPayment(effects, left, signal)
        yield confirming(left, 'unreached')
        await backoff.wait(backoffAfter(round), signal)
      }
    }
  }

  /** After a mistake in the code or a browser that fails: an unresolved payment is never dropped. */
  const moveAfterFailure = (): void => {
    const left = pending.read()
    const { failedTitle: title, unexpected: message } = paymentTexts
    if (left) move(confirming(left, 'unreached'))
    else move({ type: 'refused', problem: { title, message, isCard: false } })
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isReturn: () => isReturn,

    open: () => {
      life = new AbortController()
      const stops = [
        tabs.onOtherTabPays(() => {
          void run(async function* follow(signal) {
            // The other tab is done already, as when this tab slept meanwhile, or it was closed in the
            // middle and left its record.
            const left = pending.read()
            if (left) yield* resume(left)(signal)
            else yield { type: 'nothingPending' }
          })
        }),
        // A page restored from the browser's cache waits for a call that never ends.
        page.onRestored(() => {
          if (pending.read()) page.reload()
        }),
        () => life.abort(),
      ]
      const returned = page.takeReturn()
      isReturn = returned !== null
      const left = pending.read() ?? returned
      if (left) void run(resume(left))
      else move({ type: 'nothingPending' })
      return () => {
        for (const stop of stops) stop()
      }
    },

    pay: (purchase, card) => {
      const wallet = card?.wallet ?? null
      if (state.step !== 'filling' || isWorking) return wallet?.fail(NOT_PAID)
      page.preloadOrderPage()
      sheet = wallet
      // Before the lock of the tabs is granted: from now on no countdown may end the payment.
      move({ type: 'submitted', wallet: wallet?.name ?? null })
      void run(async function* submit(signal) {
        // While this tab waited for the lock, another one may have begun to pay and been closed.
        const left = pending.read()
        if (left) {
          wallet?.fail(NOT_PAID)
          return yield* resume(left)(signal)
        }
        // The bank is asked only when everything that can show its answer has been fetched.
        const actions = await effects.payActions().catch(() => null)
        if (actions) yield* actions.pay(effects, purchase, card, signal)
        else
          yield { type: 'refused', problem: wallet ? ofWallet(UNREACHED, wallet.name) : UNREACHED }
      })
    },

    retry: () => {
      if (isWorking) return backoff.wake()
      const left = pending.read()
      if (left) void run(resume(left))
    },

    endCountdown: async () => {
      if (isInProgress(state)) return
      const fresh = await cart.refresh()
      if (fresh?.orderId) return
      const isOver = !fresh || Date.parse(fresh.expiresAt) <= Date.parse(fresh.serverTime)
      if (isOver) move({ type: 'countdownEnded' })
    },

    payNewHold: () => {
      // The record of the refunded payment was left so that a reload shows the refund again.
      if (state.step === 'refunded') pending.remove()
      move({ type: 'heldAgain' })
    },
  }
}
