import { describe, expect, it } from 'vitest'
import { aCart } from '../../../test/carts-and-orders.ts'
import { feesByName, ticketsText, yourTickets } from './quote-lines.ts'

const { quote } = aCart()
const [line] = quote.lines

describe('feesByName', () => {
  it('adds up fees of one name and leaves out what is free', () => {
    const lines = line ? [line, { ...line, feeMinor: 100 }, { ...line, feeMinor: 0 }] : []
    expect(feesByName({ ...quote, lines })).toEqual([{ name: 'Service fee', feeMinor: 699 }])
  })

  it('different fees are separate, and one without a name gets one', () => {
    const lines = line ? [line, { ...line, feeName: null, feeMinor: 50 }] : []
    const own = line ? { ...line, feeName: 'VIP fee', feeMinor: 200 } : undefined
    expect(feesByName({ ...quote, lines: own ? [...lines, own] : lines })).toEqual([
      { name: 'Service fee', feeMinor: 649 },
      { name: 'VIP fee', feeMinor: 200 },
    ])
  })
})

it('the number of tickets is written with its noun', () => {
  expect([1, 2].map(ticketsText)).toEqual(['1 ticket', '2 tickets'])
  expect([1, 2].map(yourTickets)).toEqual(['your ticket', 'your 2 tickets'])
})
