import type { carts, ResultOf } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { addMoreTimeOp } from '../../engine/holds/add-more-time.ts'
import { submitHolding } from '../../engine/holds/submit-holding.ts'
import { type Call, holderOf } from '../../http/endpoint.ts'
import { loadCartView } from './load-cart.ts'
import { requestKeyOf } from './request-key.ts'

/** Extends a cart's hold, once for each Idempotency-Key, and returns the cart. */
export async function addMoreTime(
  call: Call<typeof carts.addMoreTime>,
): Promise<ResultOf<typeof carts.addMoreTime>> {
  const { context, tenant } = call
  const { browserId } = call.principal
  const cartId = cartIdOf(browserId, call.params.cartId)
  const key = requestKeyOf(call, browserId)?.key ?? null

  const added = await submitHolding(context, holderOf(call), (allowance) =>
    addMoreTimeOp(cartId, key, allowance),
  )
  if (!added.ok && added.refusal.code !== 'hold_expired') return added
  const view = await loadCartView(context, tenant, cartId)
  // If the cart was just bought in another tab, its order is a better answer than a refusal.
  return added.ok || !view.ok || view.value.orderId ? view : added
}
