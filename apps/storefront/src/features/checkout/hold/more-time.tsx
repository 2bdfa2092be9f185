import { type CartView, type Client, carts } from '@foyer/contract'
import { Button } from '@foyer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cartQuery } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { randomHex } from '../../../shared/browser/random-hex.ts'
import { isTransient } from '../../../shared/payment/transient-failure.ts'

export interface MoreTime {
  isAsking: boolean
  /** The last press got no answer. */
  isUnanswered: boolean
  /** How often time was added from this page; each time is announced. */
  addedCount: number
  ask: () => void
}

/** Adds time to a hold with one press (WCAG 2.2.1). */
export function useMoreTime(cartId: string): MoreTime {
  const app = useApp()
  const queryClient = useQueryClient()
  const [state, setState] = useState({ isAsking: false, isUnanswered: false, addedCount: 0 })
  // One key until the server has decided: a press after a lost answer must not add time twice.
  const key = useRef<string | null>(null)
  const isInProgress = useRef(false)

  const ask = async () => {
    if (isInProgress.current) return
    isInProgress.current = true
    setState((before) => ({ ...before, isAsking: true, isUnanswered: false }))
    key.current ??= randomHex()
    const outcome = await askMoreTime(app.call, cartId, key.current)
    isInProgress.current = false
    if (outcome.kind !== 'unanswered') key.current = null
    const { queryKey } = cartQuery(app, cartId)
    if (outcome.kind === 'added') queryClient.setQueryData(queryKey, outcome.cart)
    if (outcome.kind === 'stale') void queryClient.invalidateQueries({ queryKey })
    setState(({ addedCount }) => ({
      isAsking: false,
      isUnanswered: outcome.kind === 'unanswered',
      addedCount: addedCount + (outcome.kind === 'added' ? 1 : 0),
    }))
  }
  return { ...state, ask: () => void ask() }
}

export type MoreTimeOutcome =
  | { kind: 'added'; cart: CartView }
  /** The page's cart is out of date: more time was used up elsewhere, the hold ended, or it was bought. */
  | { kind: 'stale' }
  /** It is unknown whether time was added. Asking again with the same key does not add it twice. */
  | { kind: 'unanswered' }

/** Asks for a longer hold; the server decides how much longer. */
export async function askMoreTime(
  call: Client,
  cartId: string,
  idempotencyKey: string,
): Promise<MoreTimeOutcome> {
  try {
    const cart = await call(carts.addMoreTime, { params: { cartId }, idempotencyKey })
    return { kind: 'added', cart }
  } catch (error) {
    return { kind: isTransient(error) ? 'unanswered' : 'stale' }
  }
}

interface MoreTimeProps {
  /** What one press adds; null if no more can be added. */
  minutes: number | null
  moreTime: MoreTime
}

/** Shown on the ticket card once the countdown is red; on a phone the bar has the button instead. */
export function MoreTimeButton({ minutes, moreTime }: MoreTimeProps) {
  const { isAsking, isUnanswered, ask } = moreTime
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm lg:mt-3">
      {minutes === null ? (
        <p className="text-muted">No more time can be added.</p>
      ) : (
        <Button busy={isAsking} busyLabel="Adding time…" onClick={ask} className="max-lg:hidden">
          {`More time (+${minutes} min)`}
        </Button>
      )}
      {isUnanswered && (
        <p role="alert" className="text-danger-text">
          We could not reach our server. Please try again.
        </p>
      )}
    </div>
  )
}
