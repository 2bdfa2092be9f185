import { type OfficeEventSales, staffApi } from '@foyer/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { eventQuery, queryClient } from '../../data/queries.ts'

const keyOf = (organizer: string, eventId: string) =>
  ['organizer', organizer, 'event', eventId, 'sales'] as const

export const salesQuery = (organizer: string, eventId: string) =>
  queryOptions({
    queryKey: keyOf(organizer, eventId),
    queryFn: () => callOf(organizer)(staffApi.getEventSales, { params: { eventId } }),
    // What buyers see changes by time alone.
    refetchInterval: 30_000,
    staleTime: 5000,
  })

export function storeSales(organizer: string, sales: OfficeEventSales): void {
  queryClient.setQueryData(keyOf(organizer, sales.eventId), sales)
  // A pause is a state of the event.
  const event = eventQuery(organizer, sales.eventId)
  void queryClient.invalidateQueries({ queryKey: event.queryKey, exact: true })
  void queryClient.invalidateQueries({ queryKey: ['organizer', organizer, 'events'] })
}

export const refetchSales = (organizer: string, eventId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(organizer, eventId) })

export interface CodeFilter {
  q: string
  state: string
}

const CODE_STATES = ['working', 'not_started', 'ended', 'used_up', 'revoked'] as const
const stateOf = (state: string) => CODE_STATES.find((known) => known === state)

export const codesQuery = (organizer: string, eventId: string, { q, state }: CodeFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(organizer, eventId), 'codes', q, state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.listAccessCodes, {
        params: { eventId },
        query: { q: q.trim() || undefined, state: stateOf(state), after: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const sessionsQuery = (organizer: string, eventId: string, isOwn: boolean) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(organizer, eventId), 'sessions', isOwn],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.listSessionSales, {
        params: { eventId },
        query: { own: isOwn ? 'true' : undefined, after: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
