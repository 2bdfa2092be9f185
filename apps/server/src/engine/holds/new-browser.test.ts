import { expect, test } from 'vitest'
import { holdCartOp } from './hold-cart.ts'
import { holdLineOp } from './hold-line.ts'

const cart = { id: 'cart', browserId: 'browser', number: '12345' }
const line = { sessionId: 'session', ticketTypeId: 'ga', quantity: 1 }
const request = { key: 'key', hash: 'hash' }
const opsOf = (isNewBrowser: boolean) => [
  holdLineOp({ cart, ...line, request, customerIdentifier: null, isNewBrowser }),
  holdCartOp({ cart, eventId: 'event', lines: [line], addOns: [], request, isNewBrowser }),
]

test('a hold of a new browser locks its session alone and reads only the rules in force', () => {
  const needed = { sessionIds: ['session'], judgedCartIds: ['cart'] }
  for (const { needs } of opsOf(true)) expect(needs).toEqual(needed)
})

test('a hold of a known browser locks its cart, and reads what it holds and what its key was used for', () => {
  const known = {
    sessionIds: ['session'],
    cartIds: ['cart'],
    ownCartIds: ['cart'],
    requestKeys: ['key'],
    judgedCartIds: ['cart'],
  }
  // A line is judged beside the add-ons of its cart; a cart that is replaced whole has none left.
  const [lineNeeds, cartNeeds] = opsOf(false).map(({ needs }) => needs)
  expect(lineNeeds).toEqual({ ...known, pricedCartIds: ['cart'] })
  expect(cartNeeds).toEqual(known)
})
