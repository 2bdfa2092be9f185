import { formatLongDate, parseSelection, totalQuantity } from '@foyer/domain'
import {
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardTear,
} from '@foyer/ui'
import type { ReactNode } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { venueOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'

/** The current booking during an order change, without a price. */
export function ChangeCard({ action }: { action: ReactNode }) {
  const { event, search } = useEventFlow()
  const { locale } = useApp().tenant
  const date = search.originalDate ?? search.date
  const count = Number(search.quantity ?? totalQuantity(parseSelection(search.types)))
  return (
    <TicketCard stage="choosing" label="Your booking">
      <TicketCardHeader
        title={event.name}
        poster={
          <div className="max-lg:hidden">
            <Poster event={event} format="wide" date={date} isCarried />
          </div>
        }
      >
        {date && <p className="text-text">{formatLongDate(date, locale)}</p>}
        {search.originalTime && <p className="text-text">{search.originalTime}</p>}
        <p>{venueOf(event)}</p>
      </TicketCardHeader>
      <TicketCardBody>
        <p className="text-sm">{count > 0 ? ticketsText(count) : 'Your tickets'}</p>
      </TicketCardBody>
      <TicketCardTear />
      <TicketCardFooter>
        <p className="text-sm text-muted">Nothing changes until you confirm.</p>
        {action && <div className="mt-4 grid max-lg:hidden">{action}</div>}
      </TicketCardFooter>
    </TicketCard>
  )
}
