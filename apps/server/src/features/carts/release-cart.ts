import { type carts, granted, type ResultOf } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { releaseCartOp } from '../../engine/holds/release-cart.ts'
import { submitHolding } from '../../engine/holds/submit-holding.ts'
import { type Call, holderOf } from '../../http/endpoint.ts'

/**
 * Releases everything that a cart holds. A payment that succeeds afterwards is handled by
 * completeOrder, which sells the tickets again or refunds the payment, so a release is never
 * refused.
 */
export async function releaseCart(
  call: Call<typeof carts.releaseCart>,
): Promise<ResultOf<typeof carts.releaseCart>> {
  const { context } = call
  const cartId = cartIdOf(call.principal.browserId, call.params.cartId)
  const answer = await submitHolding(context, holderOf(call), (allowance) =>
    releaseCartOp(cartId, allowance),
  )
  return answer.ok ? granted({ success: true, releasedHolds: answer.value.length }) : answer
}
