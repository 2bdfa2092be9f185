import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../list-search.ts'

/** The state of the list in the address, and how to change it. */
export function useListSearch() {
  const search = readListSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  /** `isTyping`: one step of many, which Back is not to go through one by one. */
  const change = (part: ListSearch, isTyping = false) =>
    navigate({
      to: '.',
      // Another list begins with its first page.
      search: (before) => ({ ...before, ...part, shown: undefined }),
      replace: isTyping,
      resetScroll: false,
    })
  return { search, change }
}

export const NO_FILTERS = {
  category: undefined,
  city: undefined,
  from: undefined,
  to: undefined,
  maxPrice: undefined,
} as const satisfies ListSearch
