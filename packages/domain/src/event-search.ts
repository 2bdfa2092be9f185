import { ZERO_DECIMAL_CURRENCIES } from './constants.ts'

/** What the list of events can be asked for; server, contract and screens share it. */

export const EVENT_SORTS = ['relevance', 'date', 'price', 'name'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

export const SEARCH_LIMITS = {
  /** Characters of a query. */
  query: 100,
  city: 100,
  /** Events of one answer, and how far one may turn the pages. */
  page: 120,
  offset: 100_000,
  /** Cities named as a facet, those with most events. */
  cities: 50,
} as const

/** 'Up to …' as a filter offers it, in major units of a currency with cents. */
const PRICE_STEPS = [25, 50, 100, 200]

/** The steps in major units of the currency; one without cents counts in hundreds of them. */
export function priceSteps(currency: string): readonly number[] {
  const factor = ZERO_DECIMAL_CURRENCIES.includes(currency) ? 100 : 1
  return PRICE_STEPS.map((step) => step * factor)
}
