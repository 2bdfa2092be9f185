import { checkout, granted, type OrderView, refused } from '@foyer/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { createOrder } from './create-order.ts'
import { openOrder } from './open-order.ts'
import { selectItems } from './queries.ts'
import { rescheduleOrder } from './reschedule-order.ts'

/** Guesses a minute per address, for calls that take an order's id and an e-mail. */
const GUESS_LIMIT = {
  perMinute: 60,
  // Without an e-mail or token to try there is nothing to guess: only the cookie opens the order.
  // Asked of the parsed query: the text of an address can spell a name in many ways.
  unless: ({ query }: FastifyRequest) =>
    typeof query === 'object' && query !== null && !('email' in query) && !('token' in query),
}
/** One resend in this time is plenty; more would only fill somebody's inbox. */
const RESEND_SECONDS = 30

export function orderRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, checkout.createOrder, { handle: createOrder })

  serve(app, context, checkout.getOrder, {
    limit: GUESS_LIMIT,
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
    limit: GUESS_LIMIT,
    handle: async ({ tenant, params, query, browser }) => {
      const credential = { browserId: browser.id(), ...query }
      const opened = await openOrder(context, tenant, params.orderId, credential)
      return opened.ok ? granted(await purchaseOf(tenant.id, opened.value)) : opened
    },
  })

  serve(app, context, checkout.rescheduleOrder, {
    limit: { perMinute: 60 },
    handle: rescheduleOrder,
  })

  serve(app, context, checkout.sendConfirmation, {
    limit: { perMinute: 30 },
    handle: async ({ tenant, body, browser }) => {
      const credential = { browserId: browser.id(), email: body.email }
      const opened = await openOrder(context, tenant, body.orderId, credential)
      if (!opened.ok) return opened
      // Always to the order's own address: a body can't send somebody's tickets elsewhere.
      const to = opened.value.order.email
      await context.db.withTenant(tenant.id, async (tx) => {
        const { rows } = await sql`
          select 1 from mails where order_id = ${body.orderId} and state <> 'failed'
            and created_at > clock_timestamp() - make_interval(secs => ${RESEND_SECONDS})`.execute(
          tx,
        )
        if (rows.length > 0) return
        await tx
          .insertInto('mails')
          .values({ tenant_id: tenant.id, id: newId(), order_id: body.orderId, recipient: to })
          .execute()
      })
      context.kickJobs()
      return granted({ success: true, message: `Tickets have been sent to ${to}` })
    },
  })
}
