import type { CartView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cartQuery } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { untilIntentAnswered } from '../payment/intent-calls.ts'
import { applyCoupon, type CouponOutcome, removeCoupon } from './ask-coupon.ts'

export interface CouponControl {
  isAsking: boolean
  /** Why the last code was refused; null before, and once something worked. */
  problem: string | null
  /** What was done last, to be spoken; empty before. */
  news: string
  /** What the last change from this page left, for the focus to follow; null before. */
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
  const isUnderWay = useRef(false)

  const ask = async (question: () => Promise<CouponOutcome>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState((before) => ({ ...before, isAsking: true, news: '' }))
    await untilIntentAnswered()
    const outcome = await question()
    isUnderWay.current = false
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
  return `Coupon ${coupon.code} applied: ${amount(quote.discountMinor)} off. ${total}`
}
