import { granted, type OrderView, type ResultOf, refused, type tickets } from '@foyer/contract'
import type { Context, Tenant } from '../../context.ts'
import { type Paper, paperOf } from './pdf/tickets-pdf.ts'

export const NO_VALID_TICKET = refused(
  'no_valid_ticket',
  'No ticket of this order is valid any more: they were cancelled or refunded.',
)

/** Returns the valid tickets of an order as a PDF, with a file name. */
export async function downloadTickets(
  context: Pick<Context, 'runTask'>,
  tenant: Tenant,
  order: OrderView,
  paper: Paper | undefined,
): Promise<ResultOf<typeof tickets.downloadTickets>> {
  if (order.tickets.every((ticket) => ticket.isCancelled)) return NO_VALID_TICKET
  const input = { tenant, order, paper: paper ?? paperOf(tenant.locale) }
  const bytes = Buffer.from(await context.runTask('ticketsPdf', input))
  return granted({ name: `tickets-${order.order.orderNumber}.pdf`, bytes })
}
