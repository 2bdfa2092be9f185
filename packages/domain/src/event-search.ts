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

export const NEAR_DAY_NAMES = ['today', 'weekend'] as const
export type NearDays = (typeof NEAR_DAY_NAMES)[number]

/**
 * Days that people think in, as days ahead of the current one by its ISO weekday (Monday first):
 * the first and the last. They are counted at the venue, since an event in Lisbon is 'today' by the
 * clock in Lisbon. The weekend is Friday to Sunday, and what is left of it once it has begun.
 */
export const NEAR_DAYS = {
  today: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  weekend: [
    [4, 6],
    [3, 5],
    [2, 4],
    [1, 3],
    [0, 2],
    [0, 1],
    [0, 0],
  ],
} as const satisfies Record<NearDays, readonly (readonly [number, number])[]>

/**
 * The upper bounds that the price filter offers ('Free', 'Up to $25'), in major units of a currency
 * with cents.
 */
const PRICE_STEPS = [0, 25, 50, 100, 200]

/** The bounds in major units of this currency. In one without cents they are 100 times as high. */
export function priceSteps(currency: string): readonly number[] {
  const factor = ZERO_DECIMAL_CURRENCIES.includes(currency) ? 100 : 1
  return PRICE_STEPS.map((step) => step * factor)
}
