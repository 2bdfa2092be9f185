import type { CartView } from '@foyer/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRouter } from '../../routing/router-provider.tsx'
import { useApp } from '../../shared/app-context.tsx'
import { type CartHold, useCartHold } from './hold/cart-hold.ts'
import type { HoldChange } from './hold/hold-again.ts'
import { type MoreTime, useMoreTime } from './hold/more-time.tsx'
import { browserEffects } from './payment/browser-effects.ts'
import { createPaymentMachine, type PaymentMachine } from './payment/payment-machine.ts'
import type { PaymentState } from './payment/payment-states.ts'
import { type PaymentSetupControls, usePaymentSetup } from './payment/use-payment-setup.ts'

export interface Checkout {
  hold: CartHold
  /** The cart as the server confirmed it: only this one is paid. Null until then, and when its hold is over. */
  payable: CartView | null
  moreTime: MoreTime
  payment: PaymentState
  machine: PaymentMachine
  setup: PaymentSetupControls['setup']
  /** Shown above the form: a corrected total, or what changed when the cart was held again. */
  notice: HoldChange | null
  /** Takes over a cart that was held again, and opens the form for it. */
  takeNewHold: (cart: CartView, change: HoldChange) => void
  /** Opens the form for a hold that was made elsewhere after a refund. */
  payAfterRefund: () => void
  /** Reads the cart again. */
  refresh: () => void
}

/** The checkout of one cart: its hold, its payment, and what the form needs to pay. */
export function useCheckout(cartId: string): Checkout {
  const app = useApp()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { hold, ...cart } = useCartHold(cartId)
  const moreTime = useMoreTime(cartId)

  const [machine] = useState(() =>
    createPaymentMachine(browserEffects({ cartId, app, queryClient, router, cart })),
  )
  const payment = useSyncExternalStore(machine.subscribe, machine.getState, machine.getState)
  useEffect(() => machine.open(), [machine])

  /** How often the cart was held from this page, and what the last time changed. */
  const [holds, setHolds] = useState<{ count: number; change: HoldChange | null }>({
    count: 0,
    change: null,
  })
  const startOver = (change: HoldChange | null) => {
    setHolds(({ count }) => ({ count: count + 1, change }))
    machine.payNewHold()
  }

  const payable = hold.kind === 'held' && hold.isConfirmed ? hold.cart : null
  const { setup, correction } = usePaymentSetup({
    cart: payable,
    isOpen: payment.step === 'filling',
    holdCount: holds.count,
  })

  return {
    hold,
    payable,
    moreTime,
    payment,
    machine,
    setup,
    notice: correction ? { tone: 'warning', text: correction } : holds.change,
    takeNewHold: (held, change) => {
      cart.replace(held)
      startOver(change)
    },
    payAfterRefund: () => startOver(null),
    refresh: () => void cart.refresh(),
  }
}
