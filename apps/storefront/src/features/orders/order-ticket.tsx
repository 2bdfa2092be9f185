import type { OrderView } from '@foyer/contract'
import { admitsText, formatAmount, fullName } from '@foyer/domain'
import {
  iconButtonStyle,
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardMain,
  TicketCardTear,
} from '@foyer/ui'
import { ChevronLeft, ChevronRight } from '@foyer/ui/icons'
import type { MouseEvent } from 'react'
import type { OrderCredential } from '../../data/queries.ts'
import { Poster } from '../../shared/event/poster.tsx'
import { EventLines } from '../../shared/order/event-lines.tsx'
import { TicketBadge, TicketCode } from './ticket-code.tsx'
import { AppleWalletLink } from './wallets.tsx'

type Ticket = OrderView['tickets'][number]

/** The element of a ticket in the list, which the buttons beside its code lead to. */
export const ticketAnchor = ({ number }: Ticket): string => `ticket-${number}`

interface OrderTicketProps {
  order: OrderView
  ticket: Ticket
  /** Its neighbours in the list; on a phone one is a swipe away. */
  previous: Ticket | undefined
  next: Ticket | undefined
  credential: OrderCredential
  locale: string
}

/**
 * One complete ticket. On a phone its code comes first, as large as the window is wide; printed, it
 * fills a page of its own.
 */
export function OrderTicket(props: OrderTicketProps) {
  const { order, ticket, previous, next, credential, locale } = props
  const { order: head, event } = order
  const count = order.tickets.length
  const admits = admitsText(ticket.places ?? 1)
  return (
    <TicketCard wide="code-first" stage="paid" label={`Ticket ${ticket.number} of ${count}`}>
      <TicketCardFooter className="flex flex-col max-sm:px-4 max-sm:pt-1 max-sm:pb-2 sm:justify-center sm:py-5">
        <div className="flex min-h-target items-center gap-2 max-sm:-mx-3 sm:mb-2">
          {count > 1 && <Neighbour of={previous} label="Previous ticket" icon={ChevronLeft} />}
          <div className="flex flex-1 items-center justify-between gap-3 max-sm:justify-center">
            <p className="text-sm font-semibold">{`Ticket ${ticket.number} of ${count}`}</p>
            <TicketBadge ticket={ticket} />
          </div>
          {count > 1 && <Neighbour of={next} label="Next ticket" icon={ChevronRight} />}
        </div>
        <TicketCode isLarge ticket={ticket} count={count} />
        <AppleWalletLink
          orderId={head.id}
          ticket={ticket}
          credential={credential}
          className="mt-3 print:hidden"
        />
      </TicketCardFooter>
      <TicketCardTear />
      <TicketCardMain className="xl:grid xl:grid-cols-[15.5rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] print:block">
        <div className="relative row-span-2 overflow-clip rounded-s-lg max-xl:hidden print:hidden">
          {/* The art alone: the column is narrower than a sheet, and would cut the name. */}
          <Poster
            event={event}
            format="thumb"
            date={ticket.session.date}
            sizes="27rem"
            className="absolute inset-0 h-full"
          />
        </div>
        <TicketCardHeader title={event.name}>
          <EventLines order={order} ticket={ticket} locale={locale} />
        </TicketCardHeader>
        <TicketCardBody className="max-sm:order-first max-sm:pt-1 max-sm:pb-0 sm:mt-auto sm:pb-5">
          <p className="font-display text-lg font-bold break-words">{ticket.typeName}</p>
          {admits && <p className="font-semibold">{admits}</p>}
          <p className="text-sm text-muted">{`${fullName(head)}, order ${head.orderNumber}`}</p>
          {!ticket.isCancelled && (
            <p className="figures text-sm text-muted">
              {`${formatAmount(ticket.amountMinor, head.currency, locale)} paid, fees included`}
            </p>
          )}
        </TicketCardBody>
      </TicketCardMain>
    </TicketCard>
  )
}

interface NeighbourProps {
  of: Ticket | undefined
  label: string
  icon: typeof ChevronLeft
}

/** Leads to the ticket beside, for a keyboard, and where nobody knows that a swipe does. */
function Neighbour({ of, label, icon: Icon }: NeighbourProps) {
  const onPhoneOnly = 'shrink-0 sm:hidden print:hidden'
  if (!of) return <span aria-hidden="true" className={`size-target ${onPhoneOnly}`} />
  const show = (event: MouseEvent) => {
    const box = document.getElementById(ticketAnchor(of))
    if (!box) return
    // The address stays as it is, so Back leaves the tickets at once.
    event.preventDefault()
    box.scrollIntoView({ block: 'nearest', inline: 'center' })
    const same = box.querySelector<HTMLElement>(`a[aria-label="${label}"]`)
    const other = box.querySelector<HTMLElement>('a[href^="#ticket-"]')
    ;(same ?? other)?.focus({ preventScroll: true })
  }
  return (
    <a
      href={`#${ticketAnchor(of)}`}
      aria-label={label}
      onClick={show}
      className={iconButtonStyle(onPhoneOnly)}
    >
      <Icon aria-hidden="true" className="size-6" />
    </a>
  )
}
