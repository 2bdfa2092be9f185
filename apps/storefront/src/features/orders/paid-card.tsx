import type { OrderView } from '@foyer/contract'
import {
  TicketCard,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardMain,
  TicketCardTear,
} from '@foyer/ui'
import { Poster } from '../../shared/event/poster.tsx'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { isAdmitting, TicketCode } from './ticket-code.tsx'

interface PaidCardProps {
  order: OrderView
  locale: string
  /** Without its poster, and horizontal on wide screens, for the width of a page. */
  wide?: boolean
  className?: string
}

/** The last stage of the ticket card: torn off, with the code for the door. */
export function PaidCard({ order, locale, wide = false, className }: PaidCardProps) {
  const { event, order: head } = order
  const poster = <Poster event={event} format="wide" date={head.selectedDate} />
  return (
    <TicketCard wide={wide} stage="paid" label="Your order" className={className}>
      <TicketCardMain>
        <TicketCardHeader title={event.name} poster={wide ? null : poster}>
          <EventLines order={order} locale={locale} />
        </TicketCardHeader>
      </TicketCardMain>
      <TicketCardTear />
      <TicketCardFooter className="grid place-items-center">
        <FirstCode tickets={order.tickets} />
      </TicketCardFooter>
    </TicketCard>
  )
}

/** The code of the first ticket that is still valid, or of the first one if none is. */
function FirstCode({ tickets }: Pick<OrderView, 'tickets'>) {
  const shown =
    tickets.find(isAdmitting) ?? tickets.find((ticket) => !ticket.isCancelled) ?? tickets[0]
  if (!shown) {
    return <p className="text-sm text-muted">The codes appear here once you are connected.</p>
  }
  return (
    <div>
      <TicketCode ticket={shown} count={tickets.length} />
      {tickets.length > 1 && (
        <p className="mt-2 max-w-58 text-center text-sm text-muted">
          {`Ticket ${shown.number} of ${tickets.length}. View Tickets shows them all.`}
        </p>
      )}
    </div>
  )
}
