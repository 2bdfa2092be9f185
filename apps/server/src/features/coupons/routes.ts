import { type CartView, coupons, type Result } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import { cartIdOf } from '../../adapters/ids.ts'
import type { Context, Tenant } from '../../context.ts'
import { applyCouponOp } from '../../engine/coupons/apply-coupon.ts'
import { removeCouponOp } from '../../engine/coupons/remove-coupon.ts'
import { COUPON_NOT_FOUND } from '../../engine/refusals.ts'
import { serve } from '../../http/endpoint.ts'
import { findCodeId } from './queries.ts'

interface CouponParts {
  /** Loads the cart for its page, or says why it can no longer be shown. */
  loadCartView(
    context: Context,
    tenant: Tenant,
    cartId: string,
  ): Promise<Result<CartView, 'cart_not_found' | 'hold_expired'>>
}

/** The coupon of a held cart. Only a browser with a held cart can try codes. */
export function couponRoutes(
  app: FastifyInstance,
  context: Context,
  { loadCartView }: CouponParts,
): void {
  serve(app, context, coupons.applyCoupon, {
    handle: async ({ tenant, params, body, principal, request }) => {
      const cartId = cartIdOf(principal.browserId, params.cartId)
      const held = await loadCartView(context, tenant, cartId)
      if (!held.ok || held.value.orderId) return held
      const codeId = await context.db.withTenant(tenant.id, (tx) => findCodeId(tx, body.code))
      if (!codeId) return COUPON_NOT_FOUND
      const op = applyCouponOp({ cartId, codeId })
      const applied = await context.lanes.submit(tenant.id, op, request.network)
      return applied.ok ? loadCartView(context, tenant, cartId) : applied
    },
  })

  serve(app, context, coupons.removeCoupon, {
    handle: async ({ tenant, params, principal, request }) => {
      const cartId = cartIdOf(principal.browserId, params.cartId)
      const removed = await context.lanes.submit(tenant.id, removeCouponOp(cartId), request.network)
      // If the cart holds nothing, loading it says why: it became an order, expired, or never
      // existed.
      const isHeld = removed.ok || removed.refusal.code === 'hold_expired'
      return isHeld ? loadCartView(context, tenant, cartId) : removed
    },
  })
}
