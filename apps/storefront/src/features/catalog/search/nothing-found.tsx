import { Button, EmptyState } from '@foyer/ui'
import { hasFilters, type ListSearch } from '../../../routing/list-search.ts'
import { NO_FILTERS } from './use-list-search.ts'

interface NothingFoundProps {
  search: ListSearch
  /** A spelling that there is here. */
  nearest: string | null
  onChange: (part: ListSearch) => void
}

/** No event fits: says so and leads on. */
export function NothingFound({ search, nearest, onChange }: NothingFoundProps) {
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
      {isFiltered
        ? 'With fewer filters there may be some.'
        : 'Try fewer words, a venue, a city or a kind of event.'}
    </EmptyState>
  )
}
