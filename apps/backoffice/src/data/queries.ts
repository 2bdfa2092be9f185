import {
  ApiError,
  type Fees,
  type Me,
  type OfficeEvent,
  type OfficeVenue,
  type OutputOf,
  type StaffAccount,
  staffApi,
  type Team,
} from '@foyer/contract'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { bareCall, call, callOf, onChange } from './client.ts'
import { SignInDeclined } from './sign-in-again.ts'

/** Queries that several features read; those of one feature are beside its screens. */

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal does not change by asking again; a lost connection may.
      retry: (failures, error) =>
        !(error instanceof SignInDeclined) &&
        !(error instanceof ApiError && error.status < 500) &&
        failures < 2,
    },
    mutations: { retry: false },
  },
})

/** The person who is signed in; null if nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      return await bareCall(staffApi.getMe, {})
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_signed_in') return null
      throw error
    }
  },
})

export type Organizer = OutputOf<typeof staffApi.getOrganizer>

/** The organizer with the rights of the person who is signed in. */
export const organizerQuery = (organizer: string) =>
  queryOptions({
    queryKey: ['organizer', organizer],
    queryFn: () => callOf(organizer)(staffApi.getOrganizer, {}),
  })

export const teamQuery = (organizer: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'team'],
    queryFn: () => callOf(organizer)(staffApi.getTeam, {}),
  })

export type Member = Team['members'][number]
export type Invitation = Team['invitations'][number]

/** The fee sets and tax rates, and what has them. */
export const feesQuery = (organizer: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'fees'],
    queryFn: () => callOf(organizer)(staffApi.listFees, {}),
  })

/** Stores them as the server answered them. */
export const storeFees = (organizer: string, fees: Fees): void =>
  void queryClient.setQueryData(feesQuery(organizer).queryKey, fees)

/** What is missing before sales can open: of one event, or of the one that is nearest to its first sale. */
export const checklistQuery = (organizer: string, eventId?: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'checklist', eventId ?? null],
    queryFn: () => callOf(organizer)(staffApi.getChecklist, { query: { eventId } }),
    // Other people change what it counts, and so do jobs.
    staleTime: 0,
  })

// Nearly every change may do a step of the checklist; only one that is shown is fetched at once. One that
// is on its way may have been read before the change: a first fetch is not repeated unless it is cancelled.
onChange(async (organizer) => {
  const queryKey = ['organizer', organizer, 'checklist']
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
})

/** An event with all that is edited of it. */
export const eventQuery = (organizer: string, eventId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'event', eventId],
    queryFn: () => callOf(organizer)(staffApi.getOfficeEvent, { params: { eventId } }),
  })

/** Stores an event as the server answered it; lists of events are fetched anew. */
export function storeEvent(organizer: string, event: OfficeEvent): void {
  queryClient.setQueryData(eventQuery(organizer, event.id).queryKey, event)
  void queryClient.invalidateQueries({ queryKey: ['organizer', organizer, 'events'] })
}

/** The venues that an event may take place at, by name: the first page of those that match. */
export const venuesQuery = (organizer: string, q = '') =>
  queryOptions({
    queryKey: ['organizer', organizer, 'venues', q],
    queryFn: () => callOf(organizer)(staffApi.listOfficeVenues, { query: { q: q || undefined } }),
  })

export const venueQuery = (organizer: string, venueId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'venue', venueId],
    queryFn: () => callOf(organizer)(staffApi.getOfficeVenue, { params: { venueId } }),
  })

/** Stores a venue as the server answered it; lists of venues are fetched anew. */
export function storeVenue(organizer: string, venue: OfficeVenue): void {
  queryClient.setQueryData(venueQuery(organizer, venue.id).queryKey, venue)
  void queryClient.invalidateQueries({ queryKey: ['organizer', organizer, 'venues'] })
}

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => call(staffApi.getAccount, {}),
})

/** Stores the account as the server answered it. */
export const storeAccount = (account: StaffAccount): void =>
  void queryClient.setQueryData(accountQuery.queryKey, account)

/** Makes `me` the person who is signed in. What was fetched for another one is forgotten. */
export function signedIn(me: Me): void {
  const before = queryClient.getQueryData(meQuery.queryKey)
  if (before && before.id !== me.id) queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, me)
}

/** Forgets everything that was fetched, at the sign-out. */
export function signedOut(): void {
  queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, null)
}
