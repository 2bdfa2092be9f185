import { describe, expect, it } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { NO_DETAILS } from '../details/details.ts'
import { markFromReturn, readMark, removeMark, saveMark } from './payment-mark.ts'

const cart = aCart()
const intent = { id: 'pi_1', clientSecret: 'pi_1_secret' }

describe('the payment mark', () => {
  it('outlives a browser that forbids storage, as long as the page lives', () => {
    const purchase = { cart, details: NO_DETAILS }
    const mark = { cartId: cart.cartId, intent, isPaid: false, purchase }
    saveMark(mark)
    expect(readMark(cart.cartId)).toEqual(mark)
    removeMark(cart.cartId)
    expect(readMark(cart.cartId)).toBeNull()
  })
})

describe('markFromReturn', () => {
  it('reads what the provider adds to the address of a returning buyer', () => {
    const address =
      '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret&redirect_status=succeeded'
    expect(markFromReturn(address, '12345')).toEqual({
      cartId: '12345',
      intent,
      isPaid: false,
      purchase: null,
    })
  })

  it('is null for any other address', () => {
    expect(markFromReturn('', '12345')).toBeNull()
    expect(markFromReturn('?payment_intent=pi_1', '12345')).toBeNull()
  })
})
