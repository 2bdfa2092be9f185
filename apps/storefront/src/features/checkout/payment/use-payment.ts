import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useNavigate } from '../../../routing/hooks.ts'
import { paths } from '../../../routing/paths.ts'
import { paymentTexts } from '../../../shared/purchase-text.ts'
import { fetchPaying } from '../lazy-parts.tsx'
import type { PaymentTools } from './finish-payment.ts'
import {
  nextState,
  OPENING,
  type PaymentEvent,
  type PaymentState,
  underway,
} from './payment-states.ts'
import {
  onPaymentInOtherTab,
  type PendingPayment,
  pendingFromReturn,
  readPendingPayment,
} from './pending-payment.ts'
import { createBackoff } from './polling-backoff.ts'
import { tabLockReleased, withTabLock } from './tab-lock.ts'

export interface PaymentControls {
  payment: PaymentState
  report: (event: PaymentEvent) => void
  /** Does one payment's work, unless this tab or another is at one already. */
  run: (work: (tools: PaymentTools) => Promise<void>) => void
  /** Asks at once instead of when the pause is over. */
  retry: () => void
  /** A bank's page led here: the address said so. */
  isReturn: boolean
}

interface PaymentInput {
  cartId: string
  tools: Omit<PaymentTools, 'report' | 'wait' | 'signal'>
  /** Looks at the cart anew before the page is told what has changed it; answers what to tell. */
  lookFirst: (event: PaymentEvent) => Promise<PaymentEvent>
}

/** After these the cart is not what the page believes: expired, held again, or bought. */
const CHANGES_CART: readonly PaymentEvent['type'][] = ['holdLapsed', 'refunded', 'idle']

/** The one payment of a page: begun here, found under way after a reload, or followed in another tab. */
export function usePayment({ cartId, tools, lookFirst }: PaymentInput): PaymentControls {
  const navigate = useNavigate()
  const [payment, dispatch] = useReducer(nextState, OPENING)
  const [pauses] = useState(createBackoff)
  const [isReturn, setReturn] = useState(false)
  const isRunning = useRef(false)
  const life = useRef(new AbortController())

  const report = (event: PaymentEvent) => {
    if (!CHANGES_CART.includes(event.type)) return dispatch(event)
    void lookFirst(event).then(dispatch)
  }

  const toolsNow = (): PaymentTools => {
    const { signal } = life.current
    return { ...tools, report, signal, wait: (time) => pauses.wait(time, signal) }
  }

  /** Answers the work that is left of a payment. Says that it is under way before the lock is had. */
  const takeUp = (mark: PendingPayment) => {
    dispatch(underway(mark, 'usual'))
    return async (own: PaymentTools) => {
      const { finishPayment } = await fetchPaying()
      await finishPayment(own, mark)
    }
  }

  const takeUpMarked = () => {
    const mark = readPendingPayment(cartId)
    return mark && takeUp(mark)
  }

  /** Single flight: a state update comes a render too late to stop a double click. */
  const start = async (work: (tools: PaymentTools) => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    const own = toolsNow()
    try {
      let next: typeof work | null = work
      while (next) {
        const now = next
        if (await withTabLock(cartId, () => now(own))) return
        next = await followOtherTab(own)
      }
    } catch (error) {
      if (own.signal.aborted) return
      console.error(error)
      reportUnexpected()
    } finally {
      isRunning.current = false
    }
  }

  /** Answers what is left to do here once the other tab is done: closed in the middle, it left its mark. */
  const followOtherTab = async ({ signal }: PaymentTools) => {
    dispatch({ type: 'elsewhere' })
    await tabLockReleased(cartId, signal)
    const left = takeUpMarked()
    if (!left) report({ type: 'idle' })
    return left
  }

  const reportUnexpected = () => {
    const mark = readPendingPayment(cartId)
    const problem = { title: paymentTexts.failedTitle, message: paymentTexts.unexpected }
    dispatch(
      mark
        ? underway(mark, 'unreached')
        : { type: 'refused', problem: { ...problem, isCard: false } },
    )
  }

  const resume = useEffectEvent(() => {
    const marked = takeUpMarked()
    const returned = pendingFromReturn(location.search, cartId)
    if (returned) {
      setReturn(true)
      // The provider's words have no place in the history, nor in what a reload repeats.
      void navigate({ ...paths.checkout(cartId), replace: true })
    }
    const work = marked ?? (returned && takeUp(returned))
    if (work) void start(work)
    else dispatch({ type: 'idle' })
  })
  useEffect(() => {
    const controller = new AbortController()
    life.current = controller
    resume()
    return () => controller.abort()
  }, [])

  // A tab that slept hears of it late: where nobody pays any more, the cart is looked at anew.
  const follow = useEffectEvent(() => void start(async (own) => own.report({ type: 'idle' })))
  useEffect(() => onPaymentInOtherTab(cartId, () => follow()), [cartId])

  // Back from a bank's page into a page that the browser kept as it was: its call never ends.
  useEffect(() => {
    const lookAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted && readPendingPayment(cartId)) location.reload()
    }
    window.addEventListener('pageshow', lookAgain)
    return () => window.removeEventListener('pageshow', lookAgain)
  }, [cartId])

  return {
    payment,
    report,
    run: (work) => void start(work),
    retry: () => {
      if (isRunning.current) return pauses.wake()
      const marked = takeUpMarked()
      if (marked) void start(marked)
    },
    isReturn,
  }
}
