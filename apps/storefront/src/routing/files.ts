import { callPath, tickets } from '@foyer/contract'
import type { OrderCredential } from '../data/queries.ts'
import type { AppContext } from '../shared/app-context.tsx'

type Place = Pick<AppContext, 'base'>

/** Files that a link downloads: the addresses of their calls, below the tenant's base. */
export const files = {
  tickets: ({ base }: Place, orderId: string, query: OrderCredential) =>
    base + callPath(tickets.downloadTickets.path, { params: { orderId }, query }),
  calendar: ({ base }: Place, orderId: string, query: OrderCredential) =>
    base + callPath(tickets.getCalendarFile.path, { params: { orderId }, query }),
  applePass: ({ base }: Place, orderId: string, ticketId: string, query: OrderCredential) =>
    base + callPath(tickets.getApplePass.path, { params: { orderId, ticketId }, query }),
} as const
