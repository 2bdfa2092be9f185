import { expect, test } from 'vitest'
import {
  type CancelRule,
  type ChangePolicy,
  type ChangeRule,
  DEFAULT_POLICY,
} from './change-policy.ts'
import { changeTermsText, policyTexts } from './policy-text.ts'

const USD = { currency: 'usd', locale: 'en-US' }
const HOUR = 60
const DAY = 24 * HOUR

const textsOf = (part: Partial<ChangePolicy>, options = {}) =>
  policyTexts({ ...DEFAULT_POLICY, ...part }, { ...USD, ...options })
const rescheduleText = (part: Partial<ChangeRule>, options = {}) =>
  textsOf({ reschedule: { ...DEFAULT_POLICY.reschedule, ...part } }, options).reschedule
const cancelText = (part: Partial<CancelRule>, options = {}) =>
  textsOf({ cancel: { ...DEFAULT_POLICY.cancel, isAllowed: true, ...part } }, options).cancel

test('the default policy is said in three sentences', () => {
  expect(textsOf({})).toEqual({
    reschedule:
      'Reschedule free of charge until the session begins. You only pay the difference if the new time costs more, and get it back if it costs less.',
    upgrade: 'Upgrade for the difference in price until the session begins.',
    cancel: 'Tickets cannot be cancelled here.',
  })
})

test.each<[string, Partial<ChangeRule>]>([
  ['Reschedule free of charge until 2 hours before the session.', { untilMinutes: 2 * HOUR }],
  ['Reschedule free of charge until 24 hours before the session.', { untilMinutes: DAY }],
  ['Reschedule free of charge until 3 days before the session.', { untilMinutes: 3 * DAY }],
  ['Reschedule free of charge until 90 minutes before the session.', { untilMinutes: 90 }],
  ['Reschedule free of charge until 24 hours after the session has begun.', { untilMinutes: -DAY }],
  ['Reschedule free of charge until the session begins, once per order.', { limit: 1 }],
  ['Reschedule free of charge until the session begins, up to 3 times per order.', { limit: 3 }],
  [
    'Reschedule for a fee of $3.50 per ticket until the session begins.',
    { fee: { feeType: 'flat', amountMinor: 350 } },
  ],
  [
    'Reschedule for a fee of 12.5% of the ticket price until the session begins.',
    { fee: { feeType: 'percentage', ratePpm: 125_000 } },
  ],
  ['Tickets cannot be rescheduled.', { isAllowed: false }],
])('a reschedule: %s', (sentence, rule) => {
  expect(rescheduleText(rule)).toContain(sentence)
})

test('an event without another session has nothing to reschedule to', () => {
  expect(rescheduleText({}, { hasOtherSession: false })).toBe(
    'There is no other date or time to reschedule to.',
  )
  expect(rescheduleText({ isAllowed: false }, { hasOtherSession: false })).toBe(
    'Tickets cannot be rescheduled.',
  )
})

test('a decrease that stays with the order is said', () => {
  expect(rescheduleText({ refundsDecrease: false })).toContain(
    'if it costs less, the difference is not refunded, but counts towards the next change of your order.',
  )
})

test('an upgrade says its fee beside the difference in price', () => {
  const upgrade = { ...DEFAULT_POLICY.upgrade, fee: { feeType: 'flat', amountMinor: 200 } as const }
  expect(textsOf({ upgrade }).upgrade).toBe(
    'Upgrade for the difference in price and a fee of $2 per ticket until the session begins.',
  )
})

test('a fee is in the currency of the event', () => {
  const fee = { feeType: 'flat', amountMinor: 500 } as const
  expect(rescheduleText({ fee }, { currency: 'jpy' })).toContain('a fee of ¥500 per ticket')
})

test.each<[string, Partial<CancelRule>]>([
  [
    'Cancel until the session begins for a refund of the full price. Service fees are not refunded.',
    {},
  ],
  ['Cancel until the session begins for a full refund.', { withFees: true }],
  [
    'Cancel until 7 days before the session for a refund of the full price, until 24 hours before it for a refund of 50% of the price, and until 1 hour before it without a refund. Service fees are not refunded.',
    {
      untilMinutes: HOUR,
      shares: [
        { untilMinutes: DAY, ratePpm: 500_000 },
        { untilMinutes: 7 * DAY, ratePpm: 1_000_000 },
      ],
    },
  ],
  [
    'Cancel until 24 hours before the session for a refund of 33.33% of the price. Service fees are refunded in the same share.',
    {
      untilMinutes: DAY,
      // Later than the rule itself ends, a share is never reached.
      shares: [
        { untilMinutes: 2 * HOUR, ratePpm: 333_333 },
        { untilMinutes: HOUR, ratePpm: 100_000 },
      ],
      withFees: true,
    },
  ],
  [
    'Cancel until the session begins without a refund.',
    { shares: [{ untilMinutes: 0, ratePpm: 0 }] },
  ],
])('a cancellation: %s', (text, rule) => {
  expect(cancelText(rule)).toBe(text)
})

test('with a session, each deadline is a date and a time at the venue', () => {
  const session = { startsAt: '2026-11-22T01:30:00.000Z', timeZone: 'America/New_York' }
  expect(rescheduleText({ untilMinutes: 2 * HOUR }, { session })).toContain(
    'until Nov 21, 2026, 6:30 PM (venue time).',
  )
  expect(cancelText({ withFees: true }, { session })).toBe(
    'Cancel until Nov 21, 2026, 8:30 PM (venue time) for a full refund.',
  )
})

test('deadlines that are over are left out, and a rule without another one is over', () => {
  const session = { startsAt: '2026-11-29T19:30:00.000Z', timeZone: 'America/Los_Angeles' }
  const shares = [
    { untilMinutes: 14 * DAY, ratePpm: 1_000_000 },
    { untilMinutes: 2 * DAY, ratePpm: 500_000 },
  ]
  const textAt = (now: string) =>
    cancelText({ untilMinutes: 2 * DAY, shares }, { session, now: new Date(now) })
  expect(textAt('2026-11-15T19:29:59.000Z')).toContain('Cancel until Nov 15, 2026, 11:30 AM')
  expect(textAt('2026-11-15T19:30:00.000Z')).toBe(
    'Cancel until Nov 27, 2026, 11:30 AM (venue time) for a refund of 50% of the price. Service fees are not refunded.',
  )
  expect(textAt('2026-11-27T19:30:00.000Z')).toBe('Tickets can no longer be cancelled here.')
  const { reschedule, upgrade } = textsOf({}, { session, now: new Date(session.startsAt) })
  expect(reschedule).toBe('Tickets can no longer be rescheduled.')
  expect(upgrade).toBe('Tickets can no longer be upgraded.')
})

test('the terms of certain tickets are said in the words of the policy, with their deadline', () => {
  const terms = {
    changesUntil: '2026-12-22T15:00:00.000Z',
    changesLeft: 1,
    fee: { feeType: 'flat', amountMinor: 350 } as const,
    refundsDecrease: true,
  }
  const format = { ...USD, timeZone: 'America/New_York' }
  expect(changeTermsText('reschedule', terms, format)).toBe(
    'Reschedule for a fee of $3.50 per ticket until Dec 22, 2026, 10:00 AM (venue time), once more. You also pay the difference if the new time costs more, and get it back if it costs less.',
  )
  expect(changeTermsText('upgrade', { ...terms, changesLeft: 3, fee: null }, format)).toBe(
    'Upgrade for the difference in price until Dec 22, 2026, 10:00 AM (venue time), up to 3 more times.',
  )
})
