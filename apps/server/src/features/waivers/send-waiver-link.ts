import { granted, type ResultOf, refused, type waivers } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import { endOfOrderLink } from '../../engine/orders/order-link.ts'
import { NO_SUCH_TICKET, WAIVER_NOT_NEEDED } from '../../engine/refusals.ts'
import { selectParticipants, selectWaiverText } from '../../engine/waivers/participants.ts'
import type { Call } from '../../http/endpoint.ts'

/** Links of one order a day, besides {@link LINKS_PER_PARTICIPANT}. A free order may name any address. */
const LINKS_PER_ORDER = 3
const LINKS_PER_PARTICIPANT = 2

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
    const participant = participants.find(({ number }) => String(number) === params.participant)
    if (!participant) return NO_SUCH_TICKET
    const most = LINKS_PER_ORDER + LINKS_PER_PARTICIPANT * participants.length
    if ((await countLinksOfDay(tx, orderId)) >= most) return TOO_MANY
    const of = { orderId, ticketNumber: participant.number }
    const endsAt = await endOfOrderLink(tx, orderId, context.clock())
    const token = context.secrets.waiverToken(tenant.id, of, endsAt)
    await queueMail(tx, {
      kind: 'waiver_link',
      orderId,
      recipient: body.email,
      data: {
        participantName: body.name ?? '',
        path: `/waiver/${orderId}?participant=${participant.number}&token=${token}`,
      },
    })
    return granted({ success: true, message: `The link is on its way to ${body.email}` })
  })
  context.kickJobs(tenant.id)
  return result
}

async function countLinksOfDay(tx: TenantTx, orderId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'waiver_link')
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}
