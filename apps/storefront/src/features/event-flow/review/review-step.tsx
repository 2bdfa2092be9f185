import type { Alternative } from '@foyer/contract'
import { formatSelection, parseSelection, type Selection, totalQuantity } from '@foyer/domain'
import { VisuallyHidden } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useApp } from '../../../app-context.tsx'
import { addOnsQuery } from '../../../queries.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { linkTo } from '../engine/links.ts'
import { useQuote } from '../engine/use-quote.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import { AddOns } from './add-ons.tsx'
import { newCartNumber } from './cart-number.ts'
import { OrderFacts } from './order-facts.tsx'
import { OwnHoldNotice } from './own-hold-notice.tsx'
import { reviewBlockOf } from './review-block.ts'
import { ReviewNotice } from './review-notice.tsx'
import { useReserve } from './use-reserve.ts'

const loadDialog = () => import('./hold-dialog.tsx')
const HoldDialog = lazy(() => loadDialog().then((module) => ({ default: module.HoldDialog })))

/** Step 4: the whole order once more, with extras; reserving it holds every line or none. */
export function ReviewStep() {
  const app = useApp()
  const { event, search, session, daily, ticketTypes } = useEventFlow()
  const addOns = useQuery(addOnsQuery(app, event.id))
  const [extras, changeExtra] = useExtras()
  const cartId = useCartId()
  const selection = parseSelection(search.types)
  const sessionId = session?.session_id ?? search.session
  const draft = { ...search, session: sessionId, addons: formatSelection(extras) }
  const quote = useQuote(event.id, draft)
  const { reservation, reserve, dismiss } = useReserve({
    eventId: event.id,
    cartId,
    sessionId,
    draft,
  })
  useEffect(() => void loadDialog(), [])

  const block = reviewBlockOf({
    sessionId,
    session,
    isDayLoaded: daily.data !== undefined,
    selection,
    ticketTypes: ticketTypes.data ?? [],
    quoteError: quote.error,
  })
  const refresh = () => {
    void daily.refetch()
    void quote.retry()
  }
  // What changes on the page is seen; this is for those who hear it.
  const [taken, setTaken] = useState('')
  const take = ({ localTime }: Alternative) => {
    dismiss()
    setTaken(`${localTime} chosen. Reserve it to hold your tickets.`)
  }
  return (
    <StepLayout
      heading="Review Order"
      draft={draft}
      stubTitle="Order Summary"
      stubStage={reservation.kind === 'reserved' ? 'held' : 'choosing'}
      action={{
        label: 'Reserve Cart & Checkout',
        onPress: () => void reserve(),
        busy: reservation.kind === 'holding',
        busyLabel: 'Creating Hold...',
        disabledReason: block ? blockReason[block] : undefined,
      }}
    >
      {block && <ReviewNotice block={block} onRefresh={refresh} />}
      <OwnHoldNotice totalMinor={quote.priced?.quote.totalMinor ?? null} />
      <OrderFacts />
      {addOns.data && addOns.data.length > 0 && (
        <AddOns
          addOns={addOns.data}
          selection={extras}
          ticketCount={totalQuantity(selection)}
          onChange={changeExtra}
        />
      )}
      <VisuallyHidden role="status">{taken}</VisuallyHidden>
      {reservation.kind !== 'idle' && (
        <Suspense fallback={null}>
          <HoldDialog
            reservation={reservation}
            onRetry={() => void reserve()}
            onClose={dismiss}
            onTake={take}
          />
        </Suspense>
      )}
    </StepLayout>
  )
}

const blockReason = {
  pricing: 'Prices are still loading',
  no_session: 'No time slot selected',
  session_not_found: 'Selected session not found',
} as const

/** Add-ons as the buyer sees them, ahead of the URL that follows each tap. */
function useExtras() {
  const { event, search } = useEventFlow()
  const navigate = useNavigate()
  const [extras, setExtras] = useState<Selection>(() => parseSelection(search.addons))
  const change = (addOnId: string, quantity: number) => {
    const next = { ...extras, [addOnId]: quantity }
    setExtras(next)
    const addons = formatSelection(next)
    void navigate({
      ...linkTo('review', event.id, { ...search, addons }),
      replace: true,
      resetScroll: false,
    })
  }
  return [extras, change] as const
}

/** The cart's number: the URL's, or a new one that is then kept in the URL. */
function useCartId(): string {
  const { event, search } = useEventFlow()
  const navigate = useNavigate()
  const [fresh] = useState(() => newCartNumber(Math.random()))
  useEffect(() => {
    if (search.cartId) return
    void navigate({
      ...linkTo('review', event.id, { ...search, cartId: fresh }),
      replace: true,
      resetScroll: false,
    })
  }, [event.id, search, fresh, navigate])
  return search.cartId ?? fresh
}
