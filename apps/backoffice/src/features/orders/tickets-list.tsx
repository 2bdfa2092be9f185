import type { OrderView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Badge } from '@foyer/ui'
import { sessionText } from './order-texts.ts'

/** The tickets of an order with their codes, and what was bought beside them. */
export function TicketsList({ view, locale }: { view: OrderView; locale: string }) {
  const { currency } = view.order
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const addOns = view.order.quote.lines.filter(({ kind }) => kind === 'addOn')
  return (
    <>
      <ul
        aria-label="Tickets"
        className="divide-y divide-edge rounded-lg border border-edge text-sm"
      >
        {view.tickets.map((ticket) => (
          <li
            key={ticket.id}
            className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-center"
          >
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">
                {ticket.number}. {ticket.typeName}
              </span>
              <time dateTime={ticket.session.startTime} className="block text-muted">
                {sessionText(ticket.session.startTime, view.event.timeZone, locale)}
              </time>
            </span>
            <span className="flex flex-wrap items-center gap-2">
              <span className="figures font-semibold">{ticket.validationCode}</span>
              <TicketState ticket={ticket} />
            </span>
            <span className="figures sm:text-end">{amount(ticket.amountMinor)}</span>
          </li>
        ))}
        {addOns.map((line) => (
          <li key={line.name} className="flex justify-between gap-4 px-4 py-3">
            <span className="min-w-0 wrap-anywhere">
              {line.quantity} × {line.name}
            </span>
          </li>
        ))}
      </ul>
      {view.replacedTickets.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          No longer valid after a change:{' '}
          {view.replacedTickets.map(({ validationCode }) => validationCode).join(', ')}
        </p>
      )}
    </>
  )
}

function TicketState({ ticket }: { ticket: OrderView['tickets'][number] }) {
  if (ticket.isCancelled) return <Badge>Cancelled</Badge>
  if (ticket.isRedeemed) return <Badge tone="info">Used</Badge>
  return <Badge tone="success">Valid</Badge>
}
