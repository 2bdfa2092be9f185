import { expect, test } from 'vitest'
import { moreTimeMinutes } from './more-time.ts'

const CREATED = Date.parse('2026-11-21T12:00:00Z')
const minute = (minutes: number) => new Date(CREATED + minutes * 60_000)
const hold = (endsAfter: number, salesEndAfter = 600, createdAfter = 0) => ({
  createdAt: minute(createdAfter),
  expiresAt: minute(endsAfter),
  salesEndAt: minute(salesEndAfter),
})

test.each([
  ['five minutes to a hold as it was granted', [hold(15)], 5],
  ['five again', [hold(20)], 5],
  ['nothing beyond ten in all', [hold(25)], 0],
  ['what is left of ten', [hold(22)], 3],
  ['whole minutes alone', [hold(15, 18.9)], 3],
  ['nothing where sales end with the hold', [hold(15, 15)], 0],
  ['nothing where sales ended before it', [hold(15, 10)], 0],
  ['what every one of them may still get', [hold(15), hold(24, 600, 0), hold(25, 600, 10)], 1],
  ['nothing to a cart that holds nothing', [], 0],
])('a call for more time adds %s', (_, holds, minutes) => {
  expect(moreTimeMinutes(holds)).toBe(minutes)
})
