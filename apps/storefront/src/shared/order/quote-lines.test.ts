import { expect, it } from 'vitest'
import { ticketsText, yourTickets } from './quote-lines.ts'

it('the number of tickets is written with its noun', () => {
  expect([1, 2].map(ticketsText)).toEqual(['1 ticket', '2 tickets'])
  expect([1, 2].map(yourTickets)).toEqual(['your ticket', 'your 2 tickets'])
})
