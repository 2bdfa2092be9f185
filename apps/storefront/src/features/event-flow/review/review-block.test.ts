import { ApiError } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { ADULT, MORNING, session, ticketPrice, ticketType } from '../../../../test/day.ts'
import { reviewBlockOf } from './review-notice.tsx'

const dynamic = ticketType({ pricing_mode: 'dynamic', price: 0 })
const unpriced = session({ ticket_prices: [ticketPrice({ price: 0, all_in_minor: null })] })
const free = session({ ticket_prices: [ticketPrice({ price: 0, all_in_minor: 0 })] })
const base = {
  areCookiesBlocked: false,
  sessionId: MORNING,
  session: session(),
  isDayLoaded: true,
  selection: { [ADULT]: 2 },
  ticketTypes: [ticketType()],
  quoteError: null,
}

describe('what keeps an order from being reserved', () => {
  it('a complete order is not blocked', () => {
    expect(reviewBlockOf(base)).toBeNull()
    expect(reviewBlockOf({ ...base, ticketTypes: [dynamic] })).toBeNull()
  })

  it('a browser without cookies holds nothing, since it could not open its cart', () => {
    expect(reviewBlockOf({ ...base, areCookiesBlocked: true })).toBe('no_cookies')
  })

  it('is the missing price of a chosen ticket', () => {
    const waiting = { ...base, ticketTypes: [dynamic], session: unpriced }
    expect(reviewBlockOf(waiting)).toBe('pricing')
    expect(reviewBlockOf({ ...waiting, selection: {} })).toBeNull()
  })

  it('is not a price of 0, fixed or dynamic', () => {
    expect(reviewBlockOf({ ...base, session: free })).toBeNull()
    expect(reviewBlockOf({ ...base, ticketTypes: [dynamic], session: free })).toBeNull()
  })

  it('a refusal for missing prices blocks the order', () => {
    const error = new ApiError(409, '{"error":"","code":"price_not_ready"}', '')
    expect(reviewBlockOf({ ...base, quoteError: error })).toBe('pricing')
  })

  it('a session that is not chosen, or not found once the day is loaded, blocks the order', () => {
    expect(reviewBlockOf({ ...base, sessionId: undefined })).toBe('no_session')
    expect(reviewBlockOf({ ...base, session: undefined })).toBe('session_not_found')
    expect(reviewBlockOf({ ...base, session: undefined, isDayLoaded: false })).toBeNull()
  })
})
