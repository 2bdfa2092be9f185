import type { OrderView } from '@foyer/contract'
import { formatTime, knownZone } from '@foyer/domain'
import { buttonStyle, ErrorCard, Notice, notify, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { rescheduleOptionsQuery } from '../../data/orders/change-quotes.ts'
import { rescheduleSearchOf } from '../../data/orders/order-changes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import type { RescheduleSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'
import { OrderState } from '../../shared/order/order-state.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import { ChangeLayout } from './change-layout.tsx'
import { GoToCheckout } from './payment/go-to-checkout.tsx'
import { type PendingChange, readPendingChange } from './payment/pending-change.ts'
import { Reschedule } from './reschedule.tsx'

const INVALID_ACCESS = 'Unable to load order details. Please check your order ID and email.'

const FAILURE = {
  title: 'Invalid Access',
  message: INVALID_ACCESS,
  missing: 'Invalid Access',
  missingText: INVALID_ACCESS,
}

/**
 * The checkout of a reschedule. Without order, e-mail address and new session there is nothing to
 * confirm; the session may also be named by its date and time.
 */
export function RescheduleScreen(search: RescheduleSearch) {
  // The record of a payment is in the browser: the server's page cannot know it.
  return useHydrated() ? <Checkout {...search} /> : <Skeleton className="h-80 max-w-form" />
}

function Checkout(search: RescheduleSearch) {
  // Read once, since the record ends with the payment.
  const [pending] = useState(() => (search.orderId ? readPendingChange(search.orderId) : null))
  const { orderId, email, sessionId, ticketIds, ...details } = withPending(search, pending)
  const { newDate, newTime } = details
  if (orderId && pending && (pending.token || pending.change.type === 'upgrade')) {
    return <GoToCheckout orderId={orderId} pending={pending} replace />
  }
  if (!orderId || !email || !(sessionId || (newDate && newTime))) return <Incomplete />
  return (
    <Confirmation
      orderId={orderId}
      email={email}
      sessionId={sessionId}
      ticketIds={ticketIds}
      details={details}
    />
  )
}

/**
 * The address, completed by the record of a change that this browser began to pay: a bank's redirect
 * returns without the query.
 */
function withPending(search: RescheduleSearch, pending: PendingChange | null): RescheduleSearch {
  if (pending?.change.type !== 'reschedule') return search
  const { email, change } = pending
  return {
    ...search,
    email: search.email ?? email,
    sessionId: change.newSessionId,
    ticketIds: change.ticketIds?.join(','),
  }
}

function Incomplete() {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    void notify({
      tone: 'danger',
      title: 'Invalid Parameters',
      description:
        'Missing required information for reschedule checkout. Please start the reschedule process from your order management page.',
    })
    void navigate({ ...paths.manageOrders(), replace: true })
  })
  useEffect(() => leave(), [])
  return null
}

interface ConfirmationProps {
  orderId: string
  email: string
  sessionId: string | undefined
  ticketIds: string | undefined
  details: RescheduleSearch
}

function Confirmation({ orderId, email, sessionId, ticketIds, details }: ConfirmationProps) {
  const access = useOrder(orderId, { email })
  const { locale } = useApp().tenant
  const { eventId, newDate: date, newTime: time, priceDifference } = details
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => (
        <>
          {eventId ? (
            <BackLink
              {...paths.legacyEventTime(order.event.id, {
                ...rescheduleSearchOf(order, locale),
                date,
              })}
            >
              Choose another time
            </BackLink>
          ) : (
            <BackLink {...paths.manageOrder(orderId, { email })}>Back to your order</BackLink>
          )}
          <ChangeLayout order={order} heading="Reschedule your order">
            <SessionFound
              order={order}
              email={email}
              sessionId={sessionId}
              ticketIds={ticketIds}
              at={{ date, time }}
            >
              {(found) => (
                <Reschedule
                  order={order}
                  email={email}
                  to={{ sessionId: found, ticketIds, date, time, priceDifference }}
                />
              )}
            </SessionFound>
          </ChangeLayout>
        </>
      )}
    </OrderState>
  )
}

interface SessionFoundProps {
  order: OrderView
  email: string
  sessionId: string | undefined
  ticketIds: string | undefined
  at: { date: string | undefined; time: string | undefined }
  children: (sessionId: string) => ReactNode
}

/** Finds the session by its date and time, if the address does not name it. */
function SessionFound({ order, email, sessionId, ticketIds, at, children }: SessionFoundProps) {
  const app = useApp()
  const query = useQuery({
    ...rescheduleOptionsQuery(app, order.order.id, { email, ticketIds, date: at.date }),
    enabled: sessionId === undefined,
  })
  if (sessionId) return children(sessionId)
  if (query.isPending) return <Skeleton className="h-80 max-w-form" />
  if (!query.data) {
    return (
      <ErrorCard
        level={2}
        title="Reschedule Failed"
        message="Failed to reschedule your order. Please try again."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const zone = knownZone(order.event.timeZone)
  const found = query.data.availableSessions.find(
    ({ date, startTime }) =>
      date === at.date && isSameTime(at.time ?? '', startTime, zone, app.tenant.locale),
  )
  if (found) return children(found.id)
  return (
    <Notice
      tone="warning"
      announce="status"
      title="This time is no longer offered"
      actions={
        <Link {...paths.manageOrder(order.order.id, { email })} className={buttonStyle()}>
          Choose another time
        </Link>
      }
    >
      Your booking is as it was.
    </Notice>
  )
}

/** Whether an address means this start: as the page shows it ('7:00 PM'), or as '19:00' or '19:00:00'. */
function isSameTime(text: string, startTime: string, zone: string, locale: string): boolean {
  const plain = (time: string) => time.replace(/\s+/g, ' ').trim().toLowerCase()
  const shown = [locale, 'en-US', 'en-GB'].map((each) => formatTime(startTime, zone, each))
  return shown.map(plain).includes(plain(text).replace(/^(\d{1,2}:\d{2}):00/, '$1'))
}
