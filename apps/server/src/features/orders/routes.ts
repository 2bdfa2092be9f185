import { consents, granted, type OutputOf, orderLookup, orders } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { maskEmail } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { findOwnOrder, type OrderRow } from '../../engine/orders/find-order.ts'
import { ORDER_NOT_FOUND, ORDER_NOT_OF_CART } from '../../engine/refusals.ts'
import { serve } from '../../http/endpoint.ts'
import { readConsents, revokeMarketing } from './consents.ts'
import { createOrder } from './create-order.ts'
import { loadOrderView } from './load-order.ts'
import { confirmLookup, lookUpOrders } from './look-up-orders.ts'
import { cardsOf, selectOrderCards } from './order-cards.ts'
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
        return granted(await purchaseOf(tx, found.value.row))
      }),
  })

  serve(app, context, orders.getPurchase, {
    handle: async ({ tenant, principal }) =>
      granted(await context.db.withTenant(tenant.id, (tx) => purchaseOf(tx, principal.row))),
  })

  serve(app, context, consents.getOrderConsents, {
    handle: async ({ tenant, principal }) =>
      granted(await context.db.withTenant(tenant.id, (tx) => readConsents(tx, principal.row.id))),
  })
  serve(app, context, consents.revokeMarketing, {
    handle: async ({ tenant, principal }) =>
      granted(
        await context.db.withTenant(tenant.id, (tx) => revokeMarketing(tx, principal.row.id)),
      ),
  })

  serve(app, context, orders.sendConfirmation, { handle: resendConfirmation })
  serve(app, context, orderLookup.resendEmail, { handle: resendConfirmation })
  serve(app, context, orderLookup.lookUpOrders, { handle: lookUpOrders })
  serve(app, context, orderLookup.confirmLookup, { handle: confirmLookup })

  serve(app, context, orderLookup.listOwnOrders, {
    handle: ({ tenant, principal: { browserId } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const own = cardsOf.browser(browserId)
        return granted({ success: true, data: await selectOrderCards(tx, context.clock(), own) })
      }),
  })

  serve(app, context, orderLookup.getOrderCard, {
    handle: ({ tenant, principal: { row, isByLinkAlone } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const [card] = await selectOrderCards(tx, context.clock(), cardsOf.order(row.id))
        if (!card) return ORDER_NOT_FOUND
        const email = isByLinkAlone ? maskEmail(card.email) : card.email
        return granted({ success: true, data: { ...card, email } })
      }),
  })
}

async function purchaseOf(
  tx: TenantTx,
  {
    id: orderId,
    session_id: sessionId,
    created_at,
  }: Pick<OrderRow, 'id' | 'session_id' | 'created_at'>,
): Promise<Purchase> {
  const totalTickets = await countTickets(tx, orderId)
  const items = await selectItems(tx, orderId)
  return {
    orderId,
    summary: { totalTickets },
    purchases: items.map(({ id, ticket_type_id: ticketTypeId, quantity }) => ({
      id,
      orderId,
      sessionId,
      ticketTypeId,
      quantity,
      purchaseTimestamp: created_at.toISOString(),
    })),
  }
}
