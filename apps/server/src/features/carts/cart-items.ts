import { cartItems, granted } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { typeNotOffered, wrongQuantity } from '../../engine/offers/offer-rules.ts'
import { CART_ITEM_NOT_FOUND } from '../../engine/refusals.ts'
import { serve } from '../../http/endpoint.ts'

/** Of `ticket_type_sales as x`. */
const STEPS = [
  sql<number>`coalesce(x.min_quantity, 1)`.as('minQuantity'),
  sql<number>`coalesce(x.quantity_step, 1)`.as('quantityStep'),
]

async function remove(tx: TenantTx, itemId: string, browserId: string) {
  const removed = await tx
    .deleteFrom('cart_items')
    .where('id', '=', itemId)
    .where('browser_id', '=', browserId)
    .returning('id')
    .executeTakeFirst()
  return removed ? granted({ success: true as const }) : CART_ITEM_NOT_FOUND
}

/** The items that a browser has chosen. They hold no tickets. */
export function cartItemRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, cartItems.addCartItem, {
    handle: ({ tenant, body, principal }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const type = await tx
          .selectFrom('ticket_types as t')
          .innerJoin('events as e', (join) =>
            join.onRef('e.tenant_id', '=', 't.tenant_id').onRef('e.id', '=', 't.event_id'),
          )
          .select(['t.name', 't.max_quantity as maxQuantity'])
          .leftJoin('ticket_type_sales as x', (join) =>
            join.onRef('x.tenant_id', '=', 't.tenant_id').onRef('x.ticket_type_id', '=', 't.id'),
          )
          .select(STEPS)
          .where('t.id', '=', body.ticketTypeId)
          .where('t.event_id', '=', body.eventId)
          .where('t.is_archived', '=', false)
          .where('e.is_published', '=', true)
          .executeTakeFirst()
        if (!type) return typeNotOffered(body.ticketTypeId)
        const { quantity, ticketTypeId } = body
        const wrong = wrongQuantity({ ...type, quantity }, ticketTypeId)
        if (wrong) return wrong
        const item = await tx
          .insertInto('cart_items')
          .values({
            tenant_id: tenant.id,
            id: newId(),
            browser_id: principal.browserId,
            event_id: body.eventId,
            ticket_type_id: body.ticketTypeId,
            quantity: body.quantity,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'browser_id', 'ticket_type_id'])
              .doUpdateSet({ quantity: body.quantity }),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        return granted({ success: true, item: { id: item.id, ...body } })
      }),
  })

  serve(app, context, cartItems.listCartItems, {
    handle: ({ tenant, query, principal }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const rows = await tx
          .selectFrom('cart_items')
          .selectAll()
          .where('browser_id', '=', principal.browserId)
          .where('event_id', '=', query.eventId)
          .orderBy('ticket_type_id')
          .execute()
        return granted({
          items: rows.map((row) => ({
            id: row.id,
            eventId: row.event_id,
            ticketTypeId: row.ticket_type_id,
            quantity: row.quantity,
          })),
        })
      }),
  })

  serve(app, context, cartItems.updateCartItem, {
    handle: ({ tenant, params, body, principal }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        if (body.quantity === 0) return remove(tx, params.itemId, principal.browserId)
        const item = await tx
          .selectFrom('cart_items as c')
          .innerJoin('ticket_types as t', (join) =>
            join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.id', '=', 'c.ticket_type_id'),
          )
          .leftJoin('ticket_type_sales as x', (join) =>
            join.onRef('x.tenant_id', '=', 't.tenant_id').onRef('x.ticket_type_id', '=', 't.id'),
          )
          .select(['t.id', 't.name', 't.max_quantity as maxQuantity'])
          .select(STEPS)
          .where('c.id', '=', params.itemId)
          .where('c.browser_id', '=', principal.browserId)
          .executeTakeFirst()
        if (!item) return CART_ITEM_NOT_FOUND
        const wrong = wrongQuantity({ ...item, quantity: body.quantity }, item.id)
        if (wrong) return wrong
        await tx
          .updateTable('cart_items')
          .set({ quantity: body.quantity })
          .where('id', '=', params.itemId)
          .execute()
        return granted({ success: true })
      }),
  })

  serve(app, context, cartItems.removeCartItem, {
    handle: ({ tenant, params, principal }) =>
      context.db.withTenant(tenant.id, (tx) => remove(tx, params.itemId, principal.browserId)),
  })

  serve(app, context, cartItems.clearCart, {
    handle: ({ tenant, query, principal }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        await tx
          .deleteFrom('cart_items')
          .where('browser_id', '=', principal.browserId)
          .where('event_id', '=', query.eventId)
          .execute()
        return granted({ success: true })
      }),
  })
}
