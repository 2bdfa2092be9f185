import type { OrderView } from '@foyer/contract'
import {
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardMain,
  TicketCardTear,
} from '@foyer/ui'
import type { OrderCredential } from '../../data/queries.ts'
import { Poster } from '../../shared/event/poster.tsx'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { TicketBadge, TicketCode } from './ticket-code.tsx'
import { AppleWalletLink } from './wallets.tsx'

interface OrderTicketProps {
  order: OrderView
  ticket: OrderView['tickets'][number]
  credential: OrderCredential
  locale: string
}

/** One complete ticket with its code. Printed, it fills a page of its own. */
export function OrderTicket({ order, ticket, credential, locale }: OrderTicketProps) {
  const count = order.tickets.length
  return (
    <TicketCard wide stage="paid" label={`Ticket ${ticket.number} of ${count}`}>
      <TicketCardMain className="xl:grid xl:grid-cols-[15.5rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] print:block">
        <div className="relative row-span-2 overflow-clip rounded-s-lg max-xl:hidden print:hidden">
          <Poster
            event={order.event}
            format="poster"
            date={ticket.session.date}
            className="absolute inset-0 h-full"
          />
        </div>
        <TicketCardHeader title={order.event.name}>
          <EventLines order={order} ticket={ticket} locale={locale} />
        </TicketCardHeader>
        <TicketCardBody className="mt-auto pb-5">
          <div className="flex items-center justify-between gap-3">
            <p className="text-sm text-muted">{`Ticket ${ticket.number} of ${count}`}</p>
            <TicketBadge ticket={ticket} />
          </div>
          <p className="mt-1 font-display text-lg font-bold">{ticket.typeName}</p>
          <p className="text-sm text-muted">
            {`${order.order.firstName} ${order.order.lastName}, order ${order.order.orderNumber}`}
          </p>
        </TicketCardBody>
      </TicketCardMain>
      <TicketCardTear />
      <TicketCardFooter className="grid place-items-center sm:py-5">
        <TicketCode ticket={ticket} count={count} />
        <AppleWalletLink orderId={order.order.id} ticket={ticket} credential={credential} />
      </TicketCardFooter>
    </TicketCard>
  )
}
