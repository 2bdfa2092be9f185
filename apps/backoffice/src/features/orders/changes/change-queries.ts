import { type BodyOf, type ChangeQuote, type OutputOf, staffApi } from '@foyer/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callOf } from '../../../data/client.ts'

/** What the dialogs of changes read, and the call that they make. */

/** With the orders' other queries, so that an act refreshes them. */
const keyOf = (organizer: string, orderId: string, kind: string) =>
  ['organizer', organizer, 'orders', 'changes', orderId, kind] as const

/** In a query a list is one text; null: all tickets that may change. */
const listOf = (ticketIds: readonly string[] | null) => ticketIds?.join(',')

// Each opening of a dialog begins with what holds now.
const FRESH = { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 } as const

/** The sessions that tickets may be taken to: all of them, or of one day if there are too many. */
export const timesQuery = (
  organizer: string,
  orderId: string,
  ticketIds: readonly string[] | null,
  date?: string,
) =>
  queryOptions({
    queryKey: [...keyOf(organizer, orderId, 'times'), ticketIds, date],
    queryFn: ({ signal }) =>
      callOf(organizer)(staffApi.listDeskTimes, {
        params: { orderId },
        query: { ticketIds: listOf(ticketIds), date },
        signal,
      }),
    enabled: ticketIds?.length !== 0,
    ...FRESH,
  })

/** What it costs to take tickets to a session; nothing is asked while none is chosen. */
export const timeQuoteQuery = (
  organizer: string,
  orderId: string,
  ticketIds: readonly string[],
  newSessionId: string | undefined,
) =>
  queryOptions({
    queryKey: [...keyOf(organizer, orderId, 'time'), ticketIds, newSessionId],
    queryFn: ({ signal }) =>
      callOf(organizer)(staffApi.quoteDeskTime, {
        params: { orderId },
        query: { ticketIds: listOf(ticketIds), newSessionId: newSessionId ?? '' },
        signal,
      }),
    enabled: newSessionId !== undefined && ticketIds.length > 0,
    ...FRESH,
  })

/** The dearer types that tickets may become. */
export const upgradesQuery = (
  organizer: string,
  orderId: string,
  ticketIds: readonly string[] | null,
) =>
  queryOptions({
    queryKey: [...keyOf(organizer, orderId, 'upgrades'), ticketIds],
    queryFn: async ({ signal }) => {
      const { data } = await callOf(organizer)(staffApi.listDeskUpgrades, {
        params: { orderId },
        query: { ticketIds: listOf(ticketIds) },
        signal,
      })
      return data
    },
    enabled: ticketIds?.length !== 0,
    ...FRESH,
  })

/** What cancelled tickets give back. */
export const cancellationQuery = (
  organizer: string,
  orderId: string,
  ticketIds: readonly string[] | null,
) =>
  queryOptions({
    queryKey: [...keyOf(organizer, orderId, 'cancellation'), ticketIds],
    queryFn: ({ signal }) =>
      callOf(organizer)(staffApi.quoteDeskCancellation, {
        params: { orderId },
        query: { ticketIds: listOf(ticketIds) },
        signal,
      }),
    enabled: ticketIds?.length !== 0,
    ...FRESH,
  })

/** A difference that the buyer was asked to pay. */
export type Offer = NonNullable<OutputOf<typeof staffApi.changeAtDesk>['payment']>

/**
 * Changes tickets if the figures are still those that were shown. Null if the change was made; otherwise
 * the buyer has to pay first.
 */
export async function changeTickets(
  organizer: string,
  orderId: string,
  { change, reason }: Pick<BodyOf<typeof staffApi.changeAtDesk>, 'change' | 'reason'>,
  { dueMinor, refundMinor }: ChangeQuote,
): Promise<Offer | null> {
  const { payment } = await callOf(organizer)(staffApi.changeAtDesk, {
    params: { orderId },
    body: { change, shown: { dueMinor, refundMinor }, reason },
  })
  return payment
}
