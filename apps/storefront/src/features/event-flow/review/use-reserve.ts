import { ApiError, type CartView, carts } from '@foyer/contract'
import { parseSelection } from '@foyer/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accessOf } from '../../../data/access.ts'
import { addOnsQuery, calendarQuery, cartQuery, dailyPricesOf } from '../../../data/queries.ts'
import { addOnLinesOf, ticketLinesOf } from '../../../data/quote.ts'
import { rememberFlow } from '../../../data/stored/cart-flow.ts'
import { saveHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { checkoutOf } from '../../../data/stored/flow-search.ts'
import { useNavigate } from '../../../routing/hooks.ts'
import { useRouter } from '../../../routing/router-provider.tsx'
import type { FlowSearch } from '../../../routing/search.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { keepsCookies } from '../../../shared/browser/cookies.ts'
import { randomHex } from '../../../shared/browser/random-hex.ts'
import { whileBusy } from '../../../shared/while-busy.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { countedSteps } from '../engine/flow.ts'
import { releaseSettled } from '../engine/pending-releases.ts'
import { explainFailure, type HoldFailure } from './hold-failure.ts'

/** The time a buyer sees 'Tickets Reserved!' before the checkout opens. */
const HOLD_REDIRECT_MILLISECONDS = 1500

export type Reservation =
  | { kind: 'idle' }
  /** `isBusy`: the server was busy, and the hold is asked for again. */
  | { kind: 'holding'; isBusy: boolean }
  | { kind: 'reserved'; cart: CartView }
  | { kind: 'failed'; failure: HoldFailure }

interface ReserveParams {
  eventId: string
  cartId: string
  sessionId: string | undefined
  draft: FlowSearch
}

/** Holds the whole cart, every line or none, and then opens its checkout. */
export function useReserve(params: ReserveParams) {
  const app = useApp()
  const queryClient = useQueryClient()
  const remember = useRemember()
  const [reservation, setReservation] = useState<Reservation>({ kind: 'idle' })
  const attempt = useRef<HoldAttempt | null>(null)
  const isInProgress = useRef(false)
  useCheckoutSoon(reservation)

  const reserve = async () => {
    const { cartId, eventId, sessionId, draft } = params
    if (isInProgress.current || !sessionId) return
    // Cookies may be forbidden since the page was drawn. It is drawn again, and says so.
    if (!keepsCookies()) return dismiss()
    isInProgress.current = true
    setReservation({ kind: 'holding', isBusy: false })
    const request = {
      params: { cartId },
      body: {
        eventId,
        sessionId,
        tickets: ticketLinesOf(parseSelection(draft.types)),
        addOns: addOnLinesOf(parseSelection(draft.addons)),
        access: accessOf(eventId),
      },
    }
    attempt.current = nextAttempt(attempt.current, JSON.stringify(request), randomHex)
    const { idempotencyKey } = attempt.current
    try {
      await releaseSettled(cartId)
      const held = await whileBusy(
        () => app.call(carts.holdCart, { ...request, idempotencyKey }),
        () => setReservation({ kind: 'holding', isBusy: true }),
      )
      attempt.current = null
      remember(held)
      setReservation({ kind: 'reserved', cart: held })
    } catch (error) {
      if (isDecided(error)) attempt.current = null
      const failure = explainFailure(error)
      if (failure.remedy === 'other_add_ons') {
        void queryClient.invalidateQueries({ queryKey: addOnsQuery(app, eventId).queryKey })
      }
      setReservation({ kind: 'failed', failure })
    }
    isInProgress.current = false
  }
  const dismiss = () => setReservation({ kind: 'idle' })
  return { reservation, reserve, dismiss }
}

/** Stores the hold for the checkout and for the way back, and invalidates what it changed. */
function useRemember() {
  const app = useApp()
  const queryClient = useQueryClient()
  const { event, flow, facts } = useEventFlow()
  const eventId = event.id
  return (held: CartView) => {
    saveHoldRecord(held)
    rememberFlow(held.cartId, flow, countedSteps(flow, 'review', facts))
    queryClient.setQueryData(cartQuery(app, held.cartId).queryKey, held)
    void queryClient.invalidateQueries({ queryKey: dailyPricesOf(eventId) })
    void queryClient.invalidateQueries({ queryKey: calendarQuery(app, eventId).queryKey })
  }
}

/** 'Tickets Reserved!' is visible for a moment while the checkout is prefetched. */
function useCheckoutSoon(reservation: Reservation): void {
  const router = useRouter()
  const navigate = useNavigate()
  const cart = reservation.kind === 'reserved' ? reservation.cart : undefined
  useEffect(() => {
    if (!cart) return
    const checkout = checkoutOf(cart)
    void router.preload(checkout)
    const timer = setTimeout(() => void navigate(checkout), HOLD_REDIRECT_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [cart, router, navigate])
}

/** One attempt to hold one cart. Its key stays the same until the server has accepted or refused it. */
interface HoldAttempt {
  /** The request as text. */
  request: string
  idempotencyKey: string
}

/**
 * The attempt to make now. The same request keeps its key, so that a double click or a retry after
 * a lost answer gets the hold that may exist already. A changed request, or one that the server
 * refused, gets a new key.
 */
export function nextAttempt(
  last: HoldAttempt | null,
  request: string,
  newKey: () => string,
): HoldAttempt {
  return last?.request === request ? last : { request, idempotencyKey: newKey() }
}

/** Whether the server decided. If not, the hold may exist without our knowledge. */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'network_error' && error.status < 500
