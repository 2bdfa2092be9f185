import type { OrderView } from '@foyer/contract'
import {
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardTear,
} from '@foyer/ui'
import type { ReactNode } from 'react'
import { activeTickets } from '../../data/orders/order-changes.ts'
import { useApp } from '../../shared/app-context.tsx'
import { Poster } from '../../shared/event/poster.tsx'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'

interface ChangeLayoutProps {
  order: OrderView
  heading: string
  children: ReactNode
}

/** The decision at the start; the booking it concerns beside it on wide screens. */
export function ChangeLayout({ order, heading, children }: ChangeLayoutProps) {
  const { locale } = useApp().tenant
  const { event } = order
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-20">
      <div className="min-w-0 lg:max-w-form">
        <h1 className="font-display text-title font-bold">{heading}</h1>
        <p className="mt-2 text-muted">{`${event.name}, order ${order.order.orderNumber}`}</p>
        <div className="mt-6">{children}</div>
      </div>
      <aside className="max-lg:hidden">
        <TicketCard stage="choosing" label="Your booking">
          <TicketCardHeader
            title={event.name}
            poster={<Poster event={event} format="wide" date={order.order.selectedDate} />}
          >
            <EventLines order={order} locale={locale} />
          </TicketCardHeader>
          <TicketCardBody>
            <p className="text-sm">{ticketsText(activeTickets(order).length)}</p>
          </TicketCardBody>
          <TicketCardTear />
          <TicketCardFooter>
            <p className="text-sm text-muted">{`Order ${order.order.orderNumber}`}</p>
          </TicketCardFooter>
        </TicketCard>
      </aside>
    </div>
  )
}
