import { checkout, granted, type OrderView, refused } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { Asked } from '../../http/asked.ts'
import type { Told } from '../../http/calls.ts'
import { serve } from '../../http/endpoint.ts'
import { createOrder } from './create-order.ts'
import { openOrder } from './open-order.ts'
import { selectItems } from './queries.ts'
import { rescheduleOrder } from './reschedule-order.ts'
import { resendConfirmation } from './resend-confirmation.ts'

/**
 * Whether a call that takes an order's id tries an e-mail address or a wrong link. It tries nothing
 * where only the cookie opens it, or the right link of a mail. The query is what the router parsed,
 * since a name has many spellings.
 */
const guessing =
  ({ secrets }: Context) =>
  ({ tenant }: Asked, { query, params: { orderId = '' } }: Told): boolean =>
    typeof query.token === 'string'
      ? secrets.readOrderToken(tenant.id, orderId, query.token) === null
      : 'email' in query || 'token' in query

export function orderRoutes(app: FastifyInstance, context: Context): void {
  const isGuess = guessing(context)
  serve(app, context, checkout.createOrder, { handle: createOrder })

  serve(app, context, checkout.getOrder, {
    isGuess,
    handle: ({ tenant, params, query, browser }) =>
      openOrder(context, tenant, params.orderId, { browserId: browser.id(), ...query }),
  })

  const purchaseOf = (tenantId: number, { order, tickets }: OrderView) =>
    context.db.withTenant(tenantId, async (tx) => ({
      orderId: order.id,
      summary: { totalTickets: tickets.length },
      purchases: (await selectItems(tx, order.id)).map((item) => ({
        id: item.id,
        ticketTypeId: item.ticket_type_id,
        quantity: item.quantity,
      })),
    }))

  serve(app, context, checkout.completePurchase, {
    handle: async ({ tenant, body, browser }) => {
      const opened = await openOrder(context, tenant, body.orderId, { browserId: browser.id() })
      if (!opened.ok) return opened
      if (opened.value.order.cartId !== body.cartId) {
        return refused('order_not_found', 'This order does not belong to this cart.')
      }
      return granted(await purchaseOf(tenant.id, opened.value))
    },
  })

  serve(app, context, checkout.getPurchase, {
    isGuess,
    handle: async ({ tenant, params, query, browser }) => {
      const credential = { browserId: browser.id(), ...query }
      const opened = await openOrder(context, tenant, params.orderId, credential)
      return opened.ok ? granted(await purchaseOf(tenant.id, opened.value)) : opened
    },
  })

  serve(app, context, checkout.rescheduleOrder, { handle: rescheduleOrder })
  serve(app, context, checkout.sendConfirmation, { handle: resendConfirmation })
}
