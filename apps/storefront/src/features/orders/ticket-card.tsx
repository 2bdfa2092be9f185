import type { OrderView } from '@foyer/contract'
import { Stub, StubBody, StubFooter, StubHeader, StubTear } from '@foyer/ui'
import { EventLines } from './event-lines.tsx'
import { TicketBadge, TicketCode } from './ticket-code.tsx'

interface TicketCardProps {
  order: OrderView
  ticket: OrderView['tickets'][number]
  locale: string
}

/** One ticket, whole: what, when, where, which, and its code. On paper it has a page of its own. */
export function TicketCard({ order, ticket, locale }: TicketCardProps) {
  const count = order.tickets.length
  return (
    <Stub
      stage="paid"
      label={`Ticket ${ticket.number} of ${count}`}
      className="h-full print:mx-auto print:h-auto print:max-w-stub"
    >
      <StubHeader title={order.event.name}>
        <EventLines order={order} locale={locale} />
      </StubHeader>
      <StubBody className="flex-1">
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm text-muted">{`Ticket ${ticket.number} of ${count}`}</p>
          <TicketBadge ticket={ticket} />
        </div>
        <p className="mt-1 font-display text-lg font-bold">{ticket.typeName}</p>
        <p className="text-sm text-muted">
          {`${order.order.firstName} ${order.order.lastName}, order ${order.order.orderNumber}`}
        </p>
      </StubBody>
      <StubTear />
      <StubFooter>
        <TicketCode ticket={ticket} count={count} />
      </StubFooter>
    </Stub>
  )
}
