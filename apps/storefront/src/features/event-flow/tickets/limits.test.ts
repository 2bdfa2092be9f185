import type { DailyPriceView } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { CHILD, daily, EVENING, session, ticketType } from '../../../../test/day.ts'
import { limitText, offerOf, shortfallOf } from './limits.ts'

type TypeOfDay = DailyPriceView['ticketTypes'][number]
const dayWith = (available_count: number | null, change: Partial<TypeOfDay> = {}) => {
  const day = daily()
  day.ticketTypes = day.ticketTypes.map((type) => ({
    ...type,
    available_count,
    left_on_day: available_count,
    ...change,
  }))
  return day
}
const offer = (left: number | null) => offerOf(ticketType(), dayWith(left))
const dynamic = ticketType({ pricing_mode: 'dynamic', price: 0, allInMinor: null })

describe('what may be bought of a type', () => {
  it('stops at the maximum of an order', () => {
    expect(offer(100)).toMatchObject({
      max: 8,
      maxReason: 'At most 8 per order',
      state: 'available',
    })
    expect(offer(null)).toMatchObject({ max: 8, state: 'available', words: 'Available' })
  })

  it('stops at the number left on the day, and says so', () => {
    expect(offer(3)).toMatchObject({
      max: 3,
      maxReason: 'Only 3 left on this day',
      words: '3 left',
    })
  })

  it.each([
    [21, 'available', 'Available'],
    [20, 'limited', '20 left'],
    [6, 'limited', '6 left'],
    [5, 'very_limited', '5 left'],
    [1, 'very_limited', '1 left'],
    [0, 'sold_out', 'Sold Out'],
  ])('with %i left is %s: %s', (left, state, words) => {
    expect(offer(left)).toMatchObject({ state, words })
  })

  it('a day with several times counts all of them, and says that the count is of the day', () => {
    const times = daily(session(), session({ session_id: EVENING }))
    const [type] = daily().ticketTypes
    const dayOf = (left: number, perTime: number) =>
      offerOf(ticketType(), {
        ...times,
        ticketTypes: type ? [{ ...type, left_on_day: left, available_count: perTime }] : [],
      })
    expect(dayOf(84, 4)).toMatchObject({
      max: 4,
      words: 'Available',
      maxReason: 'No time has more than 4 left',
    })
    expect(shortfallOf(dayOf(84, 4), 6)).toBe('At most 4 at one time')
    expect(dayOf(12, 4)).toMatchObject({ words: '12 left on this day', state: 'limited' })
    expect(dayOf(0, 0)).toMatchObject({ words: 'Sold Out' })
  })

  it('is scarce only if the server says that most tickets are gone', () => {
    expect(offer(4).isScarce).toBe(false)
    expect(offerOf(ticketType(), dayWith(4, { is_scarce: true })).isScarce).toBe(true)
  })

  it('a scarce type with too many left to count is said to sell fast, not to be available', () => {
    expect(offerOf(ticketType(), dayWith(40, { is_scarce: true })).words).toBe('Selling fast')
    expect(offerOf(ticketType(), dayWith(20, { is_scarce: true })).words).toBe('20 left')
  })

  it('the limit of an order is said before it is met', () => {
    const limitOf = (maxQuantity: number, quantity: number) =>
      limitText(ticketType({ maxQuantity }), quantity)
    expect(limitOf(2, 0)).toBe('At most 2 per order')
    expect(limitOf(10, 4)).toBeNull()
    expect(limitOf(10, 5)).toBe('At most 10 per order')
  })

  it('is nothing if the type is sold out', () => {
    expect(offer(0)).toMatchObject({ max: 0, maxReason: 'Sold out on this day' })
  })

  it('has the price, the fee and the difference to the cheapest type from the server', () => {
    expect(offer(10).breakdown).toEqual({ priceMinor: 2999, feeMinor: 499, taxMinor: 0 })
    const answered = offerOf(ticketType(), dayWith(10, { fee_minor: 7, more_minor: 8 }))
    expect(answered).toMatchObject({ breakdown: { feeMinor: 7 }, moreMinor: 8 })
    expect(offerOf(ticketType({ moreMinor: 9 }), 'loading').moreMinor).toBe(9)
  })

  it('the price of the type is used until the day is loaded', () => {
    expect(offerOf(ticketType(), 'loading')).toMatchObject({
      allInMinor: 3498,
      state: 'loading',
      breakdown: null,
      max: 8,
    })
    expect(offerOf(ticketType(), 'checking').state).toBe('checking')
    expect(offerOf(ticketType(), 'unavailable')).toMatchObject({ state: 'unavailable', max: 8 })
    expect(offerOf(dynamic, 'loading')).toMatchObject({ isFrom: true, allInMinor: null })
  })

  it('is nothing without a price, whereas a price of 0 is free', () => {
    const unpriced = { lowest_price: 0, lowest_all_in_minor: null, fee_minor: null }
    const free = { lowest_price: 0, lowest_all_in_minor: 0, fee_minor: 0 }
    expect(offerOf(dynamic, dayWith(10, unpriced))).toMatchObject({
      allInMinor: null,
      max: 0,
      maxReason: 'Price to come',
      state: 'unavailable',
    })
    expect(offerOf(ticketType(), dayWith(10, free)).max).toBe(8)
    expect(offerOf(dynamic, dayWith(10, free))).toMatchObject({ max: 8, allInMinor: 0 })
  })

  it('a type that the day does not sell has no price', () => {
    expect(offerOf(ticketType({ id: CHILD }), dayWith(10))).toMatchObject({
      max: 0,
      state: 'unavailable',
      words: 'Not on sale on this day',
    })
  })
})

describe('an earlier choice', () => {
  const offerWith = (left: number | null) =>
    offerOf(ticketType(), {
      ...daily(),
      ticketTypes: daily().ticketTypes.map((type) => ({
        ...type,
        available_count: left,
        left_on_day: left,
      })),
    })

  it('a chosen number above what is left is reported and stays', () => {
    expect(shortfallOf(offerWith(2), 4)).toBe('Only 2 left')
    expect(shortfallOf(offerWith(0), 4)).toBe('Sold Out')
  })

  it('a chosen number that is available is not reported', () => {
    expect(shortfallOf(offerWith(4), 4)).toBeNull()
    expect(shortfallOf(offerWith(null), 4)).toBeNull()
    expect(shortfallOf(offerWith(0), 0)).toBeNull()
  })
})
