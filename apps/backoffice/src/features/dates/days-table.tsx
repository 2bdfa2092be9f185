import { formatTime } from '@foyer/domain'
import { Button, EmptyState } from '@foyer/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DatesSearch } from '../../routing/search.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { DatesSkeleton } from './dates-skeleton.tsx'
import { datesQuery, daysQuery, type EventRef } from './queries.ts'
import { Sales } from './sessions-table.tsx'
import { counted, dateText } from './texts.ts'

/** The days of an event with their sums; each leads to the list of its dates. */
export function DaysTable({
  reference,
  search,
  onSearch,
}: {
  reference: EventRef
  search: DatesSearch
  onSearch: (search: DatesSearch) => void
}) {
  const list = useInfiniteQuery(daysQuery(reference, search))
  const timeZone = useQuery(datesQuery(reference)).data?.timeZone ?? 'UTC'
  const days = useMemo(() => list.data?.pages.flatMap((page) => page.days) ?? [], [list.data])
  if (list.isPending) return <DatesSkeleton />
  if (list.isError && !list.data) {
    return (
      <FetchFailed
        what="The days"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    )
  }
  if (days.length === 0) {
    return (
      <EmptyState
        title="No day has a date"
        actions={<Button onClick={() => onSearch({})}>Show all dates</Button>}
      >
        This event has no dates between these days.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="office-table rounded-lg border border-edge">
        <table aria-label="Days" className="w-full border-collapse text-sm">
          <thead>
            <tr className="text-xs text-muted *:border-b *:border-edge *:px-4 *:py-2.5 *:text-start *:font-semibold">
              <th scope="col">Day</th>
              <th scope="col">Dates</th>
              <th scope="col">From – to</th>
              <th scope="col">Places sold</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-edge">
            {days.map((day) => (
              <tr key={day.date} className="*:px-4 *:py-2.5 hover:bg-hover/40">
                <td className="font-semibold">
                  <button
                    type="button"
                    className="link figures text-start font-semibold"
                    onClick={() => onSearch({ from: day.date, to: day.date })}
                  >
                    {dateText(day.date)}
                  </button>
                </td>
                <td data-label="Dates" className="figures">
                  {counted(day.sessions, 'date')}
                  {day.active < day.sessions && (
                    <span className="text-muted">, {day.sessions - day.active} closed</span>
                  )}
                </td>
                <td data-label="From – to" className="figures whitespace-nowrap">
                  {formatTime(day.firstStartsAt, timeZone)} –{' '}
                  {formatTime(day.lastStartsAt, timeZone)}
                </td>
                <td data-label="Places sold" className="figures">
                  <Sales sold={day.sold} held={day.held} capacity={day.capacity} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <Button
          className="self-start"
          onClick={() => void list.fetchNextPage()}
          busy={list.isFetchingNextPage}
        >
          Show more days
        </Button>
      )}
    </>
  )
}
