import { describe, expect, it } from 'vitest'
import { aCart } from '../../../shared/fixtures.ts'
import { type Details, NO_DETAILS } from '../details/details.ts'
import { markFromReturn, readMark, removeMark, saveMark } from './payment-mark.ts'

const cart = aCart()
const details: Details = {
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.com',
  phone: '555 0100',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
}
const back =
  '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret&redirect_status=succeeded'

describe('the payment mark', () => {
  it('outlives a browser that forbids storage, as long as the page lives', () => {
    const mark = { cart, details, paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret' }
    saveMark(mark)
    expect(readMark(cart.cartId)).toEqual(mark)
    removeMark(cart.cartId)
    expect(readMark(cart.cartId)).toBeNull()
  })
})

describe('markFromReturn', () => {
  it('reads what the provider adds to the address of a returning buyer', () => {
    expect(markFromReturn(back, cart, details)).toEqual({
      cart,
      details,
      paymentIntentId: 'pi_1',
      clientSecret: 'pi_1_secret',
    })
  })

  it('is null for any other address, and where the details are gone', () => {
    expect(markFromReturn('', cart, details)).toBeNull()
    expect(markFromReturn('?payment_intent=pi_1', cart, details)).toBeNull()
    expect(markFromReturn(back, cart, NO_DETAILS)).toBeNull()
  })
})
