import { granted, type orderDesk, type ResultOf, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { orderNumberOf } from '@foyer/domain'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import { type OrderRow, selectOpenOrder } from '../../engine/orders/find-order.ts'
import { endOfOrderLink, linkEndsFor } from '../../engine/orders/order-link.ts'
import { ORDER_NOT_FOUND, WAIVER_NOT_NEEDED } from '../../engine/refusals.ts'
import {
  hasSigned,
  selectParticipants,
  selectWaiverText,
} from '../../engine/waivers/participants.ts'
import type { Call } from '../../http/endpoint.ts'
import { linksLeft, queueWaiverLink } from './waiver-links.ts'

type MailCall = Call<typeof orderDesk.mailWaiverLinks>
type Answer = ResultOf<typeof orderDesk.mailWaiverLinks>

const ALL_SIGNED = refused('waiver_not_needed', 'Every participant of this order has signed.')

const TOO_MANY = refused(
  'rate_limited',
  'Many links were mailed for this order within a day, and they still work. More can be mailed tomorrow.',
  { retryAfterSeconds: 24 * 60 * 60 },
)

/**
 * Mails the links of waivers again for a buyer who asks the team. Participants who were sent their own
 * link before get it again at that address; for all others the buyer gets one link to the whole order.
 */
export async function mailWaiverLinks(call: MailCall): Promise<Answer> {
  const { context, tenant, params, principal } = call
  const { orderId } = params
  const result = await context.db.withTenant(tenant.id, async (tx): Promise<Answer> => {
    // Two requests wait for each other, so that both are counted.
    await sql`select from orders where id = ${orderId} for no key update`.execute(tx)
    const row = await selectOpenOrder(tx, orderId)
    if (!row) return ORDER_NOT_FOUND
    const text = await selectWaiverText(tx, row.event_id)
    if (!text) return WAIVER_NOT_NEEDED
    const participants = await selectParticipants(tx, orderId)
    const missing = participants.filter((participant) => !hasSigned(participant, text))
    if (missing.length === 0) return ALL_SIGNED
    const mailed = (await selectMailed(tx, orderId)).filter(({ participant }) =>
      missing.some(({ id }) => id === participant),
    )
    const others = missing.length - mailed.length
    const mails = mailed.length + (others > 0 ? 1 : 0)
    if ((await linksLeft(tx, orderId, participants.length)) < mails) return TOO_MANY
    for (const link of mailed) await queueWaiverLink(tx, call, { orderId, ...link })
    if (others > 0) await queueForBuyer(tx, call, row, others)
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'order.waivers_mailed',
      entityId: orderId,
      entityName: orderNumberOf(orderId),
      after: { mails, missing: missing.length },
    })
    const recipients = mailed.map(({ recipient }) => recipient)
    return granted({ to: [...new Set([...recipients, ...(others > 0 ? [row.email] : [])])] })
  })
  context.kickJobs(tenant.id)
  return result
}

interface MailedLink {
  participant: string
  recipient: string
  participantName: string
}

/** To whom the link of each participant was sent last. Mails are kept for 90 days. */
async function selectMailed(tx: TenantTx, orderId: string): Promise<MailedLink[]> {
  const { rows } = await sql<MailedLink>`
    select distinct on (participant)
      substring(data ->> 'path' from 'participant=([0-9-]+)') as participant,
      recipient, coalesce(data ->> 'participantName', '') as "participantName"
    from mails where order_id = ${orderId} and kind = 'waiver_link'
    order by participant, created_at desc`.execute(tx)
  return rows
}

async function queueForBuyer(
  tx: TenantTx,
  { context, tenant }: MailCall,
  { id: orderId, email, event_name: eventName }: OrderRow,
  missing: number,
): Promise<void> {
  const endsAt = await endOfOrderLink(tx, orderId, context.clock())
  const ends = await linkEndsFor(tx, orderId, email)
  const token = context.secrets.orderToken(tenant.id, orderId, endsAt, ends)
  const who = missing === 1 ? 'One participant has' : `${missing} participants have`
  await queueMail(tx, {
    kind: 'session_message',
    orderId,
    recipient: email,
    data: {
      subject: `Please sign before you come: ${eventName}`,
      body: [
        `Everybody who takes part in ${eventName} signs a waiver. ${who} not signed it yet.`,
        'Please sign for yourself, and send the others their own links from the same page, so that you can all go straight in.',
      ].join('\n\n'),
      path: `/waiver/${orderId}?token=${token}`,
      action: 'Sign the waivers',
    },
  })
}
