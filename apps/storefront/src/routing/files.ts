import { callPath, tickets, waivers } from '@foyer/contract'
import type { AppContext } from '../shared/app-context.tsx'
import type { OrderSearch, WaiverSearch } from './search.ts'

type Site = Pick<AppContext, 'base'>

/**
 * Addresses of the API that a link or the browser itself opens, below the tenant's base. Our own
 * calls name the tenant in a header, which these requests cannot carry.
 */
export const files = {
  tickets: ({ base }: Site, orderId: string, query: OrderSearch) =>
    base + callPath(tickets.downloadTickets.path, { params: { orderId }, query }),
  /** The PDF of one ticket of the order. */
  ticket: ({ base }: Site, orderId: string, ticketId: string, query: OrderSearch) =>
    base +
    callPath(tickets.downloadTickets.path, { params: { orderId }, query: { ...query, ticketId } }),
  receipt: ({ base }: Site, orderId: string, query: OrderSearch) =>
    base + callPath(tickets.downloadReceipt.path, { params: { orderId }, query }),
  calendar: ({ base }: Site, orderId: string, query: OrderSearch) =>
    base + callPath(tickets.getCalendarFile.path, { params: { orderId }, query }),
  applePass: ({ base }: Site, orderId: string, ticketId: string, query: OrderSearch) =>
    base + callPath(tickets.getApplePass.path, { params: { orderId, ticketId }, query }),
  waiver: ({ base }: Site, orderId: string, participant: string, query: WaiverSearch) =>
    base + callPath(waivers.downloadWaiver.path, { params: { orderId, participant }, query }),
} as const
