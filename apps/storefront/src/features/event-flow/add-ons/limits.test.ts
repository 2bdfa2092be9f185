import { describe, expect, it } from 'vitest'
import { reasonNotForAll, roomOf } from './limits.ts'

const room = (availableCount: number | null, maxQuantity = 10) =>
  roomOf({ availableCount, maxQuantity })

describe('the room of an add-on', () => {
  it('an add-on without stock, or with plenty, is limited by the maximum per order', () => {
    expect(room(null)).toMatchObject({ max: 10, maxReason: 'At most 10 per order', words: null })
    expect(room(21)).toMatchObject({ max: 10, words: null, level: 'available' })
  })
  it('the number left is shown from 20 down, and is the maximum', () => {
    expect(room(20)).toMatchObject({ max: 10, words: '20 left', level: 'few' })
    expect(room(3)).toMatchObject({ max: 3, maxReason: 'Only 3 left', words: '3 left' })
  })
  it('an add-on that is sold out, or oversold, cannot be chosen', () => {
    const soldOut = { max: 0, maxReason: 'Sold Out', words: 'Sold Out', level: 'soldOut' }
    expect(room(0)).toEqual(soldOut)
    expect(room(-1)).toEqual(soldOut)
  })
})

describe("'Add for All'", () => {
  it('adds one for every ticket', () => {
    expect(reasonNotForAll(room(null), 0, 2)).toBeUndefined()
    expect(reasonNotForAll(room(null), 5, 2)).toBeUndefined()
  })
  it('says why it is disabled', () => {
    expect(reasonNotForAll(room(null), 2, 2)).toBe('Everybody has one')
    expect(reasonNotForAll(room(1), 0, 2)).toBe('Only 1 left')
    expect(reasonNotForAll(room(null, 1), 0, 2)).toBe('At most 1 per order')
    expect(reasonNotForAll(room(0), 0, 2)).toBe('Sold Out')
    expect(reasonNotForAll(room(null), 0, 0)).toBe('Choose your tickets first')
  })
})
