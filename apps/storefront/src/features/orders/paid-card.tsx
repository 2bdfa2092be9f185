import type { OrderView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import {
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardMain,
  TicketCardRow,
  TicketCardRows,
  TicketCardTear,
} from '@foyer/ui'
import { Poster } from '../../shared/event/poster.tsx'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { QuoteLines, QuoteTotals } from '../../shared/order/quote-rows.tsx'
import { TicketCode } from './ticket-code.tsx'

interface PaidCardProps {
  order: OrderView
  locale: string
  /** Horizontal on wide screens and without its poster, for the width of a page. */
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
        <TicketCardHeader
          title={event.name}
          poster={wide ? <div className="sm:hidden">{poster}</div> : poster}
        >
          <EventLines order={order} locale={locale} />
        </TicketCardHeader>
        <TicketCardBody className="mt-auto flex flex-col gap-4">
          <QuoteLines quote={head.quote} locale={locale} />
          <QuoteTotals quote={head.quote} locale={locale} />
          <Refunds order={order} locale={locale} />
        </TicketCardBody>
      </TicketCardMain>
      <TicketCardTear />
      <TicketCardFooter className="grid place-items-center">
        <FirstCode tickets={order.tickets} />
      </TicketCardFooter>
    </TicketCard>
  )
}

const REFUND_LABELS: Readonly<Record<OrderView['refunds'][number]['state'], string>> = {
  pending: 'on its way',
  succeeded: 'returned',
  failed: 'came back; we look after it',
}

/** The refunds of the total above, and the rest. The tickets page uses it too. */
export function Refunds({ order, locale }: Pick<PaidCardProps, 'order' | 'locale'>) {
  const { refunds, balance } = order
  if (refunds.length === 0) return null
  const amount = (minor: number) => formatAmount(minor, order.order.currency, locale)
  return (
    <section aria-label="Refunds">
      <TicketCardRows>
        {refunds.map(({ reference, state, amountMinor }) => (
          <TicketCardRow
            key={reference}
            label={`Refund ${reference}, ${REFUND_LABELS[state]}`}
            amount={state === 'failed' ? amount(amountMinor) : `−${amount(amountMinor)}`}
          />
        ))}
        <TicketCardRow total label="Left of what you paid" amount={amount(balance.leftMinor)} />
      </TicketCardRows>
    </section>
  )
}

/** The code of the first ticket that is still valid, or of the first one if none is. */
function FirstCode({ tickets }: Pick<OrderView, 'tickets'>) {
  const shown =
    tickets.find((ticket) => !ticket.isCancelled && !ticket.isRedeemed) ??
    tickets.find((ticket) => !ticket.isCancelled) ??
    tickets[0]
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
