import type { OrderView } from '@foyer/contract'
import { admitsText } from '@foyer/domain'
import {
  Badge,
  buttonStyle,
  Surface,
  TicketCard,
  TicketCardBody,
  TicketCardCode,
  TicketCardFooter,
  TicketCardMain,
  TicketCardTear,
} from '@foyer/ui'
import { CircleCheck, Ticket } from '@foyer/ui/icons'
import { lazy, Suspense } from 'react'
import { hasOnlyCancelledTickets } from '../../data/orders/order-changes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { dateText, EventLines, timeText } from '../../shared/order/event-lines.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import { CannotGo } from './cannot-go.tsx'
import { ORDER_HEADINGS } from './confirmation-screen.tsx'
import { ManageOrder } from './manage-order.tsx'
import { ReceiptLink } from './order-actions.tsx'
import type { OrderDialogs } from './order-dialogs.ts'
import { OrderTotals } from './order-totals.tsx'
import { isAdmitting, QrCode, TicketBadge } from './ticket-code.tsx'
import { WaiverLine } from './waiver-line.tsx'

// Few shops ask for it. If it cannot be fetched, the rest of the page stays.
const NewsConsent = lazy(() =>
  import('./news-consent.tsx')
    .then((module) => ({ default: module.NewsConsent }))
    .catch(() => ({ default: () => null })),
)

const FAILURE = {
  title: 'Error Loading Order',
  message: 'Unable to load order details',
  missing: 'Order Not Found',
}

interface OrderScreenProps {
  orderId: string
  linked: OrderCredential
  dialogs: OrderDialogs
}

/** The order on one page without the site around it: what a buyer shows, prints or keeps open. */
export function OrderScreen({ orderId, linked, dialogs }: OrderScreenProps) {
  const access = useOrder(orderId, linked)
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => <Order order={order} credential={access.credential} dialogs={dialogs} />}
    </OrderState>
  )
}

interface OrderProps {
  order: OrderView
  credential: OrderCredential
  dialogs: OrderDialogs
}

function Order({ order, credential, dialogs }: OrderProps) {
  const { locale, consents } = useApp().tenant
  const { order: head, event } = order
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <Badge tone={head.status === 'PAID' ? 'success' : 'neutral'}>
          {head.status === 'PAID' && <CircleCheck aria-hidden="true" className="size-3.5" />}
          {ORDER_HEADINGS[head.status]}
        </Badge>
        <h1 className="mt-3 font-display text-title font-bold break-words">{event.name}</h1>
        <div className="mt-3 text-muted">
          <EventLines order={order} locale={locale} />
        </div>
        <p className="mt-3">
          Order number <strong className="figures font-semibold">{head.orderNumber}</strong>
        </p>
        <WaiverLine orderId={order.order.id} waivers={order.waivers} credential={credential} />
        <AnswerNotice order={order} credential={credential} />
        <h2 className="mt-10 mb-4 font-display text-lg font-bold">Tickets</h2>
        <TicketCards order={order} locale={locale} />
        <div className="mt-10 empty:hidden">
          <CannotGo order={order} credential={credential} />
        </div>
        <ManageOrder order={order} credential={credential} dialogs={dialogs} />
        {consents && (
          <Suspense>
            <NewsConsent orderId={head.id} credential={credential} />
          </Suspense>
        )}
        <div className="mt-10 grid gap-3 sm:flex print:hidden">
          <Link
            {...paths.orderTickets(head.id, credential)}
            className={buttonStyle('primary', 'lg')}
          >
            <Ticket aria-hidden="true" className="size-5" />
            View Tickets
          </Link>
          <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
            Browse More Events
          </Link>
        </div>
      </div>
      <aside className="grid gap-8">
        <OrderCode order={order} />
        <Surface>
          <h2 className="mb-5 font-display text-lg font-bold">Order Summary</h2>
          <div className="flex flex-col gap-4">
            <OrderTotals order={order} locale={locale} totalLabel="Total paid" />
          </div>
          <div className="mt-6 grid print:hidden">
            <ReceiptLink orderId={head.id} credential={credential} />
          </div>
        </Surface>
        {/* Where a ticket is left, the block above names the same address. */}
        {hasOnlyCancelledTickets(order) && <Support />}
      </aside>
    </div>
  )
}

/** A card for each ticket with its type, its code and, if the order has several, its date. */
function TicketCards({ order, locale }: { order: OrderView; locale: string }) {
  const { tickets, event } = order
  if (tickets.length === 0) {
    return <p className="text-muted">The codes appear here once you are connected.</p>
  }
  const hasSeveralSessions = new Set(tickets.map(({ session }) => session.id)).size > 1
  return (
    <ul className="grid gap-5 sm:grid-cols-2">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="break-inside-avoid">
          <TicketCard stage="paid" label={`Ticket ${ticket.number} of ${tickets.length}`}>
            <TicketCardMain>
              <TicketCardBody className="pt-5">
                <div className="flex items-center justify-between gap-3">
                  <p className="text-sm text-muted">{`Ticket ${ticket.number} of ${tickets.length}`}</p>
                  <TicketBadge ticket={ticket} />
                </div>
                <p className="mt-1 font-display text-lg font-bold break-words">{ticket.typeName}</p>
                <p className="font-semibold empty:hidden">{admitsText(ticket.places ?? 1)}</p>
                {hasSeveralSessions && (
                  <p className="text-sm text-muted">
                    {`${dateText(ticket.session.date, locale)}, ${timeText(ticket.session.startTime, event.timeZone, locale)}`}
                  </p>
                )}
              </TicketCardBody>
            </TicketCardMain>
            <TicketCardTear />
            <TicketCardFooter>
              {isAdmitting(ticket) ? (
                <p className="font-mono text-base tracking-wider">{ticket.validationCode}</p>
              ) : (
                <p className="text-sm text-muted">Its code is no longer valid.</p>
              )}
            </TicketCardFooter>
          </TicketCard>
        </li>
      ))}
    </ul>
  )
}

/** The code that names the order; it opens no door, and no order by itself. */
function OrderCode({ order }: { order: OrderView }) {
  const { id, eventId, orderNumber } = order.order
  return (
    <figure className="grid justify-items-center gap-3">
      <TicketCardCode>
        <QrCode
          value={JSON.stringify({ orderId: id, eventId })}
          label={`QR code of order ${orderNumber}`}
        />
      </TicketCardCode>
      <figcaption className="max-w-58 text-sm text-muted">
        This code names your order and its event. At the door, each ticket has a code of its own:
        View Tickets shows them.
      </figcaption>
    </figure>
  )
}

function Support() {
  const { supportEmail } = useApp().tenant
  return (
    <p className="text-sm text-muted">
      Questions about your order? Write to{' '}
      <a href={`mailto:${supportEmail}`} className="link break-words">
        {supportEmail}
      </a>
      .
    </p>
  )
}
