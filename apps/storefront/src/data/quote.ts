import { ApiError, carts } from '@foyer/contract'
import { parseSelection, type Selection } from '@foyer/domain'
import { queryOptions } from '@tanstack/react-query'
import type { FlowSearch } from '../routing/search.ts'
import type { AppContext } from '../shared/app-context.tsx'

const QUOTE_STALE_MILLISECONDS = 30_000

/** Ticket lines as the cart's calls take them. */
export const ticketLinesOf = (selection: Selection) =>
  Object.entries(selection).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))

/** Add-on lines as the cart's calls take them. */
export const addOnLinesOf = (selection: Selection) =>
  Object.entries(selection).map(([addOnId, quantity]) => ({ addOnId, quantity }))

/**
 * What the choices in a URL cost, fees included; the server computes it, nothing is held.
 * Keyed by the choices alone: a cart number does not change a price.
 */
export const quoteQuery = ({ call }: AppContext, eventId: string, search: FlowSearch) => {
  const { date, types, session, addons } = search
  return queryOptions({
    queryKey: ['quote', eventId, date, types, session, addons],
    queryFn: ({ signal }) =>
      call(carts.previewQuote, {
        body: {
          eventId,
          date,
          sessionId: session,
          tickets: ticketLinesOf(parseSelection(types)),
          addOns: addOnLinesOf(parseSelection(addons)),
        },
        signal,
      }),
    staleTime: QUOTE_STALE_MILLISECONDS,
    // A refusal stays one: only a lost answer is worth asking again.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
  })
}
