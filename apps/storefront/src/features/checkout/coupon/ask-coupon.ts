import { ApiError, type CartView, type Client, coupons } from '@foyer/contract'

export type CouponOutcome =
  | { kind: 'changed'; cart: CartView }
  /** Why the cart is as it was, in the words the buyer reads at the field. */
  | { kind: 'refused'; text: string }
  /** The cart is not what this page believes: it ended, or was bought. */
  | { kind: 'stale' }

const UNANSWERED =
  'We could not reach our server. Your tickets are still held; please try again in a moment.'

export const applyCoupon = (call: Client, cartId: string, code: string): Promise<CouponOutcome> => {
  const typed = code.trim()
  if (typed === '') return Promise.resolve(refused('Enter your coupon code.'))
  return outcomeOf(call(coupons.applyCoupon, { params: { cartId }, body: { code: typed } }))
}

export const removeCoupon = (call: Client, cartId: string): Promise<CouponOutcome> =>
  outcomeOf(call(coupons.removeCoupon, { params: { cartId } }))

const refused = (text: string): CouponOutcome => ({ kind: 'refused', text })

async function outcomeOf(answer: Promise<CartView>): Promise<CouponOutcome> {
  try {
    const cart = await answer
    return cart.orderId ? { kind: 'stale' } : { kind: 'changed', cart }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) return refused(UNANSWERED)
    const isOver = error.code === 'hold_expired' || error.code === 'cart_not_found'
    return isOver ? { kind: 'stale' } : refused(error.text || UNANSWERED)
  }
}
