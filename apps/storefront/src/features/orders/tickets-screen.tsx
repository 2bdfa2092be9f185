import type { OrderView } from '@foyer/contract'
import { Button, clearToasts, cx, Notice, notify, Surface } from '@foyer/ui'
import { Printer, Sun, Ticket } from '@foyer/ui/icons'
import { useEffect, useState } from 'react'
import { activeTickets, isByLinkAlone } from '../../data/orders/order-changes.ts'
import { recordOf } from '../../data/orders/read-order.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { readCompletedOrder, saveCompletedOrder } from '../../data/stored/completed-order-record.ts'
import { paths } from '../../routing/paths.ts'
import type { OrderSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'
import { useWakeLock } from '../../shared/browser/use-wake-lock.ts'
import { OrderState } from '../../shared/order/order-state.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { BackLink } from '../../shared/page/back-link.tsx'
import { DownloadLink } from './order-actions.tsx'
import { OrderTicket, ticketAnchor } from './order-ticket.tsx'
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
  const hasValid = order.tickets.some((ticket) => !ticket.isCancelled)
  // On a phone the codes come first, and everything else below them.
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] sm:gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-x-10 print:block">
      <BackLink
        {...paths.events()}
        className="justify-self-start max-sm:order-last max-sm:mt-8 lg:col-span-2 print:hidden"
      >
        Back to Events
      </BackLink>
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6 max-sm:contents lg:col-span-2 print:hidden">
        <h1 className="font-display text-base font-bold max-sm:mb-2 sm:text-title">
          {titleOf(order)}
        </h1>
        <div className="flex flex-wrap gap-3 max-sm:order-2 max-sm:mt-6 max-sm:grid">
          {hasValid && (
            <Button onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4" />
              Print Tickets
            </Button>
          )}
          {hasValid && <DownloadLink order={order} credential={credential} />}
          {keeping.isOffered && (
            <Button onClick={keeping.keep}>
              <Ticket aria-hidden="true" className="size-4" />
              Keep on this device
            </Button>
          )}
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 max-sm:order-1 sm:mt-4 print:mt-0 print:block">
        <div>
          <TicketList order={order} credential={credential} locale={locale} />
          {order.tickets.some(isAdmitting) && <DoorHint />}
        </div>
        <ReplacedTickets order={order} />
      </div>
      <Surface className="max-sm:order-3 max-sm:mt-8 sm:mt-4 lg:sticky lg:top-8 lg:self-start print:hidden">
        <h2 className="font-display text-lg font-bold">Order Summary</h2>
        <p className="mt-1 mb-5 text-sm text-muted">{`Order number ${order.order.orderNumber}`}</p>
        <div className="flex flex-col gap-4">
          <OrderTotals order={order} locale={locale} />
        </div>
      </Surface>
    </div>
  )
}

/** What helps a scanner to read a phone. No browser can make the screen brighter by itself. */
function DoorHint() {
  const isAwake = useWakeLock()
  return (
    <p className="mt-3 flex items-start gap-2 text-sm text-muted sm:hidden print:hidden">
      <Sun aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {`At the door, turn your screen’s brightness up.${isAwake ? ' It stays on while you look at this page.' : ''}`}
    </p>
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
  const inOrder = [
    ...order.tickets.filter(isAdmitting),
    ...order.tickets.filter((ticket) => !isAdmitting(ticket)),
  ]
  return (
    // The gap is wider than the margin of the page: a scanner sees one code at a time.
    <ul className="grid gap-6 max-sm:-mx-4 max-sm:flex max-sm:snap-x max-sm:snap-mandatory max-sm:items-start max-sm:gap-8 max-sm:overflow-x-auto max-sm:overscroll-x-contain max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] motion-safe:scroll-smooth print:block">
      {inOrder.map((ticket, index) => (
        <li
          key={ticket.id}
          id={ticketAnchor(ticket)}
          className={cx(
            'max-sm:w-full max-sm:shrink-0 max-sm:snap-center',
            isAdmitting(ticket)
              ? 'print:break-after-page print:last:break-after-auto'
              : 'print:hidden',
          )}
        >
          <OrderTicket
            order={order}
            ticket={ticket}
            previous={inOrder[index - 1]}
            next={inOrder[index + 1]}
            credential={credential}
            locale={locale}
          />
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
