import { ApiError, type CartView } from '@foyer/contract'
import { secondsUntil } from '@foyer/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { cartQuery } from '../../../data/queries.ts'
import type { Stored } from '../../../data/stored/browser-storage.ts'
import {
  type CartHoldRecord,
  readHoldRecord,
  saveHoldRecord,
} from '../../../data/stored/cart-hold-record.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useHydrated } from '../../../shared/browser/use-hydrated.ts'
import { isTransient } from '../../../shared/payment/transient-failure.ts'

const NO_RECORD = { kind: 'none' } as const

export interface CartHoldControls {
  hold: CartHold
  /** Asks the server for the cart; null if the hold is over or the server does not answer. */
  refresh: () => Promise<CartView | null>
  /** Shows a cart that the server just held. */
  replace: (cart: CartView) => void
  /** Moves the end of the hold, as granted for a payment. */
  extend: (expiresAt: string) => void
}

/** The cart of this page as the server has it. Fetches in the browser only. */
export function useCartHold(cartId: string): CartHoldControls {
  const app = useApp()
  const queryClient = useQueryClient()
  const isHydrated = useHydrated()
  const record = useMemo(
    () => (isHydrated ? readHoldRecord(cartId) : NO_RECORD),
    [cartId, isHydrated],
  )
  const options = cartQuery(app, cartId)
  const query = useQuery({
    ...options,
    // The hold of a cart that was read earlier may have ended since.
    refetchOnMount: 'always',
    retry: (failures, error) => isTransient(error) && failures < 2,
  })
  const { data: cart, dataUpdatedAt: receivedAt, error } = query
  useEffect(() => {
    if (cart && !cart.orderId) saveHoldRecord(cart, receivedAt)
  }, [cart, receivedAt])

  return {
    hold: readHold({ cart, receivedAt, error }, record, Date.now()),
    refresh: async () => {
      const answer = await query.refetch()
      return answer.error || !answer.data ? null : answer.data
    },
    replace: (held) => queryClient.setQueryData(options.queryKey, held),
    extend: (expiresAt) => {
      const known = queryClient.getQueryState(options.queryKey)
      if (!known?.data) return
      // `serverTime` belongs to the moment at which the cart was received, so that moment stays.
      const updatedAt = known.dataUpdatedAt
      queryClient.setQueryData(options.queryKey, { ...known.data, expiresAt }, { updatedAt })
    },
  }
}

/** What is known about a cart's hold. The server decides; the browser's record only bridges the wait. */
export type CartHold =
  | { kind: 'loading' }
  /** The server does not answer, and this browser has no record to show. */
  | { kind: 'unreachable' }
  /** `isCookieLost`: this browser has just held it, and no longer has the cookie that opens it. */
  | { kind: 'missing'; isRecordBroken: boolean; isCookieLost: boolean }
  /** `last` is what was held, if the server or this browser knows it: it can be held again. */
  | { kind: 'expired'; last: CartView | null }
  | { kind: 'ordered'; orderId: string; cart: CartView }
  /** `isConfirmed` is false while only the record says so: the cart is shown, but cannot be paid. */
  | { kind: 'held'; cart: CartView; clockOffset: number; isConfirmed: boolean }

export type Held = Extract<CartHold, { kind: 'held' }>

export interface CartAnswer {
  cart: CartView | undefined
  /** Device time at which `cart` was received, in milliseconds. */
  receivedAt: number
  error: unknown
}

/** Combines the server's answer with the browser's record; `now` is device time in milliseconds. */
export function readHold(
  { cart, receivedAt, error }: CartAnswer,
  record: Stored<CartHoldRecord>,
  now: number,
): CartHold {
  const recorded = record.kind === 'found' ? record.value : null
  const code = error instanceof ApiError ? error.code : null
  if (code === 'hold_expired') return { kind: 'expired', last: cart ?? recorded?.cart ?? null }
  if (code === 'cart_not_found' || code === 'validation_failed') {
    // To hold the same again would make a second cart that this browser cannot open either.
    const isCookieLost = recorded !== null && heldByRecord(recorded, now) !== null
    // The server deletes old carts. The browser that held one can hold the same tickets again.
    if (recorded && !isCookieLost) return { kind: 'expired', last: recorded.cart }
    return { kind: 'missing', isRecordBroken: record.kind === 'invalid', isCookieLost }
  }
  if (cart?.orderId) return { kind: 'ordered', orderId: cart.orderId, cart }
  if (cart) {
    const offset = clockOffset(cart.serverTime, receivedAt)
    return { kind: 'held', cart, clockOffset: offset, isConfirmed: true }
  }
  if (error) return { kind: 'unreachable' }
  return (recorded && heldByRecord(recorded, now)) ?? { kind: 'loading' }
}

function heldByRecord({ cart, savedAt }: CartHoldRecord, now: number): CartHold | null {
  const offset = clockOffset(cart.serverTime, savedAt)
  if (secondsUntil(cart.expiresAt, now + offset) === 0) return null
  return { kind: 'held', cart, clockOffset: offset, isConfirmed: false }
}

/** Milliseconds by which the server's clock is ahead of this device's. */
export const clockOffset = (serverTime: string, receivedAt: number): number =>
  Date.parse(serverTime) - receivedAt
