import { EVENTS_PAGE_SIZE } from '@foyer/domain'
import { Button, cx, EmptyState } from '@foyer/ui'
import { EventGrid } from '../features/catalog/list/event-grid.tsx'
import { EventsFailed } from '../features/catalog/list/events-failed.tsx'
import { useEventPages } from '../features/catalog/list/use-event-pages.ts'
import { Filters } from '../features/catalog/search/filters.tsx'
import { SearchBox } from '../features/catalog/search/search-box.tsx'
import { SearchChips } from '../features/catalog/search/search-chips.tsx'
import { NO_FILTERS, useListSearch } from '../features/catalog/search/use-list-search.ts'
import { criteriaOf, hasFilters, type ListSearch } from '../routing/list-search.ts'
import { EventCardsSkeleton } from '../shared/event/event-cards.tsx'
import { WhatIsOn } from '../shared/event/more-events.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

/** All upcoming events, with search and filters. */
export function EventSearchPage() {
  const { search, change } = useListSearch()
  const list = useEventPages(criteriaOf(search))
  const { page, total, isOutdated, error } = list
  return (
    <>
      <div className="mx-auto max-w-page px-4 pt-4 sm:px-6 lg:pt-8">
        <PageHead
          title="Events"
          canonicalPath="/events"
          isUnlisted={Boolean(search.q) || hasFilters(search)}
        />
        <h1 className="font-display text-title font-bold">Events</h1>
        <div className="mt-6 grid gap-4">
          <SearchBox
            query={search.q?.trim() ?? ''}
            onQuery={(q) => change({ q: q || undefined }, Boolean(search.q && q))}
          />
          <SearchChips facets={page?.facets} search={search} className="-mt-2" />
          <Filters search={search} facets={page?.facets} onChange={change} />
        </div>
        <section
          id="found-events"
          aria-labelledby="found-events-title"
          aria-busy={isOutdated || undefined}
          className={cx(
            'mt-6',
            total > 0 && 'min-h-[60vh]',
            isOutdated && 'opacity-60 transition-opacity delay-200',
          )}
        >
          <h2 id="found-events-title" className="sr-only">
            Found events
          </h2>
          <p role="status" className="figures min-h-6 text-sm text-muted">
            {page && countText(total, page.nearest)}
          </p>
          {error && <EventsFailed error={error} level={2} />}
          {!page && !error && <EventCardsSkeleton count={EVENTS_PAGE_SIZE} />}
          {page && total === 0 && (
            <NothingFound search={search} nearest={page.nearest} onChange={change} />
          )}
          {page && total > 0 && <EventGrid list={list} family="event" />}
        </section>
      </div>
      {page && total === 0 && <WhatIsOn />}
    </>
  )
}

/** '12 events found', with the corrected words if the search had to correct the typed ones. */
function countText(total: number, nearest: string | null): string {
  const count = total === 1 ? '1 event found' : `${total} events found`
  return nearest && total > 0 ? `${count} for “${nearest}”` : count
}

const NOTHING_NEAR = {
  today: 'Nothing else starts today.',
  weekend: 'Nothing is on from Friday to Sunday.',
} as const

interface NothingFoundProps {
  search: ListSearch
  /** A spelling that has results. */
  nearest: string | null
  onChange: (part: ListSearch) => void
}

/** No event matches: says so and offers other searches. */
function NothingFound({ search, nearest, onChange }: NothingFoundProps) {
  const isFiltered = hasFilters(search)
  return (
    <EmptyState
      title="No events found matching the query."
      level={3}
      className="mt-8"
      actions={
        <>
          {nearest && (
            <Button onClick={() => onChange({ q: nearest })}>Search for “{nearest}”</Button>
          )}
          {isFiltered && <Button onClick={() => onChange(NO_FILTERS)}>Clear filters</Button>}
          <Button onClick={() => onChange({ ...NO_FILTERS, q: undefined, sort: undefined })}>
            Show all events
          </Button>
        </>
      }
    >
      {search.day && !search.q
        ? NOTHING_NEAR[search.day]
        : isFiltered
          ? 'With fewer filters there may be some.'
          : 'Try fewer words, a venue, a city or a kind of event.'}
    </EmptyState>
  )
}
