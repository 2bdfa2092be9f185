import { describe, expect, test } from 'vitest'
import {
  availabilityOf,
  availabilityText,
  dateStatusOf,
  dayRoomOf,
  isScarce,
  narrower,
} from './availability.ts'

describe('availability of a slot', () => {
  test.each([
    [null, 'available', 'Available'],
    [1000, 'available', 'Available'],
    [21, 'available', 'Available'],
    [20, 'limited', '20 left'],
    [6, 'limited', '6 left'],
    [5, 'very_limited', '5 left'],
    [1, 'very_limited', '1 left'],
    [0, 'sold_out', 'Sold Out'],
    [-3, 'sold_out', 'Sold Out'],
  ] as const)('%s tickets left are shown as %s', (left, availability, text) => {
    expect(availabilityOf(left)).toBe(availability)
    expect(availabilityText(left)).toBe(text)
  })
})

describe('scarcity', () => {
  test.each([
    [4, 4, false],
    [3, 4, false],
    [2, 4, true],
    [1, 4, true],
    [0, 4, false],
    [null, null, false],
    [20, 40, true],
    [21, 40, false],
    [100, 1000, true],
  ] as const)('%s of %s left is scarce: %s', (left, capacity, scarce) => {
    expect(isScarce(left, capacity)).toBe(scarce)
  })

  test('a type with few tickets in each of many times is not scarce on the day', () => {
    const times = Array.from({ length: 21 }, () => ({ room: 4, capacity: 4 }))
    expect(dayRoomOf(times)).toEqual({
      availability: 'available',
      room: 4,
      total: 84,
      isScarce: false,
    })
    expect(
      dayRoomOf(times.map((time) => ({ ...time, room: 0 })).with(3, { room: 3, capacity: 4 })),
    ).toEqual({ availability: 'limited', room: 3, total: 3, isScarce: true })
    expect(dayRoomOf([{ room: null, capacity: null }, ...times])).toMatchObject({
      room: null,
      total: null,
      isScarce: false,
    })
  })
})

describe('status of a day', () => {
  test.each([
    [null, null, 'available'],
    [null, 100, 'available'],
    [1000, 1000, 'available'],
    [101, 1000, 'available'],
    // A day sells fast if at most a tenth of its capacity is left, or at most 20 tickets and half
    // of it.
    [100, 1000, 'selling_fast'],
    [20, 100, 'selling_fast'],
    [21, 100, 'available'],
    [1, 100, 'selling_fast'],
    [12, 12, 'available'],
    [7, 12, 'available'],
    [6, 12, 'selling_fast'],
    [0, 100, 'sold_out'],
    [0, 0, 'sold_out'],
  ] as const)('%s of %s left is %s', (left, capacity, status) => {
    expect(dateStatusOf(left, capacity)).toBe(status)
  })
})

test('the smaller of two limits counts, and having none counts as larger than any', () => {
  expect(narrower(3, 5)).toBe(3)
  expect(narrower(5, 3)).toBe(3)
  expect(narrower(null, 5)).toBe(5)
  expect(narrower(5, null)).toBe(5)
  expect(narrower(0, null)).toBe(0)
  expect(narrower(null, null)).toBeNull()
})

test('a day that is not on sale says whether it will be, whatever is left', () => {
  const closed = { isOnSale: false, isOpening: false, hasPrice: true }
  expect(dateStatusOf(5, 100, closed)).toBe('closed')
  expect(dateStatusOf(0, 100, { ...closed, isOpening: true })).toBe('not_yet')
  expect(dateStatusOf(5, 100, { ...closed, isOnSale: true, isOpening: true })).toBe('selling_fast')
  expect(dateStatusOf(5, 100, { ...closed, isOnSale: true, hasPrice: false })).toBe('unpriced')
})

test('a day without a limit is available, whatever was counted', () => {
  expect(dateStatusOf(0, null)).toBe('available')
})
