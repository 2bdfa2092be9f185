import { type carts, granted, type ResultOf } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { isShopStopped, takesPayments } from '../../context.ts'
import { holdLineOp } from '../../engine/holds/hold-line.ts'
import { submitHolding } from '../../engine/holds/submit-holding.ts'
import { codeIdOf } from '../../engine/sales/read-sales.ts'
import { type Call, holderOf } from '../../http/endpoint.ts'
import { offerAlternatives } from './offer-alternatives.ts'
import { requestKeyOf } from './request-key.ts'

/**
 * Holds one line. Without an Idempotency-Key the cart line itself is the key: a repeated request
 * for the same quantity returns the existing hold.
 */
export async function holdLine(
  call: Call<typeof carts.createHold>,
): Promise<ResultOf<typeof carts.createHold>> {
  const { context, tenant, body } = call
  const { browserId, isNew: isNewBrowser } = call.principal
  const code = codeIdOf(context, tenant, body.access)
  if (!code.ok) return code
  const answer = await submitHolding(context, holderOf(call), (allowance) =>
    holdLineOp({
      cart: { id: cartIdOf(browserId, body.cartId), browserId, number: body.cartId },
      sessionId: body.sessionId,
      ticketTypeId: body.ticketTypeId,
      quantity: body.quantity,
      customerIdentifier: body.customerIdentifier ?? null,
      request: requestKeyOf(call, browserId),
      isNewBrowser,
      accessCodeId: code.value,
      takesPayments: takesPayments(context, tenant),
      isShopStopped: isShopStopped(context, tenant),
      allowance,
    }),
  )
  if (!answer.ok) return offerAlternatives(context, tenant, answer, body.sessionId, [body])
  const [hold] = answer.value
  if (!hold) throw new Error('A granted line has a hold')
  return granted({
    id: hold.id,
    cartId: body.cartId,
    sessionId: hold.sessionId,
    ticketTypeId: hold.ticketTypeId,
    quantity: hold.quantity,
    customerIdentifier: hold.customerIdentifier ?? placeholderOf(body.cartId),
    createdAt: hold.createdAt.toISOString(),
    expiresAt: hold.expiresAt.toISOString(),
  })
}

/**
 * The address of a hold without a contact, made from the cart id. It is not stored. `.invalid` (RFC
 * 2606) ensures that no mail can be sent to it.
 */
const placeholderOf = (cartId: string): string => `temp-${cartId}@cart.invalid`
