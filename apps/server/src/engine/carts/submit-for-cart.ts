import type { ErrorCode, Result } from '@foyer/contract'
import type { Context, Tenant } from '../../context.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { CART_NOT_FOUND, HOLD_EXPIRED, UNCONFIRMED } from '../refusals.ts'
import { loadFrozenCart } from './frozen-cart.ts'

/**
 * The cart may get new holds, or lose them, while it is read; then the operation is tried again.
 */
const ATTEMPTS = 3

interface CartSubmission<T> {
  /** The answer for a cart that has become an order; `hold_expired` by default. */
  onOrdered?: (orderId: string) => Result<T, 'hold_expired'>
  /** The client that shares the lanes fairly with others. */
  client?: string | undefined
}

/**
 * Submits an operation on what a cart holds (carts/held-cart.ts). If the cart holds nothing,
 * explains why: unknown cart, expired hold, or the order that it became (`onOrdered`). If the cart
 * has got a hold in the meantime, the operation is tried again.
 */
export async function submitForCart<T, C extends ErrorCode>(
  context: Pick<Context, 'db' | 'lanes'>,
  tenant: Tenant,
  cartId: string,
  op: LaneOp<T, C>,
  { onOrdered = () => HOLD_EXPIRED, client = '' }: CartSubmission<T>,
): Promise<Result<T, C | 'busy' | 'cart_not_found' | 'hold_expired'>> {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const answer = await context.lanes.submit(tenant.id, op, client)
    if (answer.ok || answer.refusal.code !== 'hold_expired') return answer
    const cart = await context.db.withTenant(tenant.id, (tx) => loadFrozenCart(tx, cartId))
    if (!cart) return CART_NOT_FOUND
    if (!cart.expiresAt) return cart.orderId ? onOrdered(cart.orderId) : HOLD_EXPIRED
  }
  return UNCONFIRMED
}
