import { type cart, granted, type OutputOf, type Result } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { releaseCartOp } from '../../engine/ops/release-cart.ts'
import { submitHolding } from '../../engine/submit-holding.ts'
import { type Call, holderOf } from '../../http/endpoint.ts'

/**
 * Gives back all a cart holds. A payment that still lands afterwards is allocated again or refunded
 * by completeOrder, so nothing needs to be refused here.
 */
export async function releaseCart(
  call: Call<typeof cart.releaseCart>,
): Promise<Result<OutputOf<typeof cart.releaseCart>>> {
  const { context } = call
  const browserId = call.browser.id()
  // A browser without an identity owns no cart: there is nothing to release, and that is no error.
  if (!browserId) return granted({ success: true, releasedHolds: 0 })
  const cartId = cartIdOf(browserId, call.params.cartId)
  const answer = await submitHolding(context, holderOf(call, browserId), (allowance) =>
    releaseCartOp(cartId, allowance),
  )
  return answer.ok ? granted({ success: true, releasedHolds: answer.value.length }) : answer
}
