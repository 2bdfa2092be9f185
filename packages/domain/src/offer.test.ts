import { describe, expect, test } from 'vitest'
import { type Offer, SESSION_STATES, whyNotOnSale } from './offer.ts'

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
