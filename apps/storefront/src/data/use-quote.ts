import { parseSelection, totalQuantity } from '@foyer/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FlowSearch } from '../routing/search.ts'
import { useApp } from '../shared/app-context.tsx'
import { quoteQuery } from './quote.ts'

const DEBOUNCE_MILLISECONDS = 150

/**
 * The price of a draft, as the server computes it. Quick taps cause one request, and the last total
 * stays until the next one arrives. Nothing is requested before a ticket and a day are chosen.
 */
export function useQuote(eventId: string, draft: FlowSearch, upgradeFrom?: string) {
  const app = useApp()
  const settled = useSettled(draft)
  const isAsked = Boolean(draft.date) && totalQuantity(parseSelection(draft.types)) > 0
  const query = useQuery({
    ...quoteQuery(app, eventId, settled, upgradeFrom),
    enabled: isAsked && Boolean(settled.types),
    placeholderData: keepPreviousData,
  })
  return {
    priced: isAsked ? query.data : undefined,
    isAsked,
    /** The total on show does not yet belong to the draft. */
    isUpdating: isAsked && (settled !== draft || query.isFetching),
    error: isAsked ? query.error : null,
    retry: query.refetch,
  }
}

/**
 * The draft once it has not changed for a moment. Compared by value, since a new object is not a
 * change.
 */
function useSettled(draft: FlowSearch): FlowSearch {
  const [settled, setSettled] = useState(draft)
  const isSame = signature(draft) === signature(settled)
  useEffect(() => {
    if (isSame) return
    const timer = setTimeout(() => setSettled(draft), DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [draft, isSame])
  return isSame ? draft : settled
}

const signature = ({ date, types, session, addons }: FlowSearch) =>
  [date, types, session, addons].join('|')
