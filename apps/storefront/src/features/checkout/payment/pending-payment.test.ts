import { describe, expect, it } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { NO_DETAILS } from '../details/details.ts'
import {
  pendingFromReturn,
  readPendingPayment,
  removePendingPayment,
  savePendingPayment,
} from './pending-payment.ts'

const cart = aCart()
const intent = { id: 'pi_1', clientSecret: 'pi_1_secret' }

describe('the record of a pending payment', () => {
  it('is kept within the page if the browser forbids storage', () => {
    const purchase = { cart, details: NO_DETAILS }
    const pending = { cartId: cart.cartId, intent, isPaid: false, purchase }
    savePendingPayment(pending)
    expect(readPendingPayment(cart.cartId)).toEqual(pending)
    removePendingPayment(cart.cartId)
    expect(readPendingPayment(cart.cartId)).toBeNull()
  })
})

describe('pendingFromReturn', () => {
  it('reads what the provider adds to the address of a returning buyer', () => {
    const address =
      '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret&redirect_status=succeeded'
    expect(pendingFromReturn(address, '12345')).toEqual({
      cartId: '12345',
      intent,
      isPaid: false,
      purchase: null,
    })
  })

  it('is null for any other address', () => {
    expect(pendingFromReturn('', '12345')).toBeNull()
    expect(pendingFromReturn('?payment_intent=pi_1', '12345')).toBeNull()
  })
})
