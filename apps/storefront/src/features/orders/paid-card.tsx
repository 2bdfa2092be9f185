import type { OrderView } from '@foyer/contract'
import {
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardMain,
  TicketCardTear,
} from '@foyer/ui'
import { Poster } from '../../shared/event/poster.tsx'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { QuoteLines, QuoteTotals } from '../../shared/order/quote-rows.tsx'
import { TicketCode } from './ticket-code.tsx'

interface PaidCardProps {
  order: OrderView
  locale: string
  /** Lies down where there is room, its poster left out: for the width of a page. */
  wide?: boolean
  className?: string
}

/** The order's last stage: torn off, and carrying the code that opens the door. */
export function PaidCard({ order, locale, wide = false, className }: PaidCardProps) {
  const { event, order: head } = order
  const poster = <Poster event={event} format="wide" date={head.selectedDate} />
  return (
    <TicketCard wide={wide} stage="paid" label="Your order" className={className}>
      <TicketCardMain>
        <TicketCardHeader
          title={event.name}
          poster={wide ? <div className="sm:hidden">{poster}</div> : poster}
        >
          <EventLines order={order} locale={locale} />
        </TicketCardHeader>
        <TicketCardBody className="mt-auto flex flex-col gap-4">
          <QuoteLines quote={head.quote} locale={locale} />
          <QuoteTotals quote={head.quote} locale={locale} />
        </TicketCardBody>
      </TicketCardMain>
      <TicketCardTear />
      <TicketCardFooter className="grid place-items-center">
        <FirstCode tickets={order.tickets} />
      </TicketCardFooter>
    </TicketCard>
  )
}

function FirstCode({ tickets }: Pick<OrderView, 'tickets'>) {
  const [first] = tickets
  if (!first) {
    return <p className="text-sm text-muted">The codes appear here once you are connected.</p>
  }
  return (
    <div>
      <TicketCode ticket={first} count={tickets.length} />
      {tickets.length > 1 && (
        <p className="mt-2 max-w-58 text-center text-sm text-muted">
          {`Ticket 1 of ${tickets.length}. View Tickets shows them all.`}
        </p>
      )}
    </div>
  )
}
