import { expect, it } from 'vitest'
import { priceDifferences } from './price-difference.ts'

const type = (id: string, allInMinor: number | null) => ({ id, name: id.toUpperCase(), allInMinor })

it('the difference is to the cheapest type, in any order of types', () => {
  const found = priceDifferences([type('vip', 6998), type('ga', 3498), type('fast', 4498)])
  expect([...found]).toEqual([
    ['vip', { moreMinor: 3500, than: 'GA' }],
    ['fast', { moreMinor: 1000, than: 'GA' }],
  ])
})

it('a free ticket is the cheapest, and one without a price is not', () => {
  expect([...priceDifferences([type('free', 0), type('ga', 3498)])]).toEqual([
    ['ga', { moreMinor: 3498, than: 'FREE' }],
  ])
  expect(priceDifferences([type('soon', null), type('ga', 3498)]).size).toBe(0)
  expect(priceDifferences([]).size).toBe(0)
})
