import type { Result } from '@foyer/contract'
import type { Context, Tenant } from '../context.ts'
import { loadFrozenCart } from './frozen-cart.ts'
import type { LaneOp } from './lane-op.ts'
import { CART_NOT_FOUND, HOLD_EXPIRED, UNCONFIRMED } from './refusals.ts'

/** Holds may be made, and lapse again, while the cart is looked at. */
const ATTEMPTS = 3

/**
 * Submits an operation on what a cart holds (ops/held-cart.ts). Where that finds nothing held, what
 * became of the cart is told: there never was one, its hold has lapsed, or what `ofOrder` says of the
 * order it became. A cart that holds something by then is asked for again.
 */
export async function submitForCart<T>(
  context: Pick<Context, 'db' | 'lanes'>,
  tenant: Tenant,
  cartId: string,
  op: LaneOp<T>,
  ofOrder: (orderId: string) => Result<T> = () => HOLD_EXPIRED,
): Promise<Result<T>> {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const answer = await context.lanes.submit(tenant.id, op)
    if (answer.ok || answer.refusal.code !== 'hold_expired') return answer
    const cart = await context.db.withTenant(tenant.id, (tx) =>
      loadFrozenCart(tx, cartId, tenant.currency),
    )
    if (!cart) return CART_NOT_FOUND
    if (!cart.expiresAt) return cart.orderId ? ofOrder(cart.orderId) : HOLD_EXPIRED
  }
  return UNCONFIRMED
}
