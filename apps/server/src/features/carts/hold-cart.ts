import { type CartView, type cart, type Result, refused } from '@foyer/contract'
import { cartIdOf } from '../../adapters/ids.ts'
import type { AddOnLine } from '../../engine/lane-types.ts'
import type { Call } from '../../http/endpoint.ts'
import { loadCartView } from './load-cart.ts'
import { selectAddOns, sessionsHeldBy } from './queries.ts'
import { requestKeyOf } from './request-key.ts'

/**
 * Holds a whole cart in one session, all lines or none, and gives back what it held before: half a
 * cart held is a bug the buyer sees. What another session still held goes back once this one stands.
 */
export async function holdCart(call: Call<typeof cart.holdCart>): Promise<Result<CartView>> {
  const { context, tenant, body } = call
  const browserId = call.browser.ensure()
  const number = call.params.cartId
  const cartId = cartIdOf(browserId, number)

  const addOns = await priceAddOns(call)
  if (!addOns.ok) return addOns
  const answer = await context.lanes.submit(tenant.id, body.sessionId, {
    kind: 'hold-cart',
    cart: { id: cartId, browserId, number },
    eventId: body.eventId,
    tickets: body.tickets,
    addOns: addOns.value,
    request: requestKeyOf(call, browserId),
  })
  if (!answer.ok) return answer

  // Of two wishes at once the newest stands, and the replay of an old one drops nothing.
  const grantedAt = answer.value[0]?.createdAt ?? new Date(0)
  const older = await context.db.withTenant(tenant.id, (tx) =>
    sessionsHeldBy(tx, cartId, { sessionId: body.sessionId, at: grantedAt }),
  )
  for (const sessionId of older) {
    await context.lanes.submit(tenant.id, sessionId, { kind: 'release', cartId })
  }
  return loadCartView(context, tenant, cartId)
}

async function priceAddOns(call: Call<typeof cart.holdCart>): Promise<Result<AddOnLine[]>> {
  const { context, tenant, body } = call
  if (body.addOns.length === 0) return { ok: true, value: [] }
  const onSale = await context.db.withTenant(tenant.id, (tx) => selectAddOns(tx, body.eventId))
  const lines: AddOnLine[] = []
  for (const { addOnId, quantity } of body.addOns) {
    const addOn = onSale.find((candidate) => candidate.id === addOnId)
    if (!addOn) return refused('add_on_not_found', 'This add-on is no longer on sale.', { addOnId })
    if (quantity > addOn.max_quantity) {
      return refused(
        'quantity_above_maximum',
        `At most ${addOn.max_quantity} of ${addOn.name} can be bought at once.`,
        { addOnId, maximum: addOn.max_quantity },
      )
    }
    lines.push({ addOnId, quantity, unitPriceMinor: addOn.price_minor })
  }
  return { ok: true, value: lines }
}
