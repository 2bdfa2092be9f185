import type { OrderView } from '@foyer/contract'
import { admitsText, formatAmount, fullName, townLine } from '@foyer/domain'
import type { ReactNode } from 'react'
import { hasOnlyCancelledTickets } from '../../data/orders/order-changes.ts'
import { LinkedText } from '../../shared/page/linked-text.tsx'
import { OrderTotals } from './order-totals.tsx'
import { isAdmitting, TicketBadge } from './ticket-code.tsx'

interface OrderFactsProps {
  order: OrderView
  locale: string
}

/** The order as text: its tickets, its buyer, and what to bring. */
export function OrderFacts({ order, locale }: OrderFactsProps) {
  return (
    <div className="grid gap-10 sm:grid-cols-2">
      <Section title="Tickets" className="sm:col-span-2">
        <TicketRows order={order} locale={locale} />
        <div className="mt-3 flex flex-col gap-4">
          <OrderTotals isAllIn order={order} locale={locale} />
        </div>
      </Section>
      <Section title="Customer Information">
        <Customer order={order.order} />
      </Section>
      {order.event.importantInformation.length > 0 && !hasOnlyCancelledTickets(order) && (
        <Section title="Important Information">
          <ul className="flex list-disc flex-col gap-2 ps-5 text-sm">
            {order.event.importantInformation.map((text) => (
              <li key={text}>
                <LinkedText text={text} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

interface SectionProps {
  title: string
  className?: string
  children: ReactNode
}

function Section({ title, className, children }: SectionProps) {
  return (
    <section className={className}>
      <h2 className="mb-3 font-display text-lg font-bold">{title}</h2>
      {children}
    </section>
  )
}

function TicketRows({ order, locale }: OrderFactsProps) {
  const { currency, quote } = order.order
  const addOns = quote.lines.filter(({ kind }) => kind === 'addOn')
  return (
    <ul className="border-t border-edge">
      {order.tickets.map((ticket) => (
        <li
          key={ticket.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-edge py-3"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">
              {[ticket.typeName, admitsText(ticket.places ?? 1)].filter(Boolean).join(' · ')}
            </span>
            <span className="block text-sm text-muted">
              {`Ticket ${ticket.number} of ${order.tickets.length}`}
              {isAdmitting(ticket) && (
                <>
                  {', code '}
                  <span className="font-mono">{ticket.validationCode}</span>
                </>
              )}
            </span>
          </span>
          <TicketBadge ticket={ticket} />
          <span className="figures text-sm">
            {ticket.isCancelled ? null : formatAmount(ticket.amountMinor, currency, locale)}
          </span>
        </li>
      ))}
      {addOns.map(({ id, quantity, name, totalMinor }) => (
        <li
          key={id}
          className="flex items-baseline justify-between gap-4 border-b border-edge py-3"
        >
          <span className="min-w-0 font-semibold">{`${quantity} × ${name}`}</span>
          <span className="figures text-sm">{formatAmount(totalMinor, currency, locale)}</span>
        </li>
      ))}
    </ul>
  )
}

function Customer({ order }: { order: OrderView['order'] }) {
  const { billingAddress } = order
  return (
    <address className="flex flex-col gap-1 text-sm break-words not-italic">
      <span className="font-semibold">{fullName(order)}</span>
      <span>{order.email}</span>
      {order.phone && <span>{order.phone}</span>}
      {billingAddress && (
        <>
          <span className="mt-1 text-muted">{billingAddress.address}</span>
          <span className="text-muted">
            {townLine(
              { ...billingAddress, postalCode: billingAddress.zipCode },
              billingAddress.country,
            )}
          </span>
        </>
      )}
    </address>
  )
}
