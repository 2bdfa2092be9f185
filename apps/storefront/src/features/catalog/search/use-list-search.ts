import { useSearch } from '../../../routing/hooks.ts'
import { type ListSearch, readListSearch } from '../../../routing/list-search.ts'
import { useRouter } from '../../../routing/router-provider.tsx'

/** The state of the list in the address, and how to change it. */
export function useListSearch() {
  const search = useSearch(readListSearch)
  const { changeSearch } = useRouter()
  /** `isTyping`: one step of many, which Back is not to go through one by one. */
  const change = (part: ListSearch, isTyping = false) =>
    // Another list begins with its first page.
    changeSearch({ ...part, shown: undefined }, { replace: isTyping })
  return { search, change }
}

export const NO_FILTERS = {
  category: undefined,
  city: undefined,
  from: undefined,
  to: undefined,
  maxPrice: undefined,
} as const satisfies ListSearch
