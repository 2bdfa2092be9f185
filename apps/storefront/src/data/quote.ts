import { ApiError, carts } from '@foyer/contract'
import { parseSelection, type Selection } from '@foyer/domain'
import { queryOptions } from '@tanstack/react-query'
import type { FlowSearch } from '../routing/search.ts'
import type { AppContext } from '../shared/app-context.tsx'
import { accessOf } from './access.ts'

const QUOTE_STALE_MILLISECONDS = 30_000

/** Ticket lines as the cart's calls expect them. */
export const ticketLinesOf = (selection: Selection) =>
  Object.entries(selection).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))

/** Add-on lines as the cart's calls expect them. */
export const addOnLinesOf = (selection: Selection) =>
  Object.entries(selection).map(([addOnId, quantity]) => ({ addOnId, quantity }))

/**
 * The total of the chosen tickets in each session of the chosen day. The server computes it and
 * holds nothing.
 */
export const slotTotalsQuery = (
  { call }: AppContext,
  eventId: string,
  { date, types, addons }: FlowSearch,
) =>
  queryOptions({
    queryKey: ['slot-totals', eventId, date, types, addons],
    queryFn: ({ signal }) =>
      call(carts.previewQuote, {
        body: {
          eventId,
          date,
          tickets: ticketLinesOf(parseSelection(types)),
          addOns: addOnLinesOf(parseSelection(addons)),
          eachSession: true,
          access: accessOf(eventId),
        },
        signal,
      }),
    staleTime: QUOTE_STALE_MILLISECONDS,
    retry: isWorthRepeating,
  })

/** Repeats the call only if its answer was lost, because a refusal would be the same again. */
const isWorthRepeating = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)

/**
 * The price of the choices in a URL, with fees. The server computes it and holds nothing. The key
 * has the choices only, since a cart's number does not change the price.
 *
 * @param upgradeFrom the tickets that an upgrade to `search.types` would replace, to be compared
 */
export const quoteQuery = (
  { call }: AppContext,
  eventId: string,
  search: FlowSearch,
  upgradeFrom?: string,
) => {
  const { date, types, session, addons } = search
  return queryOptions({
    queryKey: ['quote', eventId, date, types, session, addons, upgradeFrom],
    queryFn: ({ signal }) =>
      call(carts.previewQuote, {
        body: {
          eventId,
          date,
          sessionId: session,
          tickets: ticketLinesOf(parseSelection(types)),
          addOns: addOnLinesOf(parseSelection(addons)),
          access: accessOf(eventId),
          ...(upgradeFrom && { upgradeFrom: ticketLinesOf(parseSelection(upgradeFrom)) }),
        },
        signal,
      }),
    staleTime: QUOTE_STALE_MILLISECONDS,
    retry: isWorthRepeating,
  })
}
