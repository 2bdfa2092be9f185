import type { CalendarView, DailyPriceView, LiveChanges } from '@foyer/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { accessOf } from '../../../data/access.ts'
import { calendarQuery, dailyPricesOf, eventQuery, type KnownEvent } from '../../../data/queries.ts'
import type { AppContext } from '../../../shared/app-context.tsx'
import { addChanges, mergeCalendar, mergeDaily } from './merge.ts'

/** The cache to which an event's live stream writes: all fetched availability of that event. */
export interface LiveCache {
  merge(changes: LiveChanges): void
  /** Refetches what is on screen; the rest is refetched when it is next shown. */
  refetch(): void
  /** From now on answers are used as they are, since no stream updates them. */
  forget(): void
  stop(): void
}

const NOTHING: LiveChanges = { sessions: {}, days: {} }

/**
 * An answer may have left the server before newer changes arrived. So all changes of the stream are
 * kept and applied to every answer that arrives.
 */
export function openLiveCache(
  queryClient: QueryClient,
  app: AppContext,
  eventId: string,
): LiveCache {
  const daysKey = dailyPricesOf(eventId)
  const calendarKey = calendarQuery(app, eventId).queryKey
  const eventKey = eventQuery(app, eventId).queryKey
  let known = NOTHING

  const write = (changes: LiveChanges) => {
    update<DailyPriceView>(queryClient, daysKey, (day) => mergeDaily(day, changes))
    update<CalendarView>(queryClient, calendarKey, (calendar) => mergeCalendar(calendar, changes))
  }
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const [kind, id] = event.query.queryKey
    if (id === eventId && (kind === daysKey[0] || kind === calendarKey[0])) write(known)
  })
  return {
    merge(changes) {
      const { sale } = changes
      if (sale) {
        update<KnownEvent>(queryClient, eventKey, (event) => ({ ...event, sale }))
      }
      // The stream says what everybody can buy; with an access code it is more.
      if (accessOf(eventId)) return
      known = addChanges(known, changes)
      write(changes)
    },
    refetch() {
      known = NOTHING
      void queryClient.invalidateQueries({ queryKey: daysKey })
      void queryClient.invalidateQueries({ queryKey: calendarKey })
    },
    forget() {
      known = NOTHING
    },
    stop,
  }
}

/** Invalidated data is left alone: writing to it would mark it as valid again. */
function update<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  merge: (data: Data) => Data,
): void {
  for (const [key, data] of queryClient.getQueriesData<Data>({ queryKey })) {
    const state = queryClient.getQueryState(key)
    if (data === undefined || !state || state.isInvalidated) continue
    const merged = merge(data)
    // Prices are as old as the answer that held them: merging does not make them fresh.
    if (merged !== data) queryClient.setQueryData(key, merged, { updatedAt: state.dataUpdatedAt })
  }
}
