import { type OfficeVenueRow, staffApi } from '@foyer/contract'
import { may, type Role } from '@foyer/domain'
import { Button, buttonStyle, EmptyState, Skeleton, SkeletonGroup } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import { paths } from '../../routing/paths.ts'
import type { VenuesSearch } from '../../routing/search.ts'
import { type Column, DataTable } from '../../shared/data-table.tsx'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { SearchField } from '../../shared/search-field.tsx'

interface VenuesScreenProps {
  organizer: { slug: string; role: Role }
  search: VenuesSearch
  onSearch: (search: VenuesSearch) => void
}

const listQuery = (organizer: string, q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['organizer', organizer, 'venues', 'list', q],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.listOfficeVenues, { query: { q, after: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

const COUNTRIES = new Intl.DisplayNames('en-US', { type: 'region' })

/** Where events take place. */
export function VenuesScreen({ organizer, search, onSearch }: VenuesScreenProps) {
  const { slug, role } = organizer
  const list = useInfiniteQuery(listQuery(slug, search.q))
  const venues = useMemo(() => list.data?.pages.flatMap((page) => page.venues) ?? [], [list.data])
  const columns = useMemo(() => columnsFor(slug), [slug])
  const newVenue = may(role, 'catalog.change') && (
    <Link {...paths.newVenue(slug)} className={buttonStyle('primary')}>
      <Plus aria-hidden="true" className="size-4" />
      New venue
    </Link>
  )
  // Then the same button is in the middle of the screen.
  const hasNone = list.data !== undefined && venues.length === 0 && !search.q
  return (
    <Page
      title="Venues"
      description="Where your events take place. The address is on the tickets, and the time zone decides what day it is."
      actions={!hasNone && newVenue}
    >
      {list.isPending && (
        <SkeletonGroup label="Loading your venues" className="flex flex-col gap-3">
          <Skeleton className="h-10 w-full max-w-80" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </SkeletonGroup>
      )}
      {list.isError && !list.data && (
        <FetchFailed
          what="Your venues"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data && (
        <>
          {(search.q || venues.length > 0) && (
            <div className="mb-4">
              <SearchField
                label="Search venues"
                placeholder="Search by name or city"
                value={search.q ?? ''}
                onSearch={(q) => onSearch({ q: q || undefined })}
                className="max-w-80"
              />
            </div>
          )}
          <DataTable
            label="Venues"
            columns={columns}
            rows={venues}
            idOf={(venue) => venue.id}
            isSorted
            sorting={{ id: 'name', desc: false }}
            onSort={() => undefined}
            empty={
              search.q ? (
                <EmptyState
                  title="No venue like this"
                  actions={<Button onClick={() => onSearch({})}>Show all venues</Button>}
                >
                  No venue has these letters in its name or city.
                </EmptyState>
              ) : (
                <EmptyState title="No venues yet" actions={newVenue}>
                  A hall, a museum, a field: the place that visitors have to find.
                </EmptyState>
              )
            }
          />
          {list.hasNextPage && (
            <Button
              className="mt-6"
              onClick={() => void list.fetchNextPage()}
              busy={list.isFetchingNextPage}
            >
              Show more venues
            </Button>
          )}
        </>
      )}
    </Page>
  )
}

const columnsFor = (slug: string): Column<OfficeVenueRow>[] => [
  {
    id: 'name',
    header: 'Name',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Link {...paths.venue(slug, original.id)} className="link font-semibold wrap-anywhere">
        {original.name}
      </Link>
    ),
  },
  {
    id: 'address',
    header: 'Address',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="wrap-anywhere">
        {[original.streetAddress, original.city, COUNTRIES.of(original.country)]
          .filter(Boolean)
          .join(', ')}
      </span>
    ),
  },
  {
    id: 'zone',
    header: 'Time zone',
    enableSorting: false,
    cell: ({ row: { original } }) => original.timeZone.replaceAll('_', ' '),
  },
  {
    id: 'events',
    header: 'Events',
    enableSorting: false,
    cell: ({ row: { original } }) => <span className="figures">{original.eventCount}</span>,
  },
]
