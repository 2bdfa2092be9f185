import { type Client, carts } from '@foyer/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { calendarQuery, dailyPricesOf } from '../../../data/queries.ts'
import { findHoldRecords, removeHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { releaseOnce } from '../engine/pending-releases.ts'

/**
 * Returning to the calendar gives up the cart: the server releases its holds, whether the cart's
 * number is in the URL or only in this browser's records. Returns how many holds were released. A
 * failure is only logged, since the holds expire anyway.
 */
export function useReleaseOnReturn(eventId: string, cartId: string | undefined): number {
  const app = useApp()
  const queryClient = useQueryClient()
  const [releasedCount, setReleasedCount] = useState(0)
  const isPurchase = useIsPurchase()
  useEffect(() => {
    if (!isPurchase) return
    const cartIds = new Set(findHoldRecords(eventId).map((record) => record.cartId))
    if (cartId) cartIds.add(cartId)
    if (cartIds.size === 0) return
    void Promise.all([...cartIds].map((id) => releaseCart(app.call, id))).then((counts) => {
      const released = counts.reduce((total, count) => total + count, 0)
      if (released === 0) return
      setReleasedCount(released)
      // The tickets are on sale again, so earlier answers are wrong.
      void queryClient.invalidateQueries({ queryKey: calendarQuery(app, eventId).queryKey })
      void queryClient.invalidateQueries({ queryKey: dailyPricesOf(eventId) })
    })
  }, [app, queryClient, eventId, cartId, isPurchase])
  return releasedCount
}

/** Returns how many holds were released; 0 if the call failed. */
export async function releaseCart(call: Client, cartId: string): Promise<number> {
  removeHoldRecord(cartId)
  try {
    return await releaseOnce(cartId, async () => {
      const { releasedHolds } = await call(carts.releaseCart, { params: { cartId } })
      return releasedHolds
    })
  } catch (error) {
    console.warn(`Cart ${cartId} could not be released`, error)
    return 0
  }
}

/** Drops this browser's records of holds for the event: a new day begins a new cart. */
export function useForgetHolds(eventId: string): () => void {
  const isPurchase = useIsPurchase()
  return useCallback(() => {
    if (!isPurchase) return
    for (const { cartId } of findHoldRecords(eventId)) removeHoldRecord(cartId)
  }, [eventId, isPurchase])
}

/** A reschedule also begins with a day, but must not release what a cart holds. */
const useIsPurchase = () => useEventFlow().flow.mode === 'purchase'
