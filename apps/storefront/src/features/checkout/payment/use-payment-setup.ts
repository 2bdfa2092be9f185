import { ApiError, type CartView, payments } from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { cartQuery } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { stripeOfShop } from '../../../shared/payment/load-stripe.ts'
import {
  amountProblem,
  mismatchText,
  setupProblemOf,
} from '../../../shared/payment/payment-problems.ts'
import type { PaymentSetup } from '../../../shared/payment/payment-setup.ts'
import { isTransient } from '../../../shared/payment/transient-failure.ts'
import { noteIntentCall } from './intent-calls.ts'

export interface PaymentSetupControls {
  setup: PaymentSetup
  /** Shown above the form after the total was corrected. */
  correction: string | null
}

interface PaymentSetupInput {
  /** Null until the server has confirmed the cart. */
  cart: CartView | null
  /** No payment is under way. Only then an intent is asked for. */
  isOpen: boolean
  /** How often the cart was held from this page; a new hold may need a new intent. */
  holdCount: number
}

/**
 * Prepares the payment of a cart: the provider's script, and an intent for the cart's total. Asking
 * again is safe, because the server returns the same intent while the total is the same.
 */
export function usePaymentSetup({
  cart,
  isOpen,
  holdCount,
}: PaymentSetupInput): PaymentSetupControls {
  const app = useApp()
  const queryClient = useQueryClient()
  const [correction, setCorrection] = useState<string | null>(null)
  const [readyForm, setFormReady] = useState<string | null>(null)
  const total = cart?.quote.totalMinor ?? 0
  const problem = cart && amountProblem(total, cart.quote.currency)

  const query = useQuery({
    // With another coupon it is another payment, even if the total is the same.
    queryKey: ['payment-intent', cart?.cartId, total, cart?.quote.coupon?.id, holdCount],
    queryFn: async ({ signal }) => {
      if (!cart) throw new Error('no cart to pay for')
      const { currency } = cart.quote
      const [, intent] = await Promise.all([
        // The script; the account that is paid on is known with the intent.
        stripeOfShop({ app, queryClient }),
        noteIntentCall(
          app.call(payments.createPaymentIntent, {
            body: {
              amount: toMajor(total, currency),
              currency,
              metadata: { cartId: cart.cartId, eventId: cart.eventId },
            },
            signal,
          }),
        ),
      ])
      return { stripe: await stripeOfShop({ app, queryClient }, intent.accountId), ...intent }
    },
    enabled: isOpen && cart !== null && total > 0 && problem === null,
    retry: (failures, error) => isTransient(error) && failures < 2,
    gcTime: 0,
    // A new total does not change the intent, so the form and what was typed into it stay.
    placeholderData: (known, query) =>
      query?.queryKey[1] === cart?.cartId && query?.queryKey[4] === holdCount ? known : undefined,
    structuralSharing: false,
  })

  const { error } = query
  const readCartAgain = useEffectEvent((failure: ApiError) => {
    if (!cart) return
    setCorrection(mismatchText(failure, cart.quote, app.tenant.locale))
    const { queryKey } = cartQuery(app, cart.cartId)
    void queryClient.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    if (error instanceof ApiError && STALE.includes(error.code)) readCartAgain(error)
  }, [error])

  return { setup: setupOf(), correction }

  function setupOf(): PaymentSetup {
    if (!cart) return { kind: 'loading' }
    if (total === 0) return { kind: 'free' }
    const retry = () => void query.refetch()
    if (problem) return { kind: 'blocked', problem, retry }
    if (query.data) {
      const { data, isPlaceholderData, dataUpdatedAt: revision } = query
      const isFormReady = readyForm === data.clientSecret
      const isCurrent = isFormReady && !isPlaceholderData
      return { kind: 'ready', ...data, revision, isFormReady, setFormReady, isCurrent }
    }
    if (error && !query.isFetching) {
      return { kind: 'blocked', problem: setupProblemOf(error, cart.quote.currency), retry }
    }
    return { kind: 'loading' }
  }
}

/** Refusals which mean that the page's cart is out of date. */
const STALE: readonly ApiError['code'][] = ['amount_mismatch', 'hold_expired', 'cart_not_found']
