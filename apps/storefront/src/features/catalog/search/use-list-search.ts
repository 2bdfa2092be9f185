import { useSearch } from '../../../routing/hooks.ts'
import { type ListSearch, readListSearch } from '../../../routing/list-search.ts'
import { useRouter } from '../../../routing/router-provider.tsx'

/** The list's state in the address, and a function to change it. */
export function useListSearch() {
  const search = useSearch(readListSearch)
  const { changeSearch } = useRouter()
  /** `isTyping`: one change of many while typing, which must not add entries to the history. */
  const change = (part: ListSearch, isTyping = false) =>
    // A changed list begins with its first page.
    changeSearch({ ...part, shown: undefined }, { replace: isTyping })
  return { search, change }
}

export const NO_FILTERS = {
  category: undefined,
  city: undefined,
  day: undefined,
  from: undefined,
  to: undefined,
  maxPrice: undefined,
} as const satisfies ListSearch
