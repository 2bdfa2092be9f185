import { buttonStyle } from '@foyer/ui'
import { useRef } from 'react'
import { useNavigate } from '../../../routing/hooks.ts'
import { readListSearch } from '../../../routing/list-search.ts'
import { paths } from '../../../routing/paths.ts'
import { useRouter } from '../../../routing/router-provider.tsx'
import { SearchField } from './search-field.tsx'

/** A field that leads to the list with what is typed; without script, the form does. */
export function SearchForm({ className }: { className?: string }) {
  const router = useRouter()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const list = paths.eventSearch()
  return (
    <search className={className}>
      <form
        action={router.base + list.to}
        className="relative block"
        onFocus={() => void router.preload(list)}
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(paths.eventSearch({ q: readListSearch({ q: field.current?.value }).q }))
        }}
      >
        <SearchField ref={field} className="min-h-14 pe-28" />
        <button type="submit" className={buttonStyle('ghost', 'md', 'absolute! end-1.5 top-1.5')}>
          Search
        </button>
      </form>
    </search>
  )
}
