import { EVENT_SORTS, type OfficeEventRow, type OfficeEventSort, staffApi } from '@foyer/contract'
import { EVENT_STATE_NAMES, EVENT_STATES, type EventState, may, type Role } from '@foyer/domain'
import { Button, buttonStyle, EmptyState, SelectInput, Skeleton, SkeletonGroup } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQueries,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import { paths } from '../../routing/paths.ts'
import type { EventsSearch } from '../../routing/search.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { SearchField } from '../../shared/search-field.tsx'
import { columnsFor, type Sold } from './event-columns.tsx'

interface EventsScreenProps {
  organizer: { slug: string; role: Role; locale: string }
  search: EventsSearch
  onSearch: (search: EventsSearch) => void
}

const isState = (name = ''): name is EventState => name in EVENT_STATES
const isSort = (name = ''): name is OfficeEventSort => EVENT_SORTS.some((sort) => sort === name)

const eventsQuery = (organizer: string, { q, state, sort, isDescending }: EventsSearch) =>
  infiniteQueryOptions({
    queryKey: ['organizer', organizer, 'events', { q, state, sort, isDescending }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.listOfficeEvents, {
        query: {
          q,
          state: isState(state) ? state : undefined,
          sort: isSort(sort) ? sort : undefined,
          isDescending: isDescending === undefined ? undefined : isDescending ? 'true' : 'false',
          after: pageParam,
        },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** What is sold of a page of events: it reads every session of them, so the list does not wait for it. */
const soldQuery = (organizer: string, events: readonly OfficeEventRow[]) => {
  const eventIds = events.map(({ id }) => id).join(',')
  return queryOptions({
    queryKey: ['organizer', organizer, 'events-sold', eventIds],
    queryFn: () => callOf(organizer)(staffApi.countSold, { query: { eventIds } }),
    enabled: events.length > 0,
  })
}

/** All events of the organizer, with what is sold of them. */
export function EventsScreen({ organizer, search, onSearch }: EventsScreenProps) {
  const { slug, role, locale } = organizer
  const list = useInfiniteQuery(eventsQuery(slug, search))
  const pages = list.data?.pages
  const events = useMemo(() => pages?.flatMap((page) => page.events) ?? [], [pages])
  const sold = useQueries({
    queries: (pages ?? []).map((page) => soldQuery(slug, page.events)),
    combine: (results): ReadonlyMap<string, Sold> =>
      new Map(results.flatMap(({ data }) => data?.events.map((row) => [row.id, row]) ?? [])),
  })
  const columns = useMemo(() => columnsFor({ slug, locale, sold }), [slug, locale, sold])
  const mayChange = may(role, 'catalog.change')
  const isFiltered = Boolean(search.q || search.state)
  const newEvent = (
    <Link {...paths.newEvent(slug)} className={buttonStyle('primary')}>
      <Plus aria-hidden="true" className="size-4" />
      New event
    </Link>
  )
  // Then the same button is in the middle of the screen.
  const hasNone = list.data !== undefined && events.length === 0 && !isFiltered
  return (
    <Page
      title="Events"
      description="What you sell tickets for."
      actions={mayChange && !hasNone && newEvent}
    >
      {list.isError && !list.data ? (
        <FetchFailed
          what="Your events"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <>
          {(isFiltered || events.length > 0 || list.isPending) && (
            <Filters search={search} onSearch={onSearch} />
          )}
          {list.isPending ? (
            <SkeletonGroup label="Loading your events" className="flex flex-col gap-3">
              <Skeleton className="h-10 w-full" />
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-16 w-full" />
            </SkeletonGroup>
          ) : (
            <DataTable
              label="Events"
              columns={columns}
              rows={events}
              idOf={({ id }) => id}
              isSorted
              sorting={{
                id: search.sort ?? 'created',
                desc: search.isDescending ?? !isSort(search.sort),
              }}
              onSort={({ id: sort, desc }) => onSearch({ ...search, sort, isDescending: desc })}
              empty={
                isFiltered ? (
                  <EmptyState
                    title="No event like this"
                    actions={<Button onClick={() => onSearch({})}>Show all events</Button>}
                  >
                    No event matches all that you chose above. Archived events are shown if you
                    choose them.
                  </EmptyState>
                ) : (
                  <EmptyState title="No events yet" actions={mayChange && newEvent}>
                    An event is what you sell tickets for: a museum with timed entry for a season,
                    or a show on one night. It begins as a draft that only your team sees.
                  </EmptyState>
                )
              }
            />
          )}
          {list.hasNextPage && (
            <Button
              className="mt-6"
              onClick={() => void list.fetchNextPage()}
              busy={list.isFetchingNextPage}
            >
              Show more events
            </Button>
          )}
        </>
      )}
    </Page>
  )
}

function Filters({ search, onSearch }: Pick<EventsScreenProps, 'search' | 'onSearch'>) {
  const id = useId()
  return (
    <form
      aria-label="Filter"
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 flex flex-wrap items-center gap-3"
    >
      <SearchField
        label="Search events"
        placeholder="Search by name"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ ...search, q: q || undefined })}
        className="max-w-80 basis-60"
      />
      <label htmlFor={`${id}-state`} className="sr-only">
        State
      </label>
      <SelectInput
        id={`${id}-state`}
        name="state"
        value={search.state ?? ''}
        onChange={({ target }) => onSearch({ ...search, state: target.value || undefined })}
        className="basis-44"
      >
        <option value="">All but archived</option>
        {EVENT_STATE_NAMES.map((state) => (
          <option key={state} value={state}>
            {EVENT_STATES[state].label}
          </option>
        ))}
      </SelectInput>
    </form>
  )
}
