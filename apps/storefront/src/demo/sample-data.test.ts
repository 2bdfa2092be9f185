import { expect, it } from 'vitest'
import { SAMPLE_TYPES, SESSION_DATES, SOUVENIR_PHOTO, TIME_SLOTS } from './sample-data.ts'

it('has 30 sample dates from 2025-09-12 to 2025-11-01', () => {
  expect(SESSION_DATES).toHaveLength(30)
  expect([SESSION_DATES[0], SESSION_DATES.at(-1)]).toEqual(['2025-09-12', '2025-11-01'])
})

it('has four types of at most 8 tickets, each with its shown price', () => {
  expect(
    SAMPLE_TYPES.map(({ name, displayPrice, priceMinor }) => [name, displayPrice, priceMinor]),
  ).toEqual([
    ['General Admission', 'GA', 2999],
    ['Fast Pass', 'GA + $10', 3999],
    ['Immediate Access', 'GA + $20', 4999],
    ['Platinum VIP', 'GA + $30', 5999],
  ])
  expect(new Set(SAMPLE_TYPES.map(({ maxQuantity }) => maxQuantity))).toEqual(new Set([8]))
})

it('has an add-on at 15.99 with a maximum of 10', () => {
  expect(SOUVENIR_PHOTO).toMatchObject({ priceMinor: 1599, maxQuantity: 10 })
})

it('has 13 slots, every 15 minutes from 7:00 PM to 10:00 PM, from 29.99 to 39.99', () => {
  expect(TIME_SLOTS).toHaveLength(13)
  expect(TIME_SLOTS.slice(0, 2).map(({ time }) => time)).toEqual(['7:00 PM', '7:15 PM'])
  expect(TIME_SLOTS.at(-1)?.time).toBe('10:00 PM')
  const prices = TIME_SLOTS.map(({ priceMinor }) => priceMinor)
  expect([Math.min(...prices), Math.max(...prices)]).toEqual([2999, 3999])
})
