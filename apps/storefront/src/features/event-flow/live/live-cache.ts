import type { CalendarView, DailyPriceView, LiveChanges } from '@foyer/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { calendarQuery, dailyPricesOf } from '../../../data/queries.ts'
import type { AppContext } from '../../../shared/app-context.tsx'
import { addChanges, mergeCalendar, mergeDaily } from './merge.ts'

/** Where the live stream of one event writes to: everything that was fetched of its availability. */
export interface LiveCache {
  merge(changes: LiveChanges): void
  /** Fetches anew what is on screen; what is not is fetched when it is next looked at. */
  refetch(): void
  /** From now on what is fetched stands as it is: nobody keeps it up to date. */
  forget(): void
  stop(): void
}

const NOTHING: LiveChanges = { sessions: {}, days: {} }

/**
 * An answer may have been on its way while newer changes came. So all that the stream has said is
 * kept while it lasts, and laid over every answer as it arrives.
 */
export function openLiveCache(
  queryClient: QueryClient,
  app: AppContext,
  eventId: string,
): LiveCache {
  const daysKey = dailyPricesOf(eventId)
  const calendarKey = calendarQuery(app, eventId).queryKey
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

/** What is about to be fetched anew is left alone: writing to it would call it valid again. */
function update<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  merge: (data: Data) => Data,
): void {
  for (const [key, data] of queryClient.getQueriesData<Data>({ queryKey })) {
    const state = queryClient.getQueryState(key)
    if (data === undefined || !state || state.isInvalidated) continue
    const merged = merge(data)
    // Prices are as old as the answer they came with: merging makes nothing else fresh.
    if (merged !== data) queryClient.setQueryData(key, merged, { updatedAt: state.dataUpdatedAt })
  }
}
