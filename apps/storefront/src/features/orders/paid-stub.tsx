import type { OrderView } from '@foyer/contract'
import { Stub, StubBody, StubFooter, StubHeader, StubMain, StubTear } from '@foyer/ui'
import { Poster } from '../../shared/event/poster.tsx'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { QuoteLines, QuoteTotals } from '../../shared/order/quote-rows.tsx'
import { TicketCode } from './ticket-code.tsx'

interface PaidStubProps {
  order: OrderView
  locale: string
  /** Lies down where there is room, its poster left out: for the width of a page. */
  wide?: boolean
  className?: string
}

/** The order's last stage: torn off, and carrying the code that opens the door. */
export function PaidStub({ order, locale, wide = false, className }: PaidStubProps) {
  const { event, order: head } = order
  const poster = <Poster event={event} format="wide" date={head.selectedDate} />
  return (
    <Stub wide={wide} stage="paid" label="Your order" className={className}>
      <StubMain>
        <StubHeader
          title={event.name}
          poster={wide ? <div className="sm:hidden">{poster}</div> : poster}
        >
          <EventLines order={order} locale={locale} />
        </StubHeader>
        <StubBody className="mt-auto flex flex-col gap-4">
          <QuoteLines quote={head.quote} locale={locale} />
          <QuoteTotals quote={head.quote} locale={locale} />
        </StubBody>
      </StubMain>
      <StubTear />
      <StubFooter className="grid place-items-center">
        <FirstCode tickets={order.tickets} />
      </StubFooter>
    </Stub>
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
