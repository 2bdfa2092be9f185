import {
  EVENT_CATEGORIES,
  EVENT_SORTS,
  EVENTS_PAGE_SIZE,
  type EventCategory,
  type EventSort,
  isCalendarDate,
  isPlainText,
  NEAR_DAY_NAMES,
  type NearDays,
  SEARCH_LIMITS,
  wellFormed,
} from '@foyer/domain'
import type { RawSearch } from './address.ts'
import { textIf } from './search.ts'

/** The filters of a list as the call takes them. */
export interface EventCriteria {
  q?: string
  category?: EventCategory
  city?: string
  /** A venue's id. */
  venue?: string
  /** Counted from the current day in the venue's zone. */
  day?: NearDays
  /** YYYY-MM-DD in the venue's zone, both inclusive. */
  from?: string
  to?: string
  /** Major units, with fees; '0' for free events. */
  maxPrice?: string
  sort?: EventSort
  when?: 'all'
}

/** The state of a list in its address: everything is text. */
export interface ListSearch {
  q?: string | undefined
  category?: EventCategory | undefined
  city?: string | undefined
  day?: NearDays | undefined
  from?: string | undefined
  to?: string | undefined
  maxPrice?: string | undefined
  sort?: EventSort | undefined
  /** How many events were open, so that a reload shows them again. */
  shown?: string | undefined
}

/** Invalid values are dropped and never an error. Every key is returned, as in `readFlowSearch`. */
export function readListSearch(raw: RawSearch): ListSearch {
  const from = textIf(raw.from, isCalendarDate)
  const to = textIf(raw.to, isCalendarDate)
  return {
    q: queryIn(raw.q),
    category: EVENT_CATEGORIES.find((category) => category === raw.category),
    city: textIf(
      raw.city,
      (text) => text.trim() !== '' && text.length <= SEARCH_LIMITS.city && isPlainText(text),
    ),
    day: NEAR_DAY_NAMES.find((day) => day === raw.day),
    from,
    to: from && to && to < from ? undefined : to,
    maxPrice: textIf(raw.maxPrice, (text) => /^\d{1,7}(\.\d{1,2})?$/.test(text)),
    sort: EVENT_SORTS.find((sort) => sort === raw.sort),
    shown: readShown(raw).shown,
  }
}

/** The part that a list without a search box has. */
export const readShown = (raw: RawSearch): Pick<ListSearch, 'shown'> => ({
  shown: textIf(raw.shown, (text) => /^[1-9]\d{0,3}$/.test(text)),
})

/** The typed words, cut at the maximum length. */
function queryIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = wellFormed(wellFormed(value).slice(0, SEARCH_LIMITS.query))
  return text.trim() !== '' && isPlainText(text) ? text : undefined
}

export function criteriaOf({ shown: _, q, ...filters }: ListSearch): EventCriteria {
  const given = Object.entries({ ...filters, q: q?.trim() }).filter(([, value]) => value)
  return Object.fromEntries(given)
}

/** Whether the list is narrowed by anything but words and order. */
export const hasFilters = (search: ListSearch): boolean => filterCount(search) > 0

/** How many filters narrow the list. */
export const filterCount = ({ category, city, day, from, to, maxPrice }: ListSearch): number =>
  [category, city, day, from, to, maxPrice].filter(Boolean).length

/** How many events the first answer holds: whole pages, up to the maximum of one answer. */
export function shownOf({ shown }: Pick<ListSearch, 'shown'>): number {
  const pages = Math.ceil(Number(shown ?? 0) / EVENTS_PAGE_SIZE)
  return Math.min(SEARCH_LIMITS.page, Math.max(1, pages) * EVENTS_PAGE_SIZE)
}
