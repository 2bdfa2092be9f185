import { type carts, granted, type Result, type ResultOf } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import { isShopStopped, takesPayments } from '../../context.ts'
import type { WantedAddOn } from '../../engine/carts/cart-types.ts'
import { holdCartOp } from '../../engine/holds/hold-cart.ts'
import { submitHolding } from '../../engine/holds/submit-holding.ts'
import { aboveAddOnMaximum, addOnNotOffered } from '../../engine/offers/offer-rules.ts'
import { selectAddOns } from '../../engine/offers/offers.ts'
import { codeIdOf } from '../../engine/sales/read-sales.ts'
import { type Call, holderOf } from '../../http/endpoint.ts'
import { loadCartView, presentCart } from './load-cart.ts'
import { offerAlternatives } from './offer-alternatives.ts'
import { requestKeyOf } from './request-key.ts'

/**
 * Holds all lines of a cart or none, in one or several sessions, and releases what the cart held
 * before. A cart that is held in half would be a fault that the buyer sees.
 */
export async function holdCart(
  call: Call<typeof carts.holdCart>,
): Promise<ResultOf<typeof carts.holdCart>> {
  const { context, tenant, body } = call
  const { browserId, isNew: isNewBrowser } = call.principal
  const number = call.params.cartId
  const cartId = cartIdOf(browserId, number)

  const code = codeIdOf(context, tenant, body.access)
  if (!code.ok) return code
  const addOns = await priceAddOns(call)
  if (!addOns.ok) return addOns
  const answer = await submitHolding(context, holderOf(call), (allowance) =>
    holdCartOp({
      cart: { id: cartId, browserId, number },
      eventId: body.eventId,
      lines: body.tickets.map((line) => ({ ...line, sessionId: line.sessionId ?? body.sessionId })),
      addOns: addOns.value,
      request: requestKeyOf(call, browserId),
      isNewBrowser,
      accessCodeId: code.value,
      takesPayments: takesPayments(context, tenant),
      isShopStopped: isShopStopped(context, tenant),
      allowance,
    }),
  )
  if (!answer.ok) {
    return offerAlternatives(context, tenant, answer, body.sessionId, body.tickets)
  }
  const { shown } = answer.value
  return shown ? granted(presentCart(shown)) : loadCartView(context, tenant, cartId)
}

async function priceAddOns(
  call: Call<typeof carts.holdCart>,
): Promise<Result<WantedAddOn[], 'add_on_not_found' | 'quantity_above_maximum'>> {
  const { context, tenant, body } = call
  if (body.addOns.length === 0) return { ok: true, value: [] }
  const onSale = await context.db.withTenant(tenant.id, (tx) => selectAddOns(tx, body.eventId))
  const lines: WantedAddOn[] = []
  for (const { addOnId, quantity } of body.addOns) {
    const addOn = onSale.find((candidate) => candidate.id === addOnId)
    if (!addOn) return addOnNotOffered(addOnId)
    const { name, position, price_minor: unitPriceMinor, has_stock: hasStock } = addOn
    const tooMany = aboveAddOnMaximum({ name, quantity, maxQuantity: addOn.max_quantity }, addOnId)
    if (tooMany) return tooMany
    const { fee_set: feeSet, tax_rate: taxRate } = addOn
    const line = { addOnId, name, position, quantity, unitPriceMinor, feeSet, taxRate }
    lines.push({ ...line, hasStock })
  }
  return { ok: true, value: lines }
}
