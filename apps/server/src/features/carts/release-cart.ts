import { type cart, granted, type OutputOf, type Result } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import type { Call } from '../../http/endpoint.ts'
import { sessionsHeldBy } from './queries.ts'

/**
 * Gives back all a cart holds, lane by lane. A payment that still lands afterwards is allocated
 * again or refunded by completeOrder, so nothing needs to be refused here.
 */
export async function releaseCart(
  call: Call<typeof cart.releaseCart>,
): Promise<Result<OutputOf<typeof cart.releaseCart>>> {
  const { context, tenant } = call
  const browserId = call.browser.id()
  // A browser without an identity owns no cart: there is nothing to release, and that is no error.
  if (!browserId) return granted({ success: true, releasedHolds: 0 })
  const cartId = cartIdOf(browserId, call.params.cartId)

  const held = await context.db.withTenant(tenant.id, (tx) => sessionsHeldBy(tx, cartId))
  let releasedHolds = 0
  for (const sessionId of held) {
    const answer = await context.lanes.submit(tenant.id, sessionId, { kind: 'release', cartId })
    if (!answer.ok) return answer
    releasedHolds += answer.value.length
  }
  return granted({ success: true, releasedHolds })
}
