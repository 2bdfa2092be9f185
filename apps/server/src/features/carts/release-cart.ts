import { type cart, granted, type OutputOf, type Result } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { releaseCartOp } from '../../engine/ops/release-cart.ts'
import type { Call } from '../../http/endpoint.ts'

/**
 * Gives back all a cart holds. A payment that still lands afterwards is allocated again or refunded
 * by completeOrder, so nothing needs to be refused here.
 */
export async function releaseCart(
  call: Call<typeof cart.releaseCart>,
): Promise<Result<OutputOf<typeof cart.releaseCart>>> {
  const { context, tenant } = call
  const browserId = call.browser.id()
  // A browser without an identity owns no cart: there is nothing to release, and that is no error.
  if (!browserId) return granted({ success: true, releasedHolds: 0 })
  const cartId = cartIdOf(browserId, call.params.cartId)
  const answer = await context.lanes.submit(tenant.id, releaseCartOp(cartId))
  return answer.ok ? granted({ success: true, releasedHolds: answer.value.length }) : answer
}
