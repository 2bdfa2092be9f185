import type { OrderView } from '@foyer/contract'
import { Stub, StubBody, StubFooter, StubHeader, StubTear } from '@foyer/ui'
import { QuoteLines, QuoteTotals } from '../../shared/quote-rows.tsx'
import { Poster } from '../shell/poster.tsx'
import { EventLines } from './event-lines.tsx'
import { TicketCode } from './ticket-code.tsx'

interface PaidStubProps {
  order: OrderView
  locale: string
  className?: string
}

/** The order's last stage: torn off, and carrying the code that opens the door. */
export function PaidStub({ order, locale, className }: PaidStubProps) {
  const [first] = order.tickets
  const count = order.tickets.length
  return (
    <Stub stage="paid" label="Your order" className={className}>
      <StubHeader title={order.event.name} poster={<Poster event={order.event} format="wide" />}>
        <EventLines order={order} locale={locale} />
      </StubHeader>
      <StubBody className="flex flex-col gap-4">
        <QuoteLines quote={order.order.quote} locale={locale} />
        <QuoteTotals quote={order.order.quote} locale={locale} />
      </StubBody>
      <StubTear />
      <StubFooter>
        {first ? (
          <>
            <TicketCode ticket={first} count={count} />
            {count > 1 && (
              <p className="mt-2 text-center text-sm text-muted">
                {`Ticket 1 of ${count}. View Tickets shows them all.`}
              </p>
            )}
          </>
        ) : (
          <p className="text-sm text-muted">The codes appear here once you are connected.</p>
        )}
      </StubFooter>
    </Stub>
  )
}
