import {
  type OfficeAddOn,
  type OfficeTicketGroup,
  type OfficeTickets,
  type OfficeTicketType,
  staffApi,
} from '@foyer/contract'
import { queryOptions } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'

/** What an event sells. */
export const ticketsQuery = (organizer: string, eventId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'event', eventId, 'tickets'],
    queryFn: () => callOf(organizer)(staffApi.getTickets, { params: { eventId } }),
  })

/** Stores the tickets as the server answered them. */
export const storeTickets = (organizer: string, tickets: OfficeTickets): void =>
  void queryClient.setQueryData(ticketsQuery(organizer, tickets.eventId).queryKey, tickets)

/** What is being edited in a dialog; null in a part means a new one. */
export type Editing =
  | { kind: 'group'; group: OfficeTicketGroup | null }
  | { kind: 'type'; type: OfficeTicketType | null; groupId: string }
  | { kind: 'add-on'; addOn: OfficeAddOn | null }
