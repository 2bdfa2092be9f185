import { expect, it } from 'vitest'
import { filterOptions } from './filter-options.ts'

const MONEY = { currency: 'usd', locale: 'en-US' }
const FACETS = {
  categories: [
    { value: 'music' as const, count: 3 },
    { value: 'other' as const, count: 1 },
  ],
  cities: [
    { value: 'Oslo', count: 3 },
    { value: 'Århus', count: 2 },
    { value: 'Berlin', count: 1 },
  ],
  prices: [
    { value: 0, count: 1 },
    { value: 25, count: 1 },
    { value: 50, count: 4 },
    { value: 100, count: 6 },
    { value: 200, count: 6 },
  ],
  anyPrice: 6,
}
const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label)

it('each option shows the number of its events', () => {
  const { category, maxPrice } = filterOptions(FACETS, {}, MONEY)
  expect(labels(category)).toEqual(['Music (3)', 'Other (1)'])
  expect(labels(maxPrice)).toEqual(['Free (1)', 'Up to $50 (4)'])
})

it('a price that narrows the list no further is no option', () => {
  const all = { ...FACETS, prices: [{ value: 0, count: 6 }], anyPrice: 6 }
  expect(filterOptions(all, {}, MONEY).maxPrice).toEqual([])
})

it('cities are sorted by the locale of the tenant', () => {
  expect(labels(filterOptions(FACETS, {}, { ...MONEY, locale: 'en-US' }).city)).toEqual([
    'Århus (2)',
    'Berlin (1)',
    'Oslo (3)',
  ])
})

it('the chosen value stays an option, even without events or before the answer', () => {
  const search = { category: 'sports', city: 'Paris', maxPrice: '49.5' } as const
  for (const facets of [FACETS, undefined]) {
    const { category, city, maxPrice } = filterOptions(facets, search, MONEY)
    expect(labels(category).at(-1)).toBe('Sports')
    expect(labels(city).at(-1)).toBe('Paris')
    expect(labels(maxPrice).at(-1)).toBe('Up to $49.50')
  }
})
