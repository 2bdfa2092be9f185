import type { OrderView } from '@foyer/contract'
import { Button, clearToasts, Notice, notify, Surface } from '@foyer/ui'
import { Printer, Ticket } from '@foyer/ui/icons'
import { useEffect, useState } from 'react'
import {
  activeTickets,
  hasOnlyCancelledTickets,
  isByLinkAlone,
} from '../../data/orders/order-changes.ts'
import { recordOf } from '../../data/orders/read-order.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { readCompletedOrder, saveCompletedOrder } from '../../data/stored/completed-order-record.ts'
import { paths } from '../../routing/paths.ts'
import type { OrderSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { BackLink } from '../../shared/page/back-link.tsx'
import { DownloadLink } from './order-actions.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrderTotals } from './order-totals.tsx'
import { ReplacedTickets } from './replaced-tickets.tsx'
import { isAdmitting } from './ticket-code.tsx'

const FAILURE = {
  title: 'Failed to load order information',
  message: 'Unable to load order details',
}

/** All tickets of an order with their codes, to show at the door or to print one per page. */
export function TicketsScreen({ orderId, search }: { orderId: string; search: OrderSearch }) {
  const access = useOrder(orderId, search)
  const isComplete = access.shown.kind === 'found' && access.shown.order.tickets.length > 0
  useKeptPage(isComplete)
  // Messages of the page before would cover the codes.
  useEffect(() => clearToasts(), [])
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => <Tickets order={order} credential={access.credential} />}
    </OrderState>
  )
}

interface TicketsProps {
  order: OrderView
  credential: OrderCredential
}

function Tickets({ order, credential }: TicketsProps) {
  const { locale } = useApp().tenant
  const keeping = useKeepOrder(order)
  return (
    <>
      <BackLink {...paths.events()} className="print:hidden">
        Back to Events
      </BackLink>
      <header className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-6 print:hidden">
        <div>
          <h1 className="font-display text-title font-bold">{titleOf(order)}</h1>
          <div className="mt-3 text-sm text-muted">
            <p className="text-base font-semibold text-text">{order.event.name}</p>
            <EventLines order={order} locale={locale} />
          </div>
        </div>
        <div className="grid w-full gap-3 sm:flex sm:w-auto">
          {!hasOnlyCancelledTickets(order) && (
            <Button variant="primary" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4" />
              Print Tickets
            </Button>
          )}
          {order.tickets.some((ticket) => !ticket.isCancelled) && (
            <DownloadLink order={order} credential={credential} />
          )}
          {keeping.isOffered && (
            <Button onClick={keeping.keep}>
              <Ticket aria-hidden="true" className="size-4" />
              Keep on this device
            </Button>
          )}
        </div>
      </header>
      <div className="mt-8 grid items-start gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,1fr)_17rem] print:mt-0 print:block">
        <div className="grid gap-10 print:block">
          <TicketList order={order} credential={credential} locale={locale} />
          <ReplacedTickets order={order} />
        </div>
        <Surface className="lg:sticky lg:top-8 print:hidden">
          <h2 className="font-display text-lg font-bold">Order Summary</h2>
          <p className="mt-1 mb-5 text-sm text-muted">{`Order number ${order.order.orderNumber}`}</p>
          <div className="flex flex-col gap-4">
            <OrderTotals order={order} locale={locale} />
          </div>
        </Surface>
      </div>
    </>
  )
}

/** 'Your ticket', 'Your 2 tickets': those that are not cancelled, or all if none is left. */
function titleOf(order: OrderView): string {
  const count = activeTickets(order).length || order.tickets.length
  return count === 1 ? 'Your ticket' : `Your ${ticketsText(count)}`
}

function TicketList({ order, credential, locale }: TicketsProps & { locale: string }) {
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
        <li
          key={ticket.id}
          className={
            isAdmitting(ticket)
              ? 'print:break-after-page print:last:break-after-auto'
              : 'print:hidden'
          }
        >
          <OrderTicket order={order} ticket={ticket} credential={credential} locale={locale} />
        </li>
      ))}
    </ul>
  )
}

/**
 * Stores the tickets of an order that only a link opened, for a door without network. Only the
 * reader knows whether this is the buyer's own phone or a shared computer, so the reader has to ask
 * for it.
 */
function useKeepOrder(order: OrderView): { isOffered: boolean; keep: () => void } {
  const isHydrated = useHydrated()
  const [isKept, setKept] = useState(false)
  const isNew = isHydrated && readCompletedOrder(order.order.id).kind !== 'found'
  return {
    isOffered: isByLinkAlone(order) && isNew && !isKept,
    keep() {
      saveCompletedOrder(recordOf(order))
      setKept(true)
      void notify({
        tone: 'success',
        title: 'Kept on this device',
        description: 'These tickets open here without a connection, until a month after the event.',
      })
    },
  }
}

/** Files that a reload without connection needs again. */
const KEPT = /^(\/[\w-]+)?\/(assets|brand|posters|pictures)\//

/**
 * Lets the ticket page open without a connection after it has opened with one: a service worker
 * stores the page and its files. Without service workers the page works as before.
 */
function useKeptPage(isDue: boolean): void {
  const { base } = useApp()
  useEffect(() => {
    if (!isDue || !('serviceWorker' in navigator) || !navigator.onLine) return
    void keepPage(base).catch(() => undefined)
  }, [isDue, base])
}

async function keepPage(base: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${base}/tickets-worker.js`, {
    scope: `${base}/order-tickets/`,
  })
  // Fonts are requested once their text is laid out.
  await document.fonts.ready
  const keep = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && KEPT.test(pathname))
    .map(({ pathname, search }) => pathname + search)
  const worker = registration.active ?? registration.waiting ?? registration.installing
  worker?.postMessage({ keep })
}
