import { type carts, granted, type ResultOf } from '@foyer/contract'
import { NO_ADDRESS } from '@foyer/domain'
import { cartIdOf } from '../../adapters/ids.ts'
import { submitForCart } from '../../engine/carts/submit-for-cart.ts'
import { keepConsents } from '../../engine/consents/keep-consents.ts'
import { beginPaymentOp } from '../../engine/payments/begin-payment.ts'
import type { Call } from '../../http/endpoint.ts'

/**
 * Called when the buyer presses 'Pay'. Stores the contact with the cart, so that a webhook or the
 * reconciler can finish the order if the browser disappears. Extends the hold by the grace, once,
 * so that it does not end during the confirmation of a card. Refuses an expired hold before
 * anything is charged, and a buyer who has not accepted the terms.
 */
export async function startPayment(
  call: Call<typeof carts.startPayment>,
): Promise<ResultOf<typeof carts.startPayment>> {
  const { context, tenant, body } = call
  const customer = { contact: body.contact, billingAddress: body.billingAddress ?? NO_ADDRESS }
  const cartId = cartIdOf(call.principal.browserId, call.params.cartId)
  const problem = await keepConsents(context, tenant, cartId, body.consents ?? {})
  if (problem) return problem
  const op = beginPaymentOp({ cartId, customer })
  const begun = await submitForCart(context, tenant, cartId, op, { client: call.request.network })
  if (!begun.ok) return begun
  const { totalMinor, currency, expiresAt } = begun.value
  return granted({ expiresAt: expiresAt.toISOString(), totalMinor, currency })
}
