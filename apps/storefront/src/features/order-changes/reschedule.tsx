import type { OrderView } from '@foyer/contract'
import { formatLongDate, formatTime, knownZone } from '@foyer/domain'
import { Button, Notice } from '@foyer/ui'
import { activeTickets } from '../../data/orders/order-changes.ts'
import { useApp } from '../../shared/app-context.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { Comparison } from './comparison.tsx'
import { ReschedulePrice } from './reschedule-price.tsx'
import { useReschedule } from './use-reschedule.ts'

export interface RescheduleTarget {
  sessionId: string
  date: string | undefined
  time: string | undefined
  /** No longer among that day's sessions. */
  isGone: boolean
}

interface RescheduleProps {
  order: OrderView
  email: string
  to: RescheduleTarget
  /** What it costs more than what was paid, minor units; null where that is not known. */
  differenceMinor: number | null
}

/** What is booked, what it becomes and what that costs; one press moves it where it costs no more. */
export function Reschedule({ order, email, to, differenceMinor }: RescheduleProps) {
  const move = useReschedule(order, email)
  // The server's word, once it has been asked, is worth more than what was seen before.
  const dearerMinor = move.differenceMinor ?? differenceMinor
  const isDearer = dearerMinor !== null && dearerMinor > 0
  const isThere = activeTickets(order).every(({ session }) => session.id === to.sessionId)
  return (
    <>
      <Comparison
        before={{ title: 'Current booking', children: <Current order={order} /> }}
        after={{ title: 'New booking', children: <When date={to.date} time={to.time} /> }}
      />
      {!isThere && <ReschedulePrice order={order} differenceMinor={dearerMinor} />}
      {isThere && (
        <Notice title="That is the time you have already" className="mt-6">
          Nothing has to change.
        </Notice>
      )}
      {to.isGone && !isThere && (
        <Notice tone="warning" title="This time is no longer offered">
          Choose another time. Your booking is as it was.
        </Notice>
      )}
      {!isDearer && !isThere && !to.isGone && (
        <Button
          variant="primary"
          size="lg"
          className="mt-8 w-full sm:w-auto sm:min-w-72"
          busy={move.isMoving}
          busyLabel="Processing..."
          onClick={() => move.start(to.sessionId)}
        >
          Complete Reschedule
        </Button>
      )}
    </>
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
