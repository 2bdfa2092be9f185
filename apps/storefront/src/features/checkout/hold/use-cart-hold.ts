import type { CartView } from '@foyer/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { cartQuery } from '../../../data/queries.ts'
import { readHoldRecord, saveHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useHydrated } from '../../../shared/browser/use-hydrated.ts'
import { isPassing } from '../payment/place-order.ts'
import { type CartHold, readHold } from './read-hold.ts'

const NO_RECORD = { kind: 'none' } as const

export interface CartHoldControls {
  hold: CartHold
  /** Asks the server again; answers the cart, or null where the hold is over or nobody answers. */
  refresh: () => Promise<CartView | null>
  /** Takes over a cart the server just held. */
  replace: (cart: CartView) => void
  /** Moves the end of the hold, as granted for a payment. */
  extend: (expiresAt: string) => void
}

/** The cart of this page: the server's word, kept up to date. Fetches in the browser alone. */
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
    // A cart seen earlier may have ended since.
    refetchOnMount: 'always',
    retry: (failures, error) => isPassing(error) && failures < 2,
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
      // `serverTime` still belongs to the moment the cart came: keep that moment with it.
      const updatedAt = receivedAt
      const moved = (known: CartView | undefined) => known && { ...known, expiresAt }
      queryClient.setQueryData(options.queryKey, moved, { updatedAt })
    },
  }
}
