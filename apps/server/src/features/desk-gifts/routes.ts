import { deskGifts, granted, type ResultOf } from '@foyer/contract'
import { NO_ADDRESS, orderNumberOf } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { digestId, newId } from '../../adapters/ids.ts'
import { type Context, isShopStopped } from '../../context.ts'
import { giveTicketsOp } from '../../engine/orders/give-tickets.ts'
import { type Call, serve } from '../../http/endpoint.ts'

/** Tickets that the team gives away. */
export function deskGiftRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, deskGifts.giveTickets, { handle: giveTickets })
}

async function giveTickets({
  context,
  tenant,
  principal,
  body,
  request,
}: Call<typeof deskGifts.giveTickets>): Promise<ResultOf<typeof deskGifts.giveTickets>> {
  const { key, sessionId, tickets, person, reason, note } = body
  const decided = await context.lanes.submit(
    tenant.id,
    giveTicketsOp({
      ...{ sessionId, tickets },
      customer: { contact: person, billingAddress: NO_ADDRESS },
      gift: { personId: principal.session.personId, reason, note },
      // Nobody's: its owner opens the order by the link of the mail.
      cart: { id: newId(), browserId: newId(), number: '10000' },
      request: {
        key: digestId(`gift/${tenant.id}/${key}`),
        hash: digestId(JSON.stringify(body)),
      },
      isShopStopped: isShopStopped(context, tenant),
    }),
    request.network,
  )
  if (!decided.ok) return decided
  const { orderId } = decided.value
  context.rollups.changed(tenant.id, sessionId)
  context.kickJobs(tenant.id)
  return granted({ orderId, orderNumber: orderNumberOf(orderId) })
}
