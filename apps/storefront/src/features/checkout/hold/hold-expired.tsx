import type { CartView } from '@foyer/contract'
import { Button, buttonStyle, Notice } from '@foyer/ui'
import { useEffect, useRef, useState } from 'react'
import { cartFlowOf } from '../../../data/stored/cart-flow.ts'
import { flowSearchOf } from '../../../data/stored/flow-search.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useCookiesBlocked } from '../../../shared/browser/cookies.ts'
import { AlternativeTimes } from '../../../shared/event/alternative-times.tsx'
import { CookiesBlockedNotice } from '../../../shared/page/browser-notices.tsx'
import { holdTexts } from '../../../shared/purchase-text.ts'
import { OrderCard } from '../order-card.tsx'
import { type HoldAgainRefusal, type HoldChange, holdAgain } from './hold-again.ts'

interface HoldExpiredProps {
  /** What was held; null if neither server nor browser knows it. Then it cannot be held again. */
  last: CartView | null
  onHeld: (cart: CartView, change: HoldChange) => void
}

/** The end of a hold. Everything chosen and typed is kept, and one press holds the same again. */
export function HoldExpired({ last, onHeld }: HoldExpiredProps) {
  const { call, tenant } = useApp()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<HoldAgainRefusal | null>(null)
  const areCookiesBlocked = useCookiesBlocked()
  useEffect(() => heading.current?.focus(), [])

  const hold = async (cart: CartView) => {
    setBusy(true)
    const outcome = await holdAgain(call, cart, tenant.locale)
    setBusy(false)
    if (outcome.kind === 'held') onHeld(outcome.cart, outcome.change)
    else setRefusal(outcome)
  }

  return (
    <div className="grid items-start gap-x-12 gap-y-10 py-8 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-20">
      <div>
        <h1 ref={heading} tabIndex={-1} className="font-display text-title font-bold">
          {holdTexts.expiredTitle}
        </h1>
        <p className="mt-3 max-w-prose text-base">{holdTexts.expired}</p>
        <p className="mt-2 max-w-prose text-base text-muted">
          {last
            ? 'One press starts over: your choice and all that you typed are kept. If the tickets are still there, you go on where you were. Nothing was charged.'
            : 'Choose your tickets again to hold them. Nothing was charged.'}
        </p>
        {last && areCookiesBlocked && (
          <div className="mt-6">
            <CookiesBlockedNotice />
          </div>
        )}
        {last && refusal && <Refused last={last} refusal={refusal} />}
        <div className="mt-8 flex flex-wrap gap-3">
          {last && !areCookiesBlocked && (
            <Button
              // The times that have room are the better choice then.
              variant={refusal?.alternatives.length ? 'quiet' : 'primary'}
              size="lg"
              busy={isBusy}
              busyLabel="Holding…"
              onClick={() => void hold(last)}
            >
              Hold again
            </Button>
          )}
          <Link {...paths.events()} className={buttonStyle(last ? 'quiet' : 'primary', 'lg')}>
            Back to Events
          </Link>
        </div>
      </div>
      {last && <OrderCard cart={last} stage="choosing" locale={tenant.locale} />}
    </div>
  )
}

interface RefusedProps {
  last: CartView
  refusal: HoldAgainRefusal
}

/** Why the selection could not be held again, and the times that still have room. */
function Refused({ last, refusal }: RefusedProps) {
  const { message, advice, wayOn, alternatives } = refusal
  const { linkTo } = cartFlowOf(last)
  const offersTimes = alternatives.length > 0
  return (
    <>
      <Notice
        tone="warning"
        announce="alert"
        className="mt-6"
        title={holdTexts.failedTitle}
        actions={
          wayOn &&
          !offersTimes && (
            <Link {...linkTo(wayOn)} className={buttonStyle('quiet')}>
              {wayOn === 'time' ? 'Choose another time' : 'Back to the event'}
            </Link>
          )
        }
      >
        <p>{message}</p>
        <p className="mt-1">{advice}</p>
      </Notice>
      {offersTimes && (
        <div className="mt-6 max-w-120">
          <AlternativeTimes
            refused={{
              eventId: last.eventId,
              search: flowSearchOf(last),
              currency: last.quote.currency,
              linkToReview: (choice) => linkTo('review', choice),
            }}
            alternatives={alternatives}
            level={2}
          />
        </div>
      )}
    </>
  )
}
