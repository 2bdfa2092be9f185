import { granted, orderDesk, refused, waivers } from '@foyer/contract'
import { orderNumberOf } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { NO_SUCH_TICKET } from '../../engine/refusals.ts'
import { selectParticipants, selectWaiverText } from '../../engine/waivers/participants.ts'
import { serve } from '../../http/endpoint.ts'
import { mailWaiverLinks } from './mail-waiver-links.ts'
import { presentWaiverOrder, ticketText } from './present.ts'
import { sendWaiverLink } from './send-waiver-link.ts'
import { signWaiver } from './sign-waiver.ts'

const NOT_SIGNED = refused('waiver_not_signed', 'This waiver has not been signed yet.')

/** Waivers: their texts, who of an order has signed, signing, and the links of participants. */
export function waiverRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, waivers.getWaivers, {
    handle: ({ tenant, principal: { order, participant } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const text = await selectWaiverText(tx, order.row.event_id)
        const participants = await selectParticipants(tx, order.row.id)
        const view = presentWaiverOrder(tenant, order, { text, participants, only: participant })
        // The ticket that the link was for is cancelled.
        return participant !== null && view.waivers.length === 0 ? NO_SUCH_TICKET : granted(view)
      }),
  })

  serve(app, context, waivers.signWaiver, { handle: signWaiver })
  serve(app, context, waivers.sendWaiverLink, { handle: sendWaiverLink })
  serve(app, context, orderDesk.mailWaiverLinks, { handle: mailWaiverLinks })

  serve(app, context, waivers.downloadWaiver, {
    handle: async ({ tenant, params, principal: { order } }) => {
      const found = await context.db.withTenant(tenant.id, async (tx) => {
        const participants = await selectParticipants(tx, order.row.id)
        const participant = participants.find(({ id }) => id === params.participant)
        if (!participant) return NO_SUCH_TICKET
        const { signed } = participant
        if (!signed) return NOT_SIGNED
        const { body } = await tx
          .selectFrom('waiver_texts')
          .select('body')
          .where('event_id', '=', order.row.event_id)
          .where('version', '=', signed.text_version)
          .executeTakeFirstOrThrow()
        return granted({ participant, signed, text: body ?? '' })
      })
      if (!found.ok) return found
      const { participant, signed, text } = found.value
      const orderNumber = orderNumberOf(order.row.id)
      const bytes = await context.runTask('waiverPdf', {
        tenant,
        orderNumber,
        eventName: order.row.event_name,
        timeZone: order.row.timezone,
        ticket: ticketText(participant),
        text,
        signed,
        isByLinkAlone: order.isByLinkAlone,
      })
      const name = `waiver-${orderNumber}-${participant.id}.pdf`
      return granted({ name, bytes: Buffer.from(bytes) })
    },
  })
}
