import { IconButton } from '@foyer/ui'
import { X } from '@foyer/ui/icons'
import { SEARCH_FIELD_ID } from '../../../routing/paths.ts'
import { SearchField } from './search-field.tsx'
import { useTypedQuery } from './use-typed-query.ts'

interface SearchBoxProps {
  query: string
  onQuery: (query: string) => void
}

/** The search field in a form of its own: without script, Enter submits it. */
export function SearchBox({ query, onQuery }: SearchBoxProps) {
  const { field, send, sendSoon, clear } = useTypedQuery(query, onQuery)
  return (
    <search className="contents">
      <form
        className="relative block"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <SearchField
          ref={field}
          id={SEARCH_FIELD_ID}
          defaultValue={query}
          onInput={sendSoon}
          aria-controls="found-events"
          className="peer min-h-14 pe-12"
        />
        <IconButton
          label="Clear search"
          onClick={clear}
          className="absolute end-1.5 top-1/2 -translate-y-1/2 peer-placeholder-shown:hidden"
        >
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </form>
    </search>
  )
}
