import { expect, test } from 'vitest'
import { LONGEST_HOLD_SECONDS } from './constants.ts'
import { graceEndsAt, holdEndsAt, lastEndOf, moreTimeMinutes } from './hold-times.ts'
import type { SessionSale } from './offer.ts'

const CREATED = Date.parse('2026-11-21T12:00:00Z')
const minute = (minutes: number) => new Date(CREATED + minutes * 60_000)
const NOW = minute(9)
const hold = (endsAfter: number, salesEndAfter = 600, createdAfter = 0) => ({
  createdAt: minute(createdAfter),
  expiresAt: minute(endsAfter),
  session: {
    state: 'active',
    isEventPublished: true,
    isPaused: false,
    startsAt: minute(salesEndAfter),
    salesStartAt: null,
    salesEndAt: minute(salesEndAfter),
  } satisfies SessionSale,
})

test.each([
  ['five minutes to a hold as it was granted', [hold(15)], 5],
  ['five minutes a second time', [hold(20)], 5],
  ['nothing beyond ten minutes in total', [hold(25)], 0],
  ['the rest of the ten minutes', [hold(22)], 3],
  ['whole minutes only', [hold(15, 18.9)], 3],
  ['nothing if sales end with the hold', [hold(15, 15)], 0],
  ['nothing if sales end before the hold', [hold(15, 10)], 0],
  [
    'the minutes that every hold of the cart can still get',
    [hold(15), hold(24), hold(25, 600, 10)],
    1,
  ],
  ['nothing to a cart that holds nothing', [], 0],
])('a call for more time adds %s', (_, holds, minutes) => {
  expect(moreTimeMinutes(holds, NOW)).toBe(minutes)
})

test.each<[string, Partial<SessionSale> | undefined]>([
  ['was cancelled', { state: 'cancelled' }],
  ['is of an event that was unpublished', { isEventPublished: false }],
  ['has begun', { salesEndAt: minute(8) }],
  ['is unknown', undefined],
])('a call for more time adds nothing if one session %s', (_, change) => {
  const closed = change ? { ...hold(15).session, ...change } : undefined
  expect(moreTimeMinutes([hold(15), { ...hold(15), session: closed }], NOW)).toBe(0)
})

test('a pause, and a start of sales that lies ahead, take no time from a hold under way', () => {
  const paused = { ...hold(15).session, isPaused: true, salesStartAt: minute(60) }
  expect(moreTimeMinutes([{ ...hold(15), session: paused }], NOW)).toBe(5)
})

test('a hold ends after 15 minutes, with its grace after 20, and never after 30', () => {
  expect(holdEndsAt(minute(0))).toEqual(minute(15))
  expect(graceEndsAt(minute(15))).toEqual(minute(20))
  expect(lastEndOf({ createdAt: minute(0) })).toEqual(minute(30))
  expect(LONGEST_HOLD_SECONDS).toBe(30 * 60)
})
