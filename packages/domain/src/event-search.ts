import { ZERO_DECIMAL_CURRENCIES } from './constants.ts'

/** The limits and filters of the list of events; server, contract and screens share them. */

export const EVENT_SORTS = ['relevance', 'date', 'price', 'name'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

export const SEARCH_LIMITS = {
  /** Characters of a query. */
  query: 100,
  city: 100,
  /** Events on one page of results. */
  page: 120,
  /** Events that a page may skip. */
  offset: 100_000,
  /** Cities that the filter offers: those with the most events. */
  cities: 50,
} as const

/**
 * The upper bounds that the price filter offers ('Up to $25'), in major units of a currency with
 * cents.
 */
const PRICE_STEPS = [25, 50, 100, 200]

/** The bounds in major units of this currency. In one without cents they are 100 times as high. */
export function priceSteps(currency: string): readonly number[] {
  const factor = ZERO_DECIMAL_CURRENCIES.includes(currency) ? 100 : 1
  return PRICE_STEPS.map((step) => step * factor)
}
