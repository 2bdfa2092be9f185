import { describe, expect, it } from 'vitest'
import {
  ADULT,
  CHILD,
  daily,
  EVENING,
  MORNING,
  session,
  ticketPrice,
} from '../../../../test/day.ts'
import { creditOwnHold } from './day-rooms.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const hold = {
  sessionId: MORNING,
  tickets: [{ id: ADULT, quantity: 2 }],
  expiresAt: '2026-11-20T12:10:00Z',
}
const full = session({
  available_count: 0,
  ticket_prices: [
    ticketPrice({ available_count: 0 }),
    ticketPrice({ ticket_type_id: CHILD, available_count: null }),
  ],
})

describe('tickets of the browser’s own hold', () => {
  it('tickets that this browser holds count as available to its buyer', () => {
    const credited = creditOwnHold(daily(full), hold, now).sessions[MORNING]
    expect(credited?.available_count).toBe(2)
    expect(credited?.ticket_prices.map((price) => price.available_count)).toEqual([2, null])
  })

  it('held tickets count for the day, which takes its best session', () => {
    const day = daily(full)
    day.ticketTypes = day.ticketTypes.map((type) => ({ ...type, available_count: 0 }))
    expect(creditOwnHold(day, hold, now).ticketTypes[0]?.available_count).toBe(2)
  })

  it('an expired hold adds nothing', () => {
    const day = daily(full)
    expect(creditOwnHold(day, hold, now + 600_000)).toBe(day)
  })

  it('a hold changes no other session and no unlimited one', () => {
    const day = daily(full, session({ session_id: EVENING, available_count: null }))
    const credited = creditOwnHold(day, hold, now)
    expect(credited.sessions[EVENING]).toBe(day.sessions[EVENING])
    const open = daily(session({ available_count: null }))
    expect(creditOwnHold(open, hold, now).sessions[MORNING]?.available_count).toBeNull()
    const elsewhere = daily(session({ session_id: EVENING }))
    expect(creditOwnHold(elsewhere, hold, now)).toBe(elsewhere)
  })
})
