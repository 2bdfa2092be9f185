import type { EventPage } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { EVENTS_PAGE_SIZE, type EventSort, minorOf, type NearDays, priceSteps } from '@foyer/domain'
import { presentEvent } from './present.ts'
import { selectEvents } from './queries.ts'
import { readWords } from './read-words.ts'
import { selectFound } from './select-found.ts'

/** The query of the call, validated by the contract. */
interface SearchQuery {
  q?: string | undefined
  category?: string | undefined
  city?: string | undefined
  venue?: string | undefined
  day?: NearDays | undefined
  from?: string | undefined
  to?: string | undefined
  maxPrice?: string | undefined
  sort?: EventSort | undefined
  when?: 'coming' | 'all' | undefined
  offset?: string | undefined
  limit?: string | undefined
}

/**
 * Returns one page of the matching events, and the counts of the filters. `currency` is the
 * tenant's: prices are filtered and sorted in it.
 */
export async function searchEvents(
  tx: TenantTx,
  query: SearchQuery,
  currency: string,
): Promise<EventPage> {
  const read = query.q ? await readWords(tx, query.q) : null
  const steps = priceSteps(currency)
  const days = { day: query.day ?? null, from: query.from ?? null, to: query.to ?? null }
  const found = await selectFound(tx, {
    ...days,
    words: read?.words ?? null,
    category: query.category ?? null,
    city: query.city ?? null,
    venue: query.venue ?? null,
    currency,
    maxAllInMinor: query.maxPrice === undefined ? null : minorOf(Number(query.maxPrice), currency),
    priceStepsMinor: steps.map((step) => minorOf(step, currency)),
    isPastShown: query.when === 'all',
    sort: query.sort ?? (read ? 'relevance' : 'date'),
    offset: Number(query.offset ?? 0),
    limit: Number(query.limit ?? EVENTS_PAGE_SIZE),
  })
  const events = found.ids.length > 0 ? await selectEvents(tx, found.ids, days) : []
  return {
    events: inOrderOf(found.ids, events).map(presentEvent),
    total: found.total,
    nearest: read?.nearest ?? null,
    facets: {
      categories: found.categories,
      cities: found.cities,
      prices: steps.map((value, index) => ({ value, count: found.prices[index] ?? 0 })),
      anyPrice: found.any_price,
    },
  }
}

/** The rows in the order of their ids. */
export function inOrderOf<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const rank = new Map(ids.map((id, index) => [id, index]))
  return rows.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
}
