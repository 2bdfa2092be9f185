import type { Alternative } from '@foyer/contract'
import {
  CART_NUMBER_MAX,
  CART_NUMBER_MIN,
  formatSelection,
  formatShortDate,
  HOLD_SECONDS,
  parseSelection,
  type Selection,
  totalQuantity,
} from '@foyer/domain'
import { VisuallyHidden } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addOnsQuery } from '../../../data/queries.ts'
import { checkoutOf } from '../../../data/stored/flow-search.ts'
import { useQuote } from '../../../data/use-quote.ts'
import { useNavigate } from '../../../routing/hooks.ts'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useCookiesBlocked } from '../../../shared/browser/cookies.ts'
import { nameOf } from '../../../shared/event/event-text.ts'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { COOKIES_BLOCKED, InAppNotice } from '../../../shared/page/browser-notices.tsx'
import { AddOnList } from '../add-ons/add-on-list.tsx'
import { useExtras } from '../add-ons/use-extras.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { visibleSteps } from '../engine/flow.ts'
import { useBelowMinimum } from '../layout/below-minimum.tsx'
import type { StepAction } from '../layout/step-action.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import { EXTRAS_ID, HoldDialog } from './hold-dialog.tsx'
import { OrderFacts } from './order-facts.tsx'
import { holdEnd, OwnCartNotice } from './own-cart-notice.tsx'
import { ReviewNotice, reviewBlockOf } from './review-notice.tsx'
import { useRuleBlock } from './rule-block.tsx'
import { type OwnCart, useOwnCart } from './use-own-cart.ts'
import { useReserve } from './use-reserve.ts'

/** Step 4: the whole order with add-ons. Reserving it holds every line or none. */
export function ReviewStep() {
  const { event, search, session, daily, ticketTypes } = useEventFlow()
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

  const areCookiesBlocked = useCookiesBlocked()
  const block = reviewBlockOf({
    areCookiesBlocked,
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
  // For screen readers: the change itself is visible on the page.
  const [taken, setTaken] = useState('')
  const take = ({ localTime }: Alternative) => {
    dismiss()
    setTaken(`${localTime} chosen. Reserve it to hold your tickets.`)
  }
  const tooLittle = useBelowMinimum(quote.priced)
  const refusal = useRuleBlock(quote.error, refresh)
  const problem = refusal ?? tooLittle
  const own = useOwnCart(draft)
  const { locale } = useApp().tenant
  const goesOn = useWayOn(own, reservation.kind === 'idle')
  return (
    <StepLayout
      heading="Review Order"
      draft={draft}
      cardTitle="Order Summary"
      cardStage={reservation.kind === 'reserved' || goesOn ? 'held' : 'choosing'}
      action={
        goesOn ?? {
          label: 'Reserve Cart & Checkout',
          onPress: () => void reserve(),
          busy: reservation.kind === 'holding',
          busyLabel: 'Creating Hold...',
          disabledReason: block ? blockReason[block] : problem?.title,
          hint: `Holds ${yourTickets(totalQuantity(selection))} for ${HOLD_MINUTES} minutes while you pay.`,
        }
      }
      barHead={<WhatAndWhen />}
      barNote={goesOn && own.kind === 'held' ? `Held until ${holdEnd(own, locale)}` : undefined}
      problem={problem}
    >
      {block && <ReviewNotice block={block} onRefresh={refresh} />}
      <InAppNotice />
      <OwnCartNotice own={own} totalMinor={quote.priced?.quote.totalMinor ?? null} />
      <OrderFacts />
      <Extras selection={extras} onChange={changeExtra} />
      <VisuallyHidden role="status">{taken}</VisuallyHidden>
      <HoldDialog
        reservation={reservation}
        onRetry={() => void reserve()}
        onClose={dismiss}
        onTake={take}
      />
    </StepLayout>
  )
}

/** 'Below the Avenue, Nov 30, 2026, 1:40 PM'. */
function WhatAndWhen() {
  const { event, search, session } = useEventFlow()
  const { locale } = useApp().tenant
  const when = [search.date && formatShortDate(search.date, locale), session?.local_time]
  return (
    <>
      <strong className="font-semibold text-text">{nameOf(event)}</strong>
      {when.filter(Boolean).map((part) => `, ${part}`)}
    </>
  )
}

const HOLD_MINUTES = HOLD_SECONDS / 60

/** A cart that is held as it is, or that was bought, is not reserved again by the first button. */
function useWayOn(own: OwnCart, isIdle: boolean): StepAction | undefined {
  const navigate = useNavigate()
  // While a reservation runs or has just succeeded, its own button stays.
  if (!isIdle) return undefined
  if (own.kind === 'bought') {
    return {
      label: 'See your tickets',
      onPress: () => void navigate(paths.orderTickets(own.orderId)),
    }
  }
  if (own.kind !== 'held' || own.isChanged) return undefined
  return { label: 'Back to checkout', onPress: () => void navigate(checkoutOf(own.cart)) }
}

const blockReason = {
  no_cookies: COOKIES_BLOCKED,
  pricing: 'Prices are still loading',
  no_session: 'No time slot selected',
  session_not_found: 'Selected session not found',
} as const

interface ExtrasProps {
  selection: Selection
  onChange: (addOnId: string, quantity: number) => void
}

/** Add-ons, unless they are a separate step. */
function Extras({ selection, onChange }: ExtrasProps) {
  const { event, flow, facts, search } = useEventFlow()
  const hasStep = visibleSteps(flow, facts).some(({ id }) => id === 'addons')
  const { data: addOns } = useQuery({
    ...addOnsQuery(useApp(), event.id),
    enabled: !hasStep,
  })
  if (hasStep || !addOns?.length) return null
  return (
    <section aria-labelledby={EXTRAS_ID} className="mt-10">
      <h2 id={EXTRAS_ID} tabIndex={-1} className="mb-3 font-display text-lg font-bold">
        Add-ons
      </h2>
      <AddOnList
        level={3}
        addOns={addOns}
        selection={selection}
        ticketCount={totalQuantity(parseSelection(search.types))}
        onChange={onChange}
      />
    </section>
  )
}

/** The cart's number: the URL's, or a new one, which is then put into the URL. */
function useCartId(): string {
  const { linkTo, search } = useEventFlow()
  const navigate = useNavigate()
  const [fresh] = useState(() => newCartNumber(Math.random()))
  useEffect(() => {
    if (search.cartId) return
    void navigate({
      ...linkTo('review', { ...search, cartId: fresh }),
      replace: true,
      resetScroll: false,
    })
  }, [linkTo, search, fresh, navigate])
  return search.cartId ?? fresh
}

/** A cart's visible number from 10000 to 99999; `random` is in [0, 1). */
export const newCartNumber = (random: number): string =>
  String(CART_NUMBER_MIN + Math.floor(random * (CART_NUMBER_MAX - CART_NUMBER_MIN + 1)))
