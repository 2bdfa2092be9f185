import {
  type BulkCallOff,
  type BulkChange,
  type DisruptionProgress,
  type ListedSession,
  type OutputOf,
  type SessionSelection,
  staffApi,
} from '@foyer/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import type { DatesSearch } from '../../routing/search.ts'

/** An event's dates, by organizer and event: what every query and call of these screens names. */
export interface EventRef {
  organizer: string
  eventId: string
}

export type DatesInfo = OutputOf<typeof staffApi.getDates>

const keyOf = ({ organizer, eventId }: EventRef) =>
  ['organizer', organizer, 'event', eventId, 'dates'] as const

/** What all dates of an event have in common. */
export const datesQuery = (ref: EventRef) =>
  queryOptions({
    queryKey: [...keyOf(ref), 'info'],
    queryFn: () => callOf(ref.organizer)(staffApi.getDates, { params: { eventId: ref.eventId } }),
  })

const STATES = ['active', 'cancelled', 'called_off'] as const
const SOLD = ['none', 'some', 'full'] as const

/** The filter of an address, without what the server does not know. */
export const filterOf = ({ from, to, state, sold }: DatesSearch) => ({
  from,
  to,
  state: STATES.find((known) => known === state),
  sold: SOLD.find((known) => known === sold),
})

export const sessionsQuery = (ref: EventRef, search: DatesSearch) => {
  const filter = filterOf(search)
  return infiniteQueryOptions({
    queryKey: [...keyOf(ref), 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(ref.organizer)(staffApi.listSessions, {
        params: { eventId: ref.eventId },
        query: { ...filter, after: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export const daysQuery = (ref: EventRef, { from, to }: DatesSearch) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(ref), 'days', from, to],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(ref.organizer)(staffApi.listDays, {
        params: { eventId: ref.eventId },
        query: { from, to, after: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const sessionQuery = (organizer: string, sessionId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'session', sessionId],
    queryFn: () => callOf(organizer)(staffApi.getSession, { params: { sessionId } }),
    // A form begins with what is stored now.
    staleTime: 0,
    gcTime: 0,
  })

/** How far the work is after a session was moved or called off; asked again while it goes on. */
export const progressQuery = (organizer: string, sessionId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'session', sessionId, 'progress'],
    queryFn: () => callOf(organizer)(staffApi.getDisruption, { params: { sessionId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isWorking(state.data?.disruption) ? POLL_MS * 3 : false),
  })

const isWorking = (progress: DisruptionProgress | null | undefined): boolean =>
  progress != null &&
  progress.stoppedAt === null &&
  (progress.state !== 'done' || progress.refunds.made < progress.refunds.decided)

export const messagesQuery = (organizer: string, sessionId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'session', sessionId, 'messages'],
    queryFn: () => callOf(organizer)(staffApi.listSessionMessages, { params: { sessionId } }),
    staleTime: 0,
  })

const POLL_MS = 600

/** The latest changes of many dates; asked again while one is running. */
export const bulkQuery = (ref: EventRef) =>
  queryOptions({
    queryKey: [...keyOf(ref), 'bulk'],
    queryFn: () =>
      callOf(ref.organizer)(staffApi.listBulkChanges, { params: { eventId: ref.eventId } }),
    refetchInterval: ({ state }) => (state.data?.changes.some(isRunning) ? POLL_MS : false),
  })

export type Bulk = OutputOf<typeof staffApi.listBulkChanges>['changes'][number]

export const isRunning = ({ state }: Bulk): boolean => state === 'working' || state === 'stopping'

/** A change that a person is about to make; calling off is a call of its own. */
export type PlannedChange = BulkChange | ({ kind: 'call_off' } & BulkCallOff)

export const previewQuery = (ref: EventRef, change: PlannedChange | null) =>
  queryOptions({
    queryKey: [...keyOf(ref), 'preview', change],
    enabled: change !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => {
      if (!change) throw new Error('Nothing to preview')
      const params = { eventId: ref.eventId }
      if (change.kind !== 'call_off') {
        const body = { change }
        return callOf(ref.organizer)(staffApi.previewBulkChange, { params, body, signal })
      }
      const { kind, ...callOff } = change
      return callOf(ref.organizer)(staffApi.previewCallOff, { params, body: { callOff }, signal })
    },
  })

/** Starts a change as it was previewed. */
export async function startChange(
  ref: EventRef,
  change: PlannedChange,
  digest: string,
): Promise<void> {
  const params = { eventId: ref.eventId }
  if (change.kind === 'call_off') {
    const { kind, ...callOff } = change
    await callOf(ref.organizer)(staffApi.startCallOff, { params, body: { callOff, digest } })
  } else {
    await callOf(ref.organizer)(staffApi.startBulkChange, { params, body: { change, digest } })
  }
  await datesChanged(ref)
}

/** Fetches anew what the screens of these dates show. */
export async function datesChanged(ref: EventRef): Promise<void> {
  // Dates of a job may have done a step of the checklist.
  void queryClient.invalidateQueries({ queryKey: ['organizer', ref.organizer, 'checklist'] })
  await queryClient.invalidateQueries({ queryKey: keyOf(ref) })
}

/** The dates that a person has chosen, and how many; null if that is only known once it is previewed. */
export interface Chosen {
  selection: SessionSelection
  count: number | null
}

/** What a person does in a dialog above the list. */
export type Doing =
  | { action: 'create' }
  | {
      action: 'change' | 'move' | 'call_off' | 'progress' | 'mail' | 'give'
      session: ListedSession
    }
  | { action: 'bulk'; kind: 'edit' | 'close' | 'reopen' | 'call_off'; chosen: Chosen }
