import { granted, type OrderView, type ResultOf, refused, type tickets } from '@foyer/contract'
import type { Context, Tenant } from '../../context.ts'
import { NO_SUCH_TICKET } from '../../engine/refusals.ts'
import { type Paper, paperOf } from './pdf/tickets-pdf.ts'

export const NO_VALID_TICKET = refused(
  'no_valid_ticket',
  'No ticket of this order is valid any more: they were cancelled or refunded.',
)

interface Wanted {
  paper?: Paper | undefined
  /** Only this ticket. */
  ticketId?: string | undefined
}

/** Returns the valid tickets of an order, or one of them, as a PDF with a file name. */
export async function downloadTickets(
  context: Pick<Context, 'runTask'>,
  tenant: Tenant,
  order: OrderView,
  { paper, ticketId }: Wanted,
): Promise<ResultOf<typeof tickets.downloadTickets>> {
  const wanted = order.tickets.filter(({ id }) => id === (ticketId ?? id))
  const [first] = wanted
  if (!first) return NO_SUCH_TICKET
  if (wanted.every((ticket) => ticket.isCancelled)) return NO_VALID_TICKET
  const input = { tenant, order, ticketId, paper: paper ?? paperOf(tenant.locale) }
  const bytes = Buffer.from(await context.runTask('ticketsPdf', input))
  const { orderNumber } = order.order
  const name = ticketId ? `ticket-${orderNumber}-${first.number}` : `tickets-${orderNumber}`
  return granted({ name: `${name}.pdf`, bytes })
}
