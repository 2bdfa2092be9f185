import { SEARCH_LIMITS } from '@foyer/domain'
import { IconButton, TextInput } from '@foyer/ui'
import { Search, X } from '@foyer/ui/icons'
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
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3.5 top-1/2 z-1 size-5 -translate-y-1/2 text-muted"
        />
        <TextInput
          ref={field}
          type="search"
          name="q"
          defaultValue={query}
          onInput={sendSoon}
          placeholder="Search events"
          aria-label="Search events"
          aria-controls="found-events"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LIMITS.query}
          // The form has a larger button of its own that clears the field.
          className="peer ps-11 pe-12 [&::-webkit-search-cancel-button]:hidden"
        />
        <IconButton
          label="Clear search"
          onClick={clear}
          className="absolute end-0.5 top-1/2 -translate-y-1/2 peer-placeholder-shown:hidden"
        >
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </form>
    </search>
  )
}
