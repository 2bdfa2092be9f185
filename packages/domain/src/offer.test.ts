import { describe, expect, test } from 'vitest'
import {
  type AccessCodeRule,
  accessTo,
  listedUntil,
  type Offer,
  SESSION_STATES,
  salesEndOf,
  UNTIL_END_CUTOFF_MINUTES,
  whyCodeNotValid,
  whyHoldEnds,
  whyNotOnSale,
  whyNotSoldLate,
} from './offer.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ON_SALE: Offer = {
  session: {
    state: 'active',
    isEventPublished: true,
    isPaused: false,
    startsAt: new Date(NOW.getTime() + 1),
    salesStartAt: null,
    salesEndAt: new Date(NOW.getTime() + 1),
  },
  isStocked: true,
  isArchived: false,
  isHidden: false,
  typeOpensAt: null,
  typeClosesAt: null,
  priceMinor: 3000,
}
const inSession = (change: Partial<Offer['session']>): Offer => ({
  ...ON_SALE,
  session: { ...ON_SALE.session, ...change },
})

describe('a ticket type in a session', () => {
  test('is on sale until the moment at which sales end, also if it is free', () => {
    expect(whyNotOnSale(ON_SALE, NOW)).toBeNull()
    expect(whyNotOnSale({ ...ON_SALE, priceMinor: 0 }, NOW)).toBeNull()
    expect(whyNotOnSale(inSession({ salesEndAt: NOW }), NOW)).toBe('sales_ended')
  })

  test.each<[string, Offer]>([
    ['event_not_published', inSession({ isEventPublished: false })],
    ['session_closed', inSession({ state: 'cancelled' })],
    ['type_not_offered', { ...ON_SALE, isArchived: true }],
    ['type_not_offered', { ...ON_SALE, isStocked: false }],
    ['not_priced', { ...ON_SALE, priceMinor: null }],
  ])('is not on sale: %s', (reason, offer) => {
    expect(whyNotOnSale(offer, NOW)).toBe(reason)
  })

  test('is refused for a reason of the session before a reason of the type', () => {
    const nothing = { ...inSession({ state: 'cancelled' }), isArchived: true, priceMinor: null }
    expect(whyNotOnSale(nothing, NOW)).toBe('session_closed')
  })
})

test('is listed whenever it is on sale: a buyer can buy only what a calendar shows', () => {
  for (const { isListed, isSold } of Object.values(SESSION_STATES)) {
    expect(isListed || !isSold).toBe(true)
  }
})

describe('the sales of a session', () => {
  const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)

  test('are paused by the organizer, and start at their time', () => {
    expect(whyNotOnSale(inSession({ isPaused: true }), NOW)).toBe('sales_paused')
    expect(whyNotOnSale(inSession({ salesStartAt: at(1) }), NOW)).toBe('sales_not_started')
    expect(whyNotOnSale(inSession({ salesStartAt: NOW }), NOW)).toBeNull()
    expect(whyNotOnSale(inSession({ salesStartAt: at(-1) }), NOW)).toBeNull()
  })

  test('may be paused or start later without an end to what is held', () => {
    const { session } = inSession({ isPaused: true, salesStartAt: at(1) })
    expect(whyHoldEnds(session, NOW)).toBeNull()
    expect(whyHoldEnds({ ...session, salesEndAt: NOW }, NOW)).toBe('sales_ended')
  })

  test('may be over when a late payment arrives, as long as the session has not begun or its sales go on', () => {
    const { session } = inSession({ salesEndAt: at(-1), startsAt: at(1) })
    expect(whyNotSoldLate(session, NOW)).toBeNull()
    const during = { ...session, startsAt: at(-2), salesEndAt: at(1) }
    expect(whyNotSoldLate(during, NOW)).toBeNull()
    expect(whyNotSoldLate({ ...during, salesEndAt: NOW }, NOW)).toBe('sales_ended')
    expect(whyNotSoldLate({ ...session, startsAt: NOW }, NOW)).toBe('sales_ended')
    expect(whyNotSoldLate({ ...session, state: 'called_off' }, NOW)).toBe('session_closed')
  })

  test('list the session until it begins, or until they end if that is later', () => {
    const until = (startsAt: Date, salesEndAt: Date) => listedUntil({ startsAt, salesEndAt })
    expect(until(at(5), at(-5))).toEqual(at(5))
    expect(until(at(-5), at(5))).toEqual(at(5))
  })

  test('end at the start less the cut-off, or earlier at a given time', () => {
    const endsAt = (cutoffMinutes: number, closesAt: Date | null) =>
      salesEndOf({ startsAt: NOW, endsAt: at(3 * 60 * 60_000) }, { cutoffMinutes, closesAt })
    expect(endsAt(30, null)).toEqual(at(-30 * 60_000))
    expect(endsAt(30, at(-60 * 60_000))).toEqual(at(-60 * 60_000))
    expect(endsAt(30, at(-60_000))).toEqual(at(-30 * 60_000))
    expect(endsAt(0, null)).toEqual(NOW)
  })

  test('end after the start by a negative cut-off, and with the session at the latest', () => {
    const endsAt = at(3 * 60 * 60_000)
    const end = (cutoffMinutes: number, closesAt: Date | null = null) =>
      salesEndOf({ startsAt: NOW, endsAt }, { cutoffMinutes, closesAt })
    expect(end(-45)).toEqual(at(45 * 60_000))
    expect(end(-181)).toEqual(endsAt)
    expect(end(UNTIL_END_CUTOFF_MINUTES)).toEqual(endsAt)
    expect(end(UNTIL_END_CUTOFF_MINUTES, at(60_000))).toEqual(at(60_000))
  })
})

describe('a ticket type with a window of its own', () => {
  const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)

  test('is sold from its opening until its close', () => {
    const why = (typeOpensAt: Date | null, typeClosesAt: Date | null) =>
      whyNotOnSale({ ...ON_SALE, typeOpensAt, typeClosesAt }, NOW)
    expect(why(NOW, at(1))).toBeNull()
    expect(why(at(1), null)).toBe('sales_not_started')
    expect(why(null, NOW)).toBe('sales_ended')
    expect(why(at(-1), at(-1))).toBe('sales_ended')
  })
})

describe('an access code', () => {
  const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
  const CODE: AccessCodeRule = {
    ...{ startsAt: null, endsAt: null, opensEarly: false, typeIds: [], isRevoked: false },
  }
  const hidden = { ...ON_SALE, isHidden: true }
  const unlocks = { unlocks: true, opensEarly: false }
  const opensEarly = { unlocks: false, opensEarly: true }

  test('unlocks a hidden type, which is not sold without one', () => {
    expect(whyNotOnSale(hidden, NOW)).toBe('type_not_offered')
    expect(whyNotOnSale(hidden, NOW, opensEarly)).toBe('type_not_offered')
    expect(whyNotOnSale(hidden, NOW, unlocks)).toBeNull()
  })

  test('opens sales before their start, those of the session and those of the type', () => {
    const early = { ...inSession({ salesStartAt: at(1) }), typeOpensAt: at(1) }
    expect(whyNotOnSale(early, NOW, opensEarly)).toBeNull()
    expect(whyNotOnSale(early, NOW, unlocks)).toBe('sales_not_started')
    expect(whyNotOnSale({ ...ON_SALE, typeOpensAt: at(1) }, NOW, unlocks)).toBe('sales_not_started')
    expect(whyNotOnSale({ ...ON_SALE, typeOpensAt: at(1) }, NOW, opensEarly)).toBeNull()
    const over = inSession({ salesStartAt: at(1), salesEndAt: NOW })
    expect(whyNotOnSale(over, NOW, opensEarly)).toBe('sales_ended')
  })

  test('is valid from its start until its end, unless it was revoked', () => {
    const why = (change: Partial<AccessCodeRule>) => whyCodeNotValid({ ...CODE, ...change }, NOW)
    expect(why({})).toBeNull()
    expect(why({ startsAt: NOW, endsAt: at(1) })).toBeNull()
    expect(why({ startsAt: at(1) })).toBe('not_started')
    expect(why({ endsAt: NOW })).toBe('ended')
    expect(why({ startsAt: at(-2), endsAt: at(-1) })).toBe('ended')
    expect(why({ isRevoked: true })).toBe('revoked')
  })

  test('unlocks the types that it names, and opens those early or, if it names none, all', () => {
    const named = { ...CODE, typeIds: ['vip'], opensEarly: true }
    expect(accessTo(named, 'vip')).toEqual({ unlocks: true, opensEarly: true })
    expect(accessTo(named, 'ga')).toEqual({ unlocks: false, opensEarly: false })
    expect(accessTo({ ...named, opensEarly: false }, 'vip')).toEqual(unlocks)
    expect(accessTo({ ...CODE, opensEarly: true }, 'ga')).toEqual(opensEarly)
    expect(accessTo(null, 'vip')).toEqual({ unlocks: false, opensEarly: false })
  })
})
