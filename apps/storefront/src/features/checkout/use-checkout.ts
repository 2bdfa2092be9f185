import type { CartView } from '@foyer/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useApp } from '../../app-context.tsx'
import type { Details } from './details/details.ts'
import { readDetails } from './details/saved-details.ts'
import type { HoldChange } from './hold/hold-again.ts'
import type { CartHold } from './hold/read-hold.ts'
import { useCartHold } from './hold/use-cart-hold.ts'
import { keepOrder } from './keep-order.ts'
import type { CardHandle } from './payment/card-form.tsx'
import { finishPayment, type PaymentTools } from './payment/finish-payment.ts'
import { completeFreeOrder, payByCard } from './payment/pay.ts'
import { FILLING, isUnderWay, nextState, type PaymentState } from './payment/payment-flow.ts'
import { markFromReturn, type PaymentMark, readMark } from './payment/payment-mark.ts'
import { type PaymentSetup, usePaymentSetup } from './payment/use-payment-setup.ts'

export interface Checkout {
  hold: CartHold
  payment: PaymentState
  setup: PaymentSetup
  /** Said above the form: a corrected total, or what changed as the cart was held again. */
  notice: HoldChange | null
  card: RefObject<CardHandle | null>
  /** Pays; does nothing while a payment is under way. */
  pay: (details: Details) => void
  /** Looks again for the order of a payment that went through. */
  retry: () => void
  /** The device's countdown reached 0: the server is asked before anything is said. */
  onTimeUp: () => void
  onHeldAgain: (cart: CartView, change: HoldChange) => void
  refresh: () => void
}

/** The checkout of one cart: its hold, its payment and the one way between them. */
export function useCheckout(cartId: string): Checkout {
  const { call } = useApp()
  const queryClient = useQueryClient()
  const { hold, refresh, replace, extend } = useCartHold(cartId)
  const [payment, report] = useReducer(nextState, FILLING)
  const [holds, setHolds] = useState<{ count: number; change: HoldChange | null }>({
    count: 0,
    change: null,
  })
  const card = useRef<CardHandle | null>(null)
  const isRunning = useRef(false)

  const cart = hold.kind === 'held' && hold.isConfirmed ? hold.cart : null
  const { setup, correction, loadStripe } = usePaymentSetup({
    cart,
    holdCount: holds.count,
    onStale: () => void refresh(),
  })

  // A hold also ends by being bought, in another tab or by an earlier try: that is no expiry.
  const onLapsed = async () => {
    const fresh = await refresh()
    if (fresh?.orderId) report({ type: 'ordered', orderId: fresh.orderId })
    else report({ type: 'holdLapsed' })
  }

  const tools: PaymentTools = {
    call,
    stripe: loadStripe,
    report: (event) => (event.type === 'holdLapsed' ? void onLapsed() : report(event)),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onOrdered: async (order, purchase) => {
      await keepOrder(call, order, purchase)
      // What the catalogue said about places and prices is out of date now.
      for (const key of ['calendar', 'daily-prices', 'inventory']) {
        void queryClient.invalidateQueries({ queryKey: [key, purchase.cart.eventId] })
      }
    },
  }

  /** Single flight: a state update comes a render too late to stop a double click. */
  const run = async (work: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await work()
    } catch (error) {
      console.error(error)
      reportUnexpected()
    } finally {
      isRunning.current = false
    }
  }

  const reportUnexpected = () => {
    const mark = readMark(cartId)
    const title = 'Payment Failed'
    const message = 'An unexpected error occurred'
    if (mark) report({ type: 'stuck', title, message, reference: mark.paymentIntentId })
    report({ type: 'refused', problem: { title, message, isCard: false } })
  }

  const finish = (mark: PaymentMark) =>
    run(async () => {
      report({ type: 'resumed' })
      await finishPayment(tools, mark)
    })

  const pay = (details: Details) =>
    run(async () => {
      if (!cart || payment.step !== 'filling') return
      const purchase = { cart, details, onExtended: extend }
      const elements = card.current?.elements
      if (setup.kind === 'free') {
        report({ type: 'submitted' })
        await completeFreeOrder(tools, purchase)
      } else if (setup.kind === 'ready' && elements) {
        report({ type: 'submitted' })
        const { clientSecret, paymentIntentId } = setup
        const returnUrl = location.origin + location.pathname
        await payByCard(tools, { ...purchase, elements, clientSecret, paymentIntentId, returnUrl })
      }
    })

  const resumeFromMark = useEffectEvent(() => {
    const mark = readMark(cartId)
    if (mark) void finish(mark)
  })
  useEffect(() => resumeFromMark(), [])

  // A browser without storage still knows from the address that it comes back from its bank.
  const resumeFromReturn = useEffectEvent(() => {
    if (!cart || isRunning.current || payment.step !== 'filling' || payment.problem) return
    const mark = markFromReturn(location.search, cart, readDetails(cartId))
    if (mark) void finish(mark)
  })
  const isConfirmed = cart !== null
  useEffect(() => {
    if (isConfirmed) resumeFromReturn()
  }, [isConfirmed])

  return {
    hold,
    payment,
    setup,
    notice: correction ? { tone: 'warning', text: correction } : holds.change,
    card,
    pay: (details) => void pay(details),
    retry: () => {
      const mark = readMark(cartId)
      if (mark) void finish(mark)
    },
    onTimeUp: async () => {
      if (isUnderWay(payment)) return
      const fresh = await refresh()
      if (fresh?.orderId) return
      const isOver = !fresh || Date.parse(fresh.expiresAt) <= Date.parse(fresh.serverTime)
      if (isOver) report({ type: 'timeRanOut' })
    },
    onHeldAgain: (held, change) => {
      replace(held)
      setHolds(({ count }) => ({ count: count + 1, change }))
      report({ type: 'heldAgain' })
    },
    refresh: () => void refresh(),
  }
}
