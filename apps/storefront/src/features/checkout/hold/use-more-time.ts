import type { CartView } from '@foyer/contract'
import { useRef, useState } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { randomHex } from '../../../shared/browser/random-hex.ts'
import { askMoreTime } from './ask-more-time.ts'

export interface MoreTime {
  isAsking: boolean
  /** Nobody answered the last press. */
  isUnanswered: boolean
  /** How often time was added from this page: each is worth a word. */
  addedCount: number
  ask: () => void
}

interface MoreTimeInput {
  cartId: string
  onAdded: (cart: CartView) => void
  /** The cart is not what this page believes. */
  onStale: () => void
}

/** More time for a hold, in one press (WCAG 2.2.1). */
export function useMoreTime({ cartId, onAdded, onStale }: MoreTimeInput): MoreTime {
  const { call } = useApp()
  const [state, setState] = useState({ isAsking: false, isUnanswered: false, addedCount: 0 })
  // One key until the server has decided: a press after a lost answer must not use up a second turn.
  const key = useRef<string | null>(null)
  const isUnderWay = useRef(false)

  const ask = async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState((before) => ({ ...before, isAsking: true, isUnanswered: false }))
    key.current ??= randomHex()
    const outcome = await askMoreTime(call, cartId, key.current)
    isUnderWay.current = false
    if (outcome.kind !== 'unanswered') key.current = null
    if (outcome.kind === 'added') onAdded(outcome.cart)
    if (outcome.kind === 'stale') onStale()
    setState(({ addedCount }) => ({
      isAsking: false,
      isUnanswered: outcome.kind === 'unanswered',
      addedCount: addedCount + (outcome.kind === 'added' ? 1 : 0),
    }))
  }
  return { ...state, ask: () => void ask() }
}
