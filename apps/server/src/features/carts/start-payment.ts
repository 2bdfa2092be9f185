import type { cart, OutputOf, Result } from '@foyer/contract'
import { granted } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { loadFrozenCart } from '../../engine/frozen-cart.ts'
import { beginPaymentOp } from '../../engine/ops/begin-payment.ts'
import { CART_NOT_FOUND, HOLD_EXPIRED } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'

/**
 * The buyer pressed pay. Keeps the contact with the cart, so that webhook or reconciler can finish
 * the order should the browser vanish, and lets the hold outlive its end by the grace, once: a card
 * confirmation under way is not cut off. A hold that has lapsed is refused here, before any charge.
 */
export async function startPayment(
  call: Call<typeof cart.startPayment>,
): Promise<Result<OutputOf<typeof cart.startPayment>>> {
  const { context, tenant, body } = call
  const browserId = call.browser.id()
  if (!browserId) return CART_NOT_FOUND
  const cartId = cartIdOf(browserId, call.params.cartId)

  const begun = await context.lanes.submit(tenant.id, beginPaymentOp(cartId, body))
  if (!begun.ok && begun.refusal.code !== 'hold_expired') return begun
  const held = await context.db.withTenant(tenant.id, (tx) =>
    loadFrozenCart(tx, cartId, tenant.currency),
  )
  if (!held) return CART_NOT_FOUND
  if (!begun.ok || !held.expiresAt) return HOLD_EXPIRED
  return granted({
    expiresAt: held.expiresAt.toISOString(),
    totalMinor: held.quote.totalMinor,
    currency: held.quote.currency,
  })
}
