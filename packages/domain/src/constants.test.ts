import { expect, test } from 'vitest'
import * as constants from './constants.ts'

test('the constants of the product have the values of its specification', () => {
  expect(constants).toMatchObject({
    HOLD_SECONDS: 15 * 60,
    HOLD_URGENT_SECONDS: 300,
    CART_NUMBER_MIN: 10_000,
    CART_NUMBER_MAX: 99_999,
    LIMITED_AT: 20,
    VERY_LIMITED_AT: 5,
    EVENTS_PAGE_SIZE: 12,
    HERO_MAX_EVENTS: 5,
    FALLBACK_TIME_ZONE: 'America/Los_Angeles',
  })
})
