import type { OrderCard as Card } from '@foyer/contract'
import {
  formatAmount,
  formatLongDate,
  formatTime,
  fromMajor,
  isMaskedEmail,
  knownZone,
} from '@foyer/domain'
import { Badge, Surface } from '@foyer/ui'
import { useApp } from '../../shared/app-context.tsx'
import { Poster } from '../../shared/event/poster.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { CardActions } from './card-actions.tsx'
import { UnlockForm } from './change-links.tsx'
import type { OrderDialogs } from './order-dialogs.ts'
import { WaiverLine } from './waiver-line.tsx'

interface OrderCardProps {
  order: Card
  dialogs: OrderDialogs
  /** The order has changed: the list reads it again. */
  onChanged: () => void
  /** Opens an order fully that only a link opened; rejects for another address than its own. */
  onUnlock?: (email: string) => Promise<void>
}

/** An order of the list, with what can be done with it. */
export function OrderCard({ order, dialogs, onChanged, onUnlock }: OrderCardProps) {
  const { locale } = useApp().tenant
  const zone = knownZone(order.venueTimezone)
  const date = new Date(order.sessionDate).toLocaleDateString('en-CA', { timeZone: zone })
  const active = order.tickets.filter((ticket) => !ticket.isCancelled)
  return (
    <Surface kind="outlined">
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-4 sm:grid-cols-[6rem_minmax(0,1fr)] sm:gap-6">
        <Poster
          event={order}
          format="poster"
          date={date}
          sizes="6rem"
          className="aspect-4/5 rounded-md"
        />
        <div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-2">
            <h2 className="font-display text-xl font-bold text-balance">{order.eventName}</h2>
            <Badge tone={order.status === 'PAID' ? 'success' : 'neutral'}>{order.status}</Badge>
          </div>
          <p className="mt-2">
            {`${formatLongDate(date, locale)}, ${formatTime(order.sessionDate, zone, locale)}`}
          </p>
          <p className="text-sm text-muted">{`Order ${order.orderNumber}\u00a0· ${ticketsText(active.length).replace(' ', '\u00a0')}\u00a0· ${formatAmount(
            fromMajor(order.totalAmount, order.currency) ?? 0,
            order.currency,
            locale,
          )}`}</p>
        </div>
      </div>
      <ul className="mt-5 divide-y divide-edge border-y border-edge">
        {order.tickets.map((ticket) => (
          <li key={ticket.id} className="flex items-center justify-between gap-3 py-2.5">
            <span>{ticket.ticketTypeName}</span>
            {ticket.isRedeemed && !ticket.isCancelled ? (
              <Badge>USED</Badge>
            ) : (
              <Badge tone={ticket.isCancelled ? 'neutral' : 'success'}>{ticket.status}</Badge>
            )}
          </li>
        ))}
      </ul>
      {isMaskedEmail(order.email) && onUnlock ? (
        <UnlockForm onSubmit={onUnlock} />
      ) : (
        <>
          <WaiverLine
            orderId={order.id}
            waivers={order.waivers}
            credential={{ email: order.email }}
          />
          <div className="mt-5">
            <CardActions order={order} dialogs={dialogs} onChanged={onChanged} />
          </div>
        </>
      )}
    </Surface>
  )
}
