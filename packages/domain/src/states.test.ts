import { expect, test } from 'vitest'
import { orderNumberOf } from './orders.ts'
import { categoryLabel, EVENT_CATEGORIES } from './states.ts'

test('a category is shown as a word, and other as Event', () => {
  expect(EVENT_CATEGORIES.map(categoryLabel)).toEqual([
    'Music',
    'Sports',
    'Conference',
    'Festival',
    'Theater',
    'Exhibition',
    'Concert',
    'Event',
  ])
})

test('an order number is the last 8 characters of the id, upper case', () => {
  expect(orderNumberOf('0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0ab1')).toBe('0E2F0AB1')
})
