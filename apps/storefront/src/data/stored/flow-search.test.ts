import { expect, it } from 'vitest'
import { aCart } from '../../../test/carts-and-orders.ts'
import { flowSearchOf } from './flow-search.ts'

it('the link back from a cart holds its whole selection', () => {
  const cart = aCart()
  const [ticket, addOn] = cart.quote.lines
  expect(flowSearchOf(cart)).toEqual({
    date: '2026-12-04',
    types: `${ticket?.id}:2`,
    session: cart.sessionId,
    addons: `${addOn?.id}:1`,
    cartId: '12345',
  })
})
