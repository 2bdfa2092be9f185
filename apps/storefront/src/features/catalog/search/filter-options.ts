import type { EventPage } from '@foyer/contract'
import { categoryLabel, formatPrice, minorOf } from '@foyer/domain'
import type { ListSearch } from '../../../routing/list-search.ts'

export interface FilterOption {
  value: string
  label: string
}

type Facets = EventPage['facets']
interface Money {
  currency: string
  locale: string
}

/** Each value with the number of its events. The chosen value is included even if it has none. */
export function filterOptions(facets: Facets | undefined, search: ListSearch, money: Money) {
  const price = (major: number) =>
    formatPrice(minorOf(major, money.currency), money.currency, money.locale)
  const { categories = [], cities = [], prices = [] } = facets ?? {}
  return {
    category: withChosen(
      categories.map(({ value, count }) => option(value, categoryLabel(value), count)),
      search.category && option(search.category, categoryLabel(search.category)),
    ),
    city: withChosen(
      cities
        .toSorted((a, b) => a.value.localeCompare(b.value, money.locale))
        .map(({ value, count }) => option(value, value, count)),
      search.city && option(search.city, search.city),
    ),
    maxPrice: withChosen(
      prices
        .filter(({ count }) => count > 0)
        .map(({ value, count }) => option(String(value), `Up to ${price(value)}`, count)),
      search.maxPrice && option(search.maxPrice, `Up to ${price(Number(search.maxPrice))}`),
    ),
  }
}

const option = (value: string, label: string, count?: number): FilterOption => ({
  value,
  label: count === undefined ? label : `${label} (${count})`,
})

function withChosen(
  options: readonly FilterOption[],
  chosen: FilterOption | '' | undefined,
): readonly FilterOption[] {
  if (!chosen || options.some(({ value }) => value === chosen.value)) return options
  return [...options, chosen]
}
