import { describe, expect, test } from 'vitest'
import {
  cancelSharePpm,
  changeFeeMinor,
  DEFAULT_POLICY,
  policyOf,
  whyNotChangeable,
} from './change-policy.ts'

const STARTS_AT = new Date('2027-06-01T18:00:00Z')
const minutesBefore = (minutes: number) => ({
  startsAt: STARTS_AT,
  now: new Date(STARTS_AT.getTime() - minutes * 60_000),
})

describe('the policy of an event', () => {
  const strict = { ...DEFAULT_POLICY.reschedule, isAllowed: false }

  test('is its own rule of each kind, else that of the organizer, else the default', () => {
    const upgrade = { ...DEFAULT_POLICY.upgrade, limit: 1 }
    expect(policyOf(null, null)).toEqual(DEFAULT_POLICY)
    expect(policyOf({ reschedule: strict }, null).reschedule).toBe(strict)
    expect(policyOf({ reschedule: strict }, { upgrade })).toEqual({
      ...DEFAULT_POLICY,
      reschedule: strict,
      upgrade,
    })
    expect(policyOf({ upgrade: strict }, { upgrade }).upgrade).toBe(upgrade)
  })
})

describe('a rule for changes', () => {
  const rule = { isAllowed: true, untilMinutes: 120, limit: 2 }
  const why = (minutes: number, doneBefore = 0, more: Partial<typeof rule> | object = {}) =>
    whyNotChangeable({ ...rule, ...more }, { ...minutesBefore(minutes), doneBefore })

  test('lets a ticket change until so long before its session, and not at that moment', () => {
    expect([121, 120, 119, -1].map((minutes) => why(minutes))).toEqual([
      null,
      'too_late',
      'too_late',
      'too_late',
    ])
  })

  test('lets an order change as often as its limit says, and without one any number of times', () => {
    expect([0, 1, 2, 3].map((done) => why(121, done))).toEqual([
      null,
      null,
      'limit_reached',
      'limit_reached',
    ])
    expect(why(121, 1000, { limit: null })).toBeNull()
    expect(why(121, 1000, { limit: undefined })).toBeNull()
  })

  test('that allows nothing says so before anything else', () => {
    expect(why(0, 9, { isAllowed: false })).toBe('not_allowed')
    expect(why(121, 0, { isAllowed: false })).toBe('not_allowed')
  })
})

test('a change costs nothing, an amount for each ticket, or a share of what all of them cost', () => {
  const prices = [999, 1002, 0]
  expect(changeFeeMinor({ fee: null }, prices)).toBe(0)
  expect(changeFeeMinor({ fee: { feeType: 'flat', amountMinor: 500 } }, prices)).toBe(1500)
  expect(changeFeeMinor({ fee: { feeType: 'percentage', ratePpm: 50_000 } }, prices)).toBe(100)
})

test('nothing is given back from the moment on at which a ticket can no longer be cancelled', () => {
  const rule = { untilMinutes: 60, shares: [{ untilMinutes: 0, ratePpm: 500_000 }] }
  const shareAt = (minutes: number) => cancelSharePpm(rule, minutesBefore(minutes))
  expect([61, 60, 59].map(shareAt)).toEqual([500_000, 0, 0])
})
