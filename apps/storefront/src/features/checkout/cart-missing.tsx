import { formatLongDate, parseSelection, totalQuantity } from '@foyer/domain'
import { buttonStyle, EmptyState, notify, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { eventQuery } from '../../data/queries.ts'
import { API_FAMILY } from '../../routing/families.ts'
import { useNavigate, useSearch } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { readCheckoutSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { nameOf } from '../../shared/event/event-text.ts'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { holdTexts } from '../../shared/purchase-text.ts'

interface CartMissingProps {
  isRecordBroken: boolean
  /** A bank's page sent the buyer here, perhaps into another browser than the one that pays. */
  isReturn: boolean
}

/** This browser has no such cart. If its record cannot be read, says so and goes to the events at once. */
export function CartMissing({ isRecordBroken, isReturn }: CartMissingProps) {
  const navigate = useNavigate()
  const reportAndLeave = useEffectEvent(() => {
    void notify({
      tone: 'danger',
      title: holdTexts.invalidTitle,
      description: 'Your cart could not be read. Please choose your tickets again.',
    })
    void navigate(paths.events())
  })
  useEffect(() => {
    if (isRecordBroken) reportAndLeave()
  }, [isRecordBroken])
  if (isRecordBroken) return null
  if (isReturn) return <ReturnInOtherBrowser />
  return <NotInThisBrowser />
}

/**
 * A cart belongs to the browser that held it. The address names what it was made of, so that a
 * friend who got the link, or the same buyer elsewhere, can choose the same.
 */
function NotInThisBrowser() {
  const { event: eventId, ...choices } = useSearch(readCheckoutSearch)
  const app = useApp()
  const { data: event, isLoading } = useQuery({
    ...eventQuery(app, eventId ?? ''),
    enabled: Boolean(eventId),
  })
  const count = totalQuantity(parseSelection(choices.types))
  const offered = event && count > 0 ? event : null
  const day = choices.date && formatLongDate(choices.date, app.tenant.locale)
  // Without it, 'Back to Events' would be the first button, and change its place a moment later.
  if (isLoading) return <Skeleton className="my-6 h-72" />
  const reason = (
    <EmptyState
      level={1}
      title="This cart opens only where it was made"
      actions={
        <>
          {offered && (
            <Link
              {...paths.step(API_FAMILY, 'review', offered.id, choices)}
              className={buttonStyle('primary', 'lg')}
            >
              {`Choose the same ${ticketsText(count)}`}
            </Link>
          )}
          <Link {...paths.events()} className={buttonStyle(offered ? 'quiet' : 'primary', 'lg')}>
            Back to Events
          </Link>
        </>
      }
    >
      {offered ? (
        <>
          <p className="text-text">
            <span className="font-semibold">{nameOf(offered)}</span>
            {day && `, ${day}`}
          </p>
          <p className="mt-1">
            The link is to the cart of another browser, or of a hold that has ended. You can choose
            the same tickets, with a cart of your own.
          </p>
        </>
      ) : (
        <p>
          It belongs to another browser, or its hold has ended. Your tickets are one choice away.
        </p>
      )}
      <p className="mt-3 text-xs">{`${holdTexts.notFoundTitle}. ${holdTexts.notFound}`}</p>
    </EmptyState>
  )
  return (
    <>
      {reason}
      {!offered && (
        // It has the page's margins itself.
        <div className="-mx-4 sm:-mx-6">
          <Suspense>
            <WhatIsOn />
          </Suspense>
        </div>
      )}
    </>
  )
}

const WhatIsOn = lazy(async () => ({
  default: (await import('../../shared/event/more-events.tsx')).WhatIsOn,
}))

/** Some banks' apps return to the default browser of the device, not to the one that the buyer used. */
const ReturnInOtherBrowser = () => (
  <EmptyState
    level={1}
    title="Your payment goes on where you started it"
    actions={
      <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
        Back to Events
      </Link>
    }
  >
    <p>
      Your bank has led you to another browser, which does not know your cart. The one you started
      in shows the result. If you paid, your tickets are on their way by email, even if you close
      both.
    </p>
  </EmptyState>
)
