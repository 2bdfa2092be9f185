import { admitsText, placesIn, ticketsThatFit } from '@foyer/domain'
import { expect, test } from 'vitest'

test.each([
  ['a family ticket of four does not fit into three places', [null, 3, null, 4], 0],
  ['seven places have room for one family ticket', [null, 7, null, 4], 1],
  ['a type may have fewer tickets left than its session has places', [2, 100, null, 4], 2],
  ['what a group shares counts in places', [9, 100, 11, 4], 2],
  ['nothing that is limited leaves it without limit', [null, null, null, 4], null],
  ['a session without limit is limited by its type alone', [5, null, null, 4], 5],
  ['nothing is left below zero', [null, -2, null, 1], 0],
] as const)('%s', (_, [typeRoom, sessionRoom, groupRoom, places], fit) => {
  expect(ticketsThatFit({ typeRoom, sessionRoom, groupRoom, places })).toBe(fit)
})

test('a ticket says how many people it admits, unless it is one', () => {
  expect([1, 4].map(admitsText)).toEqual([null, 'Admits 4'])
})

test('tickets take as many places as they admit people', () => {
  const family = { quantity: 2, places: 4 }
  expect(placesIn([family, { quantity: 3, places: 1 }])).toBe(11)
})
