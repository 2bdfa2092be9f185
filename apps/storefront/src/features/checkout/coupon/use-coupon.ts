import { ApiError, type CartView, type Client, coupons } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cartQuery } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { untilIntentAnswered } from '../payment/intent-calls.ts'

export interface CouponControl {
  isAsking: boolean
  /** Why the last code was refused; null before, and once something worked. */
  problem: string | null
  /** What was done last, for screen readers; empty before. */
  news: string
  /** The coupon after the last change from this page, so that the focus can follow; null before. */
  settled: { couponId: string | null } | null
  apply: (code: string) => void
  remove: () => void
}

type CouponState = Omit<CouponControl, 'apply' | 'remove'>

const CALM: CouponState = { isAsking: false, problem: null, news: '', settled: null }

/** Applies and removes the coupon of a cart; every total on the page follows the server's quote. */
export function useCoupon(cartId: string): CouponControl {
  const app = useApp()
  const queryClient = useQueryClient()
  const [state, setState] = useState(CALM)
  const isInProgress = useRef(false)

  const ask = async (question: () => Promise<CouponOutcome>) => {
    if (isInProgress.current) return
    isInProgress.current = true
    setState((before) => ({ ...before, isAsking: true, news: '' }))
    await untilIntentAnswered()
    const outcome = await question()
    isInProgress.current = false
    const { queryKey } = cartQuery(app, cartId)
    if (outcome.kind === 'changed') queryClient.setQueryData(queryKey, outcome.cart)
    if (outcome.kind === 'stale') void queryClient.invalidateQueries({ queryKey })
    setState(stateAfter(outcome, app.tenant.locale))
  }
  return {
    ...state,
    apply: (code) => void ask(() => applyCoupon(app.call, cartId, code)),
    remove: () => void ask(() => removeCoupon(app.call, cartId)),
  }
}

function stateAfter(outcome: CouponOutcome, locale: string): CouponState {
  switch (outcome.kind) {
    case 'refused':
      return { ...CALM, problem: outcome.text, news: outcome.text }
    case 'stale':
      return CALM
    case 'changed': {
      const { quote } = outcome.cart
      const settled = { couponId: quote.coupon?.id ?? null }
      return { ...CALM, news: newsOf(quote, locale), settled }
    }
  }
}

function newsOf({ coupon, ...quote }: CartView['quote'], locale: string): string {
  const amount = (amountMinor: number) => formatAmount(amountMinor, quote.currency, locale)
  const total = `The total is ${amount(quote.totalMinor)}.`
  if (!coupon) return `Coupon removed. ${total}`
  return `Coupon ${coupon.code} applied: ${amount(coupon.discountMinor ?? quote.discountMinor)} off. ${total}`
}

export type CouponOutcome =
  | { kind: 'changed'; cart: CartView }
  /** Why the cart is unchanged, as the buyer reads it at the field. */
  | { kind: 'refused'; text: string }
  /** The page's cart is out of date: its hold ended, or it was bought. */
  | { kind: 'stale' }

const UNANSWERED =
  'We could not reach our server. Your tickets are still held; please try again in a moment.'

export const applyCoupon = (call: Client, cartId: string, code: string): Promise<CouponOutcome> => {
  const typed = code.trim()
  if (typed === '') return Promise.resolve(refused('Enter your coupon code.'))
  return outcomeOf(call(coupons.applyCoupon, { params: { cartId }, body: { code: typed } }))
}

export const removeCoupon = (call: Client, cartId: string): Promise<CouponOutcome> =>
  outcomeOf(call(coupons.removeCoupon, { params: { cartId } }))

const refused = (text: string): CouponOutcome => ({ kind: 'refused', text })

async function outcomeOf(answer: Promise<CartView>): Promise<CouponOutcome> {
  try {
    const cart = await answer
    return cart.orderId ? { kind: 'stale' } : { kind: 'changed', cart }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) return refused(UNANSWERED)
    const isOver = error.code === 'hold_expired' || error.code === 'cart_not_found'
    return isOver ? { kind: 'stale' } : refused(error.text ?? UNANSWERED)
  }
}
