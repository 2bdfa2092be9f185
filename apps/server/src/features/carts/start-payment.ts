import { type cart, granted, type OutputOf, type Result } from '@foyer/contract'
import { PAYMENT_GRACE_SECONDS } from '@foyer/domain'
import { sql } from 'kysely'
import { cartIdOf } from '../../adapters/ids.ts'
import { CART_NOT_FOUND, HOLD_EXPIRED } from '../../engine/complete-order.ts'
import { loadFrozenCart } from '../../engine/frozen-cart.ts'
import { lockStockOf } from '../../engine/sell-holds.ts'
import type { Call } from '../../http/endpoint.ts'

type Started = Result<OutputOf<typeof cart.startPayment>>

/**
 * The buyer pressed pay. Keeps the contact with the cart, so that webhook or reconciler can finish
 * the order should the browser vanish, and lets the hold outlive its end by the grace, once: a card
 * confirmation under way is not cut off. A hold that has lapsed is refused here, before any charge.
 */
export async function startPayment(call: Call<typeof cart.startPayment>): Promise<Started> {
  const { context, tenant, body } = call
  const browserId = call.browser.id()
  if (!browserId) return CART_NOT_FOUND
  const cartId = cartIdOf(browserId, call.params.cartId)

  return context.db.withTenant(tenant.id, async (tx): Promise<Started> => {
    const before = await loadFrozenCart(tx, cartId, tenant.currency)
    if (!before) return CART_NOT_FOUND
    await lockStockOf(tx, before.holdIds)
    // Read again: between the first look and the lock the hold may have been reclaimed.
    const held = await loadFrozenCart(tx, cartId, tenant.currency)
    if (!held?.expiresAt) return HOLD_EXPIRED
    await sql`
      update holds set reclaim_at = expires_at + make_interval(secs => ${PAYMENT_GRACE_SECONDS})
      where id = any(${held.holdIds}) and exists (
        select from carts where id = ${cartId} and grace_granted_at is null)`.execute(tx)
    await tx
      .updateTable('carts')
      .set({
        contact: JSON.stringify(body.contact),
        billing_address: JSON.stringify(body.billingAddress),
        grace_granted_at: sql<Date>`coalesce(grace_granted_at, clock_timestamp())`,
      })
      .where('id', '=', cartId)
      .execute()
    return granted({
      expiresAt: held.expiresAt.toISOString(),
      totalMinor: held.quote.totalMinor,
      currency: held.quote.currency,
    })
  })
}
