import { describe, expect, test } from 'vitest'
import { SALE_STATUSES } from './sale-status.ts'
import { SALES_PHASES, salesPhaseOf, typeSalesPhaseOf } from './sales-phase.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = new Date(NOW.getTime() + 1)
const EARLIER = new Date(NOW.getTime() - 1)

test('a phase of sales and a sale status share no word, so none is taken for the other', () => {
  expect(SALES_PHASES.filter((phase) => phase in SALE_STATUSES)).toEqual([])
})

describe('the phase of the sales of an event', () => {
  const ended = { isPaused: false, isOnSale: false, opensAt: null, takesCodes: false }

  test('is said in one word, of which a pause comes first and an access code last', () => {
    const all = { isPaused: true, isOnSale: true, opensAt: LATER, takesCodes: true }
    expect(salesPhaseOf(all)).toBe('paused')
    expect(salesPhaseOf({ ...all, isPaused: false })).toBe('on_sale')
    expect(salesPhaseOf({ ...all, isPaused: false, isOnSale: false })).toBe('not_started')
    expect(salesPhaseOf({ ...ended, takesCodes: true })).toBe('with_code')
    expect(salesPhaseOf(ended)).toBe('ended')
  })
})

describe('a ticket type with a window of its own', () => {
  const saleOf = (opensAt: Date | null, closesAt: Date | null) =>
    typeSalesPhaseOf({ opensAt, closesAt }, NOW)

  test('is sold from the moment on at which it opens, until the one at which it closes', () => {
    expect(saleOf(null, null)).toBeNull()
    expect(saleOf(NOW, LATER)).toBeNull()
    expect(saleOf(EARLIER, null)).toBeNull()
    expect(saleOf(LATER, null)).toEqual({ state: 'not_started', opensAt: LATER })
    expect(saleOf(null, NOW)).toEqual({ state: 'ended', opensAt: null })
    expect(saleOf(EARLIER, EARLIER)).toEqual({ state: 'ended', opensAt: null })
  })
})
