import { formatLongDate, HOLD_SECONDS, parseSelection, totalQuantity } from '@foyer/domain'
import { Button, buttonStyle, EmptyState, notify, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { eventQuery } from '../../data/queries.ts'
import { API_FAMILY } from '../../routing/families.ts'
import { useNavigate, useSearch } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { readCheckoutSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useCookiesBlocked } from '../../shared/browser/cookies.ts'
import { nameOf } from '../../shared/event/event-text.ts'
import { LaterWhatIsOn } from '../../shared/event/later-events.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { holdTexts } from '../../shared/purchase-text.ts'

interface CartMissingProps {
  isRecordBroken: boolean
  /** This browser has just held the cart, and did not keep the cookie that opens it. */
  isCookieLost: boolean
  /** A bank's page sent the buyer here, perhaps into another browser than the one that pays. */
  isReturn: boolean
}

/** This browser has no such cart. If its record cannot be read, says so and goes to the events at once. */
export function CartMissing({ isRecordBroken, isCookieLost, isReturn }: CartMissingProps) {
  const areCookiesBlocked = useCookiesBlocked()
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
  if (isCookieLost || areCookiesBlocked) return <WithoutCookie />
  return <NotInThisBrowser />
}

/** To choose the same again would hold it a second time, so the way on is the cookie. */
const WithoutCookie = () => (
  <EmptyState
    level={1}
    title={holdTexts.notFoundTitle}
    actions={
      <>
        <Button variant="primary" size="lg" onClick={() => location.reload()}>
          Check again
        </Button>
        <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
          Back to Events
        </Link>
      </>
    }
  >
    <p className="text-text">{holdTexts.notFound}</p>
    <p className="mt-1">
      Your browser did not keep the cookie by which we know that this cart is yours. Nothing was
      charged, and what it holds is free again after {HOLD_SECONDS / 60} minutes. Allow cookies for
      this site, by the sign at the left of the address, then choose your tickets again.
    </p>
  </EmptyState>
)

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
      title={holdTexts.notFoundTitle}
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
      <p className="text-text">{holdTexts.notFound}</p>
      {offered ? (
        <>
          <p className="mt-3 text-text">
            <span className="font-semibold">{nameOf(offered)}</span>
            {day && `, ${day}`}
          </p>
          <p className="mt-1">
            A cart opens only in the browser that made it. You can choose the same tickets, with a
            cart of your own.
          </p>
        </>
      ) : (
        <p className="mt-1">
          A cart opens only in the browser that made it. Your tickets are one choice away.
        </p>
      )}
    </EmptyState>
  )
  return (
    <>
      {reason}
      {!offered && <LaterWhatIsOn />}
    </>
  )
}

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
