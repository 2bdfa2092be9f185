import { granted, type ResultOf, refused, type waivers } from '@foyer/contract'
import { sql } from 'kysely'
import { NO_SUCH_TICKET, WAIVER_NOT_NEEDED } from '../../engine/refusals.ts'
import { selectParticipants, selectWaiverText } from '../../engine/waivers/participants.ts'
import type { Call } from '../../http/endpoint.ts'
import { linksLeft, queueWaiverLink } from './waiver-links.ts'

const TOO_MANY = refused(
  'rate_limited',
  'Many links were sent for this order within a day. Please open the waiver on this page, or try again tomorrow.',
  { retryAfterSeconds: 24 * 60 * 60 },
)

type Answer = ResultOf<typeof waivers.sendWaiverLink>

/** Mails a participant the link to their own waiver, which opens nothing else of the order. */
export async function sendWaiverLink(call: Call<typeof waivers.sendWaiverLink>): Promise<Answer> {
  const { context, tenant, params, body, principal } = call
  const { id: orderId, event_id: eventId } = principal.row
  const result = await context.db.withTenant(tenant.id, async (tx): Promise<Answer> => {
    // Two requests wait for each other, so that both are counted.
    await sql`select from orders where id = ${orderId} for no key update`.execute(tx)
    if (!(await selectWaiverText(tx, eventId))) return WAIVER_NOT_NEEDED
    const participants = await selectParticipants(tx, orderId)
    const participant = participants.find(({ id }) => id === params.participant)
    if (!participant) return NO_SUCH_TICKET
    const left = await linksLeft(tx, orderId, participants.length)
    if (left < 1) return TOO_MANY
    await queueWaiverLink(tx, call, {
      orderId,
      participant: participant.id,
      recipient: body.email,
      participantName: body.name ?? '',
    })
    return granted({ success: true, message: `The link is on its way to ${body.email}` })
  })
  context.kickJobs(tenant.id)
  return result
}
