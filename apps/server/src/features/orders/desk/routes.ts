import { granted, ORDERS_PAGE, orderDesk } from '@foyer/contract'
import { knownZone, orderNumberOf } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { searchOrders } from '../../../engine/orders/search-orders.ts'
import { serve } from '../../../http/endpoint.ts'
import { correctAddress } from './correct-address.ts'
import { correctName } from './correct-name.ts'
import { exportGuests } from './export-guests.ts'
import { exportOrders } from './export-orders.ts'
import { readDeskOrder } from './read-desk-order.ts'
import { resendForBuyer } from './resend-for-buyer.ts'
import { addNote, changeTags } from './write-notes.ts'

/** The order desk: the team finds orders and helps their buyers. */
export function orderDeskRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, orderDesk.findOrders, {
    handle: async ({ tenant, query: { after = null, ...search } }) => {
      const { orders, next } = await context.db.withTenant(tenant.id, (tx) =>
        searchOrders(tx, search, { after, limit: ORDERS_PAGE }),
      )
      return granted({ orders: orders.map(presentFound), next })
    },
  })

  serve(app, context, orderDesk.exportOrders, { handle: exportOrders })
  serve(app, context, orderDesk.exportGuests, { handle: exportGuests })

  serve(app, context, orderDesk.listOrderTags, {
    // Each step finds the next tag in the index, so that the tags of all orders are not read.
    handle: ({ tenant }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const { rows } = await sql<{ tag: string }>`
          with recursive known as (
            (select tag from order_tags where tenant_id = current_tenant() order by tag limit 1)
            union all
            select (select t.tag from order_tags t
              where t.tenant_id = current_tenant() and t.tag > known.tag order by t.tag limit 1)
            from known where known.tag is not null)
          select tag from known where tag is not null limit 200`.execute(tx)
        return granted({ tags: rows.map(({ tag }) => tag) })
      }),
  })

  serve(app, context, orderDesk.getDeskOrder, { handle: readDeskOrder })
  serve(app, context, orderDesk.resendOrder, { handle: resendForBuyer })
  serve(app, context, orderDesk.correctAddress, { handle: correctAddress })
  serve(app, context, orderDesk.correctName, { handle: correctName })
  serve(app, context, orderDesk.addOrderNote, { handle: addNote })
  serve(app, context, orderDesk.changeOrderTags, { handle: changeTags })
}

type Found = Awaited<ReturnType<typeof searchOrders>>['orders'][number]

const presentFound = ({ startsAt, createdAt, ...order }: Found) => ({
  ...order,
  number: orderNumberOf(order.id),
  timeZone: knownZone(order.timeZone),
  startsAt: startsAt.toISOString(),
  createdAt: createdAt.toISOString(),
})
