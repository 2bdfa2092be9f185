import type { EventPage } from '@foyer/contract'
import { categoryLabel, type EventCategory, formatPrice, minorOf } from '@foyer/domain'
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
  const { categories = [], cities = [], prices = [], anyPrice = 0 } = facets ?? {}
  const priceLabel = (major: number) => (major === 0 ? 'Free' : `Up to ${price(major)}`)
  return {
    category: withChosen(
      categories.map(({ value, count }) => option(value, kindLabel(value), count)),
      search.category && option(search.category, kindLabel(search.category)),
    ),
    city: withChosen(
      cities
        .toSorted((a, b) => a.value.localeCompare(b.value, money.locale))
        .map(({ value, count }) => option(value, value, count)),
      search.city && option(search.city, search.city),
    ),
    maxPrice: withChosen(
      prices
        // A bound that excludes no event, or no more than the bound before it, is no choice.
        .filter(({ count }, at) => count < anyPrice && count > (prices[at - 1]?.count ?? 0))
        .map(({ value, count }) => option(String(value), priceLabel(value), count)),
      search.maxPrice && option(search.maxPrice, priceLabel(Number(search.maxPrice))),
    ),
  }
}

/** On a card an event of no category is an 'Event'; among categories that would be all of them. */
const kindLabel = (category: EventCategory): string =>
  category === 'other' ? 'Other' : categoryLabel(category)

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
