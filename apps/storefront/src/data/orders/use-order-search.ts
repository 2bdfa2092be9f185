import { useLayoutEffect, useMemo } from 'react'
import { type RawSearch, stringifySearch } from '../../routing/address.ts'
import { useLocation, useNavigate, useSearch } from '../../routing/hooks.ts'
import type { WaiverSearch } from '../../routing/search.ts'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'
import { readOpenedOrder, saveOpenedOrder } from '../stored/opened-order-record.ts'

/**
 * The query of a page of an order. What opens the order, an e-mail address or a link's token, leaves the
 * address at once: it would stay in the history, and go along when the page is shared. A record of
 * this tab keeps it, so that a reload and the other pages of the order open as well. `part`: the link opens
 * only this of the order, so that its record is its own, as that of a participant.
 */
export function useOrderSearch<Search extends WaiverSearch>(
  orderId: string | undefined,
  read: (raw: RawSearch) => Search,
  part?: 'change',
): Search {
  const { path, search: raw } = useLocation()
  const search = useSearch(read)
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const opened = part ?? search.participant
  const isGiven = Boolean(search.email ?? search.token)
  // Before the effects of the page, one of which may lead elsewhere.
  useLayoutEffect(() => {
    if (!orderId || !isGiven) return
    saveOpenedOrder(orderId, opened, search)
    const rest = stringifySearch({ ...raw, email: undefined, token: undefined })
    void navigate({ to: path + rest, replace: true, resetScroll: false })
  }, [orderId, isGiven, opened, search, raw, path, navigate])
  return useMemo(() => {
    const stored = isGiven || !isHydrated || !orderId ? null : readOpenedOrder(orderId, opened)
    return stored ? { ...search, ...stored } : search
  }, [search, isGiven, isHydrated, orderId, opened])
}
