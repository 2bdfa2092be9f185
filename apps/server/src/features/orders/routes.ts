import { granted, type OutputOf, orders } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { findOwnOrder } from '../../engine/orders/find-order.ts'
import { ORDER_NOT_OF_CART } from '../../engine/refusals.ts'
import { serve } from '../../http/endpoint.ts'
import { createOrder } from './create-order.ts'
import { loadOrderView } from './load-order.ts'
import { countTickets, selectItems } from './queries.ts'
import { resendConfirmation } from './resend-confirmation.ts'

type Purchase = OutputOf<typeof orders.getPurchase>

export function orderRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, orders.createOrder, { handle: createOrder })

  serve(app, context, orders.getOrder, {
    handle: async ({ tenant, principal }) =>
      granted(await loadOrderView(context, tenant, principal)),
  })

  serve(app, context, orders.completePurchase, {
    handle: ({ tenant, body, principal }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const found = await findOwnOrder(tx, body.orderId, principal.browserId)
        if (!found.ok) return found
        if (found.value.row.cart_number !== body.cartId) return ORDER_NOT_OF_CART
        return granted(await purchaseOf(tx, body.orderId))
      }),
  })

  serve(app, context, orders.getPurchase, {
    handle: async ({ tenant, principal }) =>
      granted(await context.db.withTenant(tenant.id, (tx) => purchaseOf(tx, principal.row.id))),
  })

  serve(app, context, orders.sendConfirmation, { handle: resendConfirmation })
}

async function purchaseOf(tx: TenantTx, orderId: string): Promise<Purchase> {
  const totalTickets = await countTickets(tx, orderId)
  const items = await selectItems(tx, orderId)
  return {
    orderId,
    summary: { totalTickets },
    purchases: items.map(({ id, ticket_type_id: ticketTypeId, quantity }) => ({
      id,
      ticketTypeId,
      quantity,
    })),
  }
}
