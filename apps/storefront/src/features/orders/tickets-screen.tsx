import type { OrderView } from '@foyer/contract'
import { Button, Notice, Surface } from '@foyer/ui'
import { ArrowLeft, Printer } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useApp } from '../../app-context.tsx'
import { paths } from '../../paths.ts'
import type { OrderSearch } from '../../search.ts'
import { ticketsText } from '../../shared/quote-lines.ts'
import { QuoteLines, QuoteTotals } from '../../shared/quote-rows.tsx'
import { EventLines } from './event-lines.tsx'
import { OrderState } from './order-state.tsx'
import { TicketCard } from './ticket-card.tsx'
import { useOrder } from './use-order.ts'

const FAILURE = {
  title: 'Failed to load order information',
  message: 'Unable to load order details',
}

/** Every ticket of an order with its code: to show at the door, or to print one a page. */
export function TicketsScreen({ orderId, search }: { orderId: string; search: OrderSearch }) {
  const { token, email, print } = search
  const access = useOrder(orderId, { token, email })
  const isComplete = access.shown.kind === 'found' && access.shown.order.tickets.length > 0
  usePrintOnce(print === '1' && isComplete)
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => <Tickets order={order} />}
    </OrderState>
  )
}

function Tickets({ order }: { order: OrderView }) {
  const { locale } = useApp().tenant
  const { quote } = order.order
  return (
    <>
      <Link
        {...paths.events()}
        className="-ms-2 inline-flex min-h-target items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted transition-colors hover:text-text print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Events
      </Link>
      <header className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-6 print:hidden">
        <div>
          <h1 className="font-display text-title font-bold">
            {order.tickets.length === 1
              ? 'Your ticket'
              : `Your ${ticketsText(order.tickets.length)}`}
          </h1>
          <div className="mt-3 text-sm text-muted">
            <p className="text-base font-semibold text-text">{order.event.name}</p>
            <EventLines order={order} locale={locale} />
          </div>
        </div>
        <Button variant="primary" size="lg" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          Print Tickets
        </Button>
      </header>
      <div className="mt-8 grid items-start gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,1fr)_17rem] print:mt-0 print:block">
        <TicketList order={order} locale={locale} />
        <Surface className="lg:sticky lg:top-8 print:hidden">
          <h2 className="font-display text-lg font-bold">Order Summary</h2>
          <p className="mt-1 mb-5 text-sm text-muted">{`Order number ${order.order.orderNumber}`}</p>
          <div className="flex flex-col gap-4">
            <QuoteLines quote={quote} locale={locale} />
            <QuoteTotals quote={quote} locale={locale} />
          </div>
        </Surface>
      </div>
    </>
  )
}

function TicketList({ order, locale }: { order: OrderView; locale: string }) {
  if (order.tickets.length === 0) {
    return (
      <Notice title="The codes were not kept on this device">
        Connect to the internet and reload this page.
      </Notice>
    )
  }
  return (
    <ul className="grid gap-6 print:block">
      {order.tickets.map((ticket) => (
        <li key={ticket.id} className="print:break-after-page print:last:break-after-auto">
          <TicketCard order={order} ticket={ticket} locale={locale} />
        </li>
      ))}
    </ul>
  )
}

/** Opens the print dialog once the tickets are there, for the link that downloads them. */
function usePrintOnce(isDue: boolean): void {
  const hasPrinted = useRef(false)
  useEffect(() => {
    if (!isDue || hasPrinted.current) return
    hasPrinted.current = true
    // Faces that arrive late would print as their fallbacks.
    void document.fonts.ready.then(() => window.print())
  }, [isDue])
}
