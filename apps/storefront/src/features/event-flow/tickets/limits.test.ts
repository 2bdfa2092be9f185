import { describe, expect, it } from 'vitest'
import { ADULT, ticketType } from '../engine/fixtures.ts'
import { offerOf } from './limits.ts'

const dayPrice = (available_count: number | null) => ({
  ticket_type_id: ADULT,
  lowest_price: 29.99,
  lowest_all_in_minor: 3498,
  availability: 'available' as const,
  available_count,
})
const offer = (left: number | null) => offerOf(ticketType(), dayPrice(left), 'usd')

describe('what may be bought of a type', () => {
  it('stops at the maximum of an order', () => {
    expect(offer(100)).toMatchObject({
      max: 8,
      maxReason: 'At most 8 per order',
      level: 'available',
    })
    expect(offer(null)).toMatchObject({ max: 8, availability: 'Available' })
  })

  it('stops at what the day has left, and says so', () => {
    expect(offer(3)).toMatchObject({
      max: 3,
      maxReason: 'Only 3 left on this day',
      availability: '3 left',
      level: 'few',
    })
    expect(offer(15)).toMatchObject({ max: 8, availability: '15 left', level: 'few' })
  })

  it('is nothing when sold out', () => {
    expect(offer(0)).toMatchObject({ max: 0, availability: 'Sold Out', level: 'soldOut' })
  })

  it('splits the price with fees into the server’s own two figures', () => {
    expect(offer(10).breakdown).toEqual({ priceMinor: 2999, feeMinor: 499 })
  })

  it('shows the type’s own price until the day’s is there', () => {
    const unknown = offerOf(ticketType(), undefined, 'usd')
    expect(unknown).toMatchObject({
      allInMinor: 3498,
      availability: undefined,
      breakdown: null,
      max: 8,
    })
  })

  it('has no price while a dynamic one is not set, but may be free where it is fixed', () => {
    const free = { ...dayPrice(10), lowest_price: 0, lowest_all_in_minor: 0 }
    expect(offerOf(ticketType({ pricing_mode: 'dynamic' }), free, 'usd').allInMinor).toBeNull()
    expect(offerOf(ticketType(), free, 'usd').allInMinor).toBe(0)
  })

  it('is a lowest price for a dynamic type', () => {
    const type = ticketType({ pricing_mode: 'dynamic', price: 0, allInMinor: null })
    expect(offerOf(type, undefined, 'usd')).toMatchObject({ isFrom: true, allInMinor: null })
  })
})
