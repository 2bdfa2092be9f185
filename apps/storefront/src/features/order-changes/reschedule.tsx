import { ApiError, type OrderView } from '@foyer/contract'
import { formatLongDate, formatTime, knownZone } from '@foyer/domain'
import { buttonStyle, ErrorCard, Notice, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rescheduleQuoteQuery } from '../../data/orders/change-quotes.ts'
import { activeTickets } from '../../data/orders/order-changes.ts'
import { readRescheduleReason } from '../../data/stored/reschedule-records.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { notifyOfChange } from '../../shared/order/notify-of-mail.ts'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { Comparison } from './comparison.tsx'
import { ChangePayment } from './payment/change-payment.tsx'
import { useChange } from './payment/use-change.ts'
import { RescheduleOffer } from './reschedule-offer.tsx'
import { RESCHEDULED, useKeepReschedule } from './rescheduled.ts'

/** The new session as the link names it; the server's data has precedence. */
interface RescheduleTarget {
  sessionId: string
  /** Ids separated by commas; undefined: all tickets. */
  ticketIds: string | undefined
  date: string | undefined
  time: string | undefined
  /** Major units, as it was shown when the time was chosen. */
  priceDifference: string | undefined
}

interface RescheduleProps {
  order: OrderView
  email: string
  to: RescheduleTarget
}

/** The current booking, the new one and the price; then the payment, or one press if nothing is due. */
export function Reschedule({ order, email, to }: RescheduleProps) {
  const app = useApp()
  const navigate = useNavigate()
  const keep = useKeepReschedule()
  const { locale } = app.tenant
  const { id } = order.order
  const { sessionId: newSessionId, ticketIds } = to
  const quote = useQuery({
    ...rescheduleQuoteQuery(app, id, { email, newSessionId, ticketIds }),
    // A price that was shown a while ago may have changed.
    refetchOnMount: 'always',
  })
  const change = useChange(id, order, async (made, reference) => {
    keep(order.event.id, id, made, reference)
    await navigate({ ...paths.orderConfirmation(id, { email }), replace: true })
    void notifyOfChange(app, { orderId: id, credential: { email } }, RESCHEDULED)
  })
  const { data, error } = quote
  const zone = knownZone(order.event.timeZone)
  const moving = activeTickets(order).filter((ticket) => ticketIds?.includes(ticket.id) ?? true)
  const isThere = moving.length > 0 && moving.every(({ session }) => session.id === newSessionId)
  const wayOn = (
    <Link {...paths.manageOrder(id, { email })} className={buttonStyle()}>
      Choose another time
    </Link>
  )
  const isQuoted = change.state.step === 'opening' || change.state.step === 'quoted'
  return (
    <>
      <Comparison
        before={{
          title: 'Current booking',
          children: (
            <>
              <When
                date={moving[0]?.session.date ?? order.order.selectedDate}
                time={formatTime(
                  moving[0]?.session.startTime ?? order.session.startTime,
                  zone,
                  locale,
                )}
              />
              <p className="mt-1 text-sm">{ticketsText(moving.length)}</p>
            </>
          ),
        }}
        after={{
          title: 'New booking',
          children: (
            <When
              date={data?.session.date ?? to.date}
              time={data ? formatTime(data.session.startTime, zone, locale) : to.time}
            />
          ),
        }}
      />
      {isThere && isQuoted && (
        <Notice title="That is the time you have already" className="mt-6" actions={wayOn}>
          Nothing has to change.
        </Notice>
      )}
      {!isThere && quote.isPending && <Skeleton className="my-6 h-44" />}
      {!isThere && isQuoted && error && !data && (
        <NoQuote
          error={error}
          onRetry={() => void quote.refetch()}
          isRetrying={quote.isFetching}
          wayOn={wayOn}
        />
      )}
      {!isThere && data && (
        <RescheduleOffer
          quote={data}
          isFresh={!quote.isFetching}
          request={{
            email,
            change: {
              type: 'reschedule',
              newSessionId,
              ticketIds: ticketIds?.split(','),
              reason: readRescheduleReason(id),
            },
            dueMinor: data.change.dueMinor,
            currency: data.change.after.currency,
          }}
          zone={zone}
          shownDifference={to.priceDifference}
          wayOn={wayOn}
          {...change}
        />
      )}
      <ChangePayment {...change} wayOn={wayOn} />
    </>
  )
}

interface NoQuoteProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
  wayOn: ReactNode
}

/** The server refuses the time, or could not be reached. */
function NoQuote({ error, onRetry, isRetrying, wayOn }: NoQuoteProps) {
  if (error instanceof ApiError && error.status < 500) {
    return (
      <Notice
        tone="warning"
        announce="status"
        title={
          error.code === 'session_not_found'
            ? 'This time is no longer offered'
            : 'This order cannot be rescheduled at this time.'
        }
        className="mt-6"
        actions={wayOn}
      >
        Your booking is as it was.
      </Notice>
    )
  }
  return (
    <div className="mt-6">
      <ErrorCard
        level={2}
        title="The price could not be loaded"
        message="Nothing about your order has changed. Try again in a moment."
        onRetry={onRetry}
        retrying={isRetrying}
      />
    </div>
  )
}

function When({ date, time }: { date: string | undefined; time: string | undefined }) {
  const { locale } = useApp().tenant
  return (
    <>
      <p className="font-display text-lg leading-tight font-bold">{time ?? 'The time you chose'}</p>
      {date && <p className="mt-1">{formatLongDate(date, locale)}</p>}
    </>
  )
}
