import * as z from 'zod/mini'
import { OWN_CART } from './access.ts'
import { cartSchema } from './carts.ts'
import { endpoint } from './endpoint.ts'
import { cartNumber, text } from './fields.ts'
import { COUPON } from './limits.ts'

const cartParams = z.object({ cartId: cartNumber })

/** The coupon of a held cart. One use of its code is claimed for the cart while the hold lasts. */
export const coupons = {
  applyCoupon: endpoint({
    method: 'POST',
    path: '/api/checkout/carts/:cartId/coupon',
    access: OWN_CART,
    admission: 'finish',
    limits: COUPON,
    summary:
      'Takes a coupon for a held cart, instead of the one it had; the cart and the end of its hold stay',
    params: cartParams,
    body: z.object({ code: text(64) }),
    output: cartSchema,
    errors: [
      'cart_not_found',
      'hold_expired',
      'coupon_not_found',
      'coupon_not_active',
      'coupon_used_up',
      'coupon_not_applicable',
      'rule_blocked',
      'busy',
    ],
  }),
  removeCoupon: endpoint({
    method: 'DELETE',
    path: '/api/checkout/carts/:cartId/coupon',
    access: OWN_CART,
    admission: 'finish',
    limits: COUPON,
    summary: 'Gives the coupon of a held cart back; without one, nothing changes',
    params: cartParams,
    output: cartSchema,
    errors: ['cart_not_found', 'hold_expired', 'busy'],
  }),
} as const
