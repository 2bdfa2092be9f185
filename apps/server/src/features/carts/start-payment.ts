import { type carts, granted, type ResultOf } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { submitForCart } from '../../engine/carts/submit-for-cart.ts'
import { beginPaymentOp } from '../../engine/payments/begin-payment.ts'
import type { Call } from '../../http/endpoint.ts'

/**
 * The buyer pressed pay. Keeps the contact with the cart, so that webhook or reconciler can finish
 * the order should the browser vanish, and lets the hold outlive its end by the grace, once: a card
 * confirmation under way is not cut off. A hold that has lapsed is refused here, before any charge.
 */
export async function startPayment(
  call: Call<typeof carts.startPayment>,
): Promise<ResultOf<typeof carts.startPayment>> {
  const { context, tenant, body: customer } = call
  const cartId = cartIdOf(call.principal.browserId, call.params.cartId)
  const op = beginPaymentOp({ cartId, customer })
  const begun = await submitForCart(context, tenant, cartId, op, { client: call.request.network })
  if (!begun.ok) return begun
  const { totalMinor, currency, expiresAt } = begun.value
  return granted({ expiresAt: expiresAt.toISOString(), totalMinor, currency })
}
