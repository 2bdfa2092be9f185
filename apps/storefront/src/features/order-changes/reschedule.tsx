import { ApiError, type OrderView } from '@foyer/contract'
import { formatLongDate, formatTime, knownZone, toMajor } from '@foyer/domain'
import { Button, ErrorCard, Notice, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { rescheduleQuoteQuery } from '../../data/orders/change-quotes.ts'
import { activeTickets } from '../../data/orders/order-changes.ts'
import { useApp } from '../../shared/app-context.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { Comparison } from './comparison.tsx'
import { ReschedulePrice } from './reschedule-price.tsx'
import { useReschedule } from './use-reschedule.ts'

/** The new session as the link names it; the server's data has precedence. */
interface RescheduleTarget {
  sessionId: string
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

/** The current booking, the new one and the price; one press changes it if nothing is to pay. */
export function Reschedule({ order, email, to }: RescheduleProps) {
  const app = useApp()
  const { locale } = app.tenant
  const reschedule = useReschedule(order, email)
  const quote = useQuery({
    ...rescheduleQuoteQuery(app, order.order.id, to.sessionId, { email }),
    // A price that was shown a while ago may have changed.
    refetchOnMount: 'always',
  })
  const { data, error } = quote
  const zone = knownZone(order.event.timeZone)
  const isThere = activeTickets(order).every(({ session }) => session.id === to.sessionId)
  const isPossible = data?.hasRoom && data.change.dueMinor === 0
  return (
    <>
      <Comparison
        before={{ title: 'Current booking', children: <Current order={order} /> }}
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
      {isThere ? (
        <Notice title="That is the time you have already" className="mt-6">
          Nothing has to change.
        </Notice>
      ) : (
        <>
          {data && <ReschedulePrice order={order} change={data.change} />}
          {data && hasOtherPrice(data.change, to.priceDifference) && (
            <Notice tone="warning" title="The price has changed" announce="status" className="mb-6">
              It is not the one that you saw when you chose this time. The amounts above are
              today's.
            </Notice>
          )}
          {data && !data.hasRoom && (
            <Notice tone="warning" title="This time has too few tickets left" announce="status">
              Choose another time. Your booking is as it was.
            </Notice>
          )}
          {quote.isPending && <Skeleton className="my-6 h-44" />}
          {error && !data && (
            <NoQuote
              error={error}
              onRetry={() => void quote.refetch()}
              isRetrying={quote.isFetching}
            />
          )}
          {isPossible && (
            <Button
              variant="primary"
              size="lg"
              className="mt-2 w-full sm:w-auto sm:min-w-72"
              busy={reschedule.isPending}
              busyLabel="Processing..."
              onClick={() => reschedule.mutate(to.sessionId)}
            >
              Complete Reschedule
            </Button>
          )}
        </>
      )}
    </>
  )
}

/** Compared in minor units: '10' and '10.00' are one amount. */
function hasOtherPrice(
  { dueMinor, after }: { dueMinor: number; after: { currency: string } },
  shown: string | undefined,
): boolean {
  return shown !== undefined && Number(shown) !== toMajor(dueMinor, after.currency)
}

interface NoQuoteProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** The server refuses the time, or could not be reached. */
function NoQuote({ error, onRetry, isRetrying }: NoQuoteProps) {
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
      >
        Choose another time. Your booking is as it was.
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

function Current({ order }: { order: OrderView }) {
  const { locale } = useApp().tenant
  const zone = knownZone(order.event.timeZone)
  return (
    <>
      <When
        date={order.order.selectedDate}
        time={formatTime(order.session.startTime, zone, locale)}
      />
      <p className="mt-1 text-sm">{ticketsText(activeTickets(order).length)}</p>
    </>
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
