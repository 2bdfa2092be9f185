import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import { endOfOrderLink, selectLinkEnds } from '../../engine/orders/order-link.ts'

/** Links of one order a day, besides {@link LINKS_PER_PARTICIPANT}. A free order may name any address. */
const LINKS_PER_ORDER = 3
const LINKS_PER_PARTICIPANT = 2

/** How many links to waivers of an order may still be mailed today. */
export async function linksLeft(
  tx: TenantTx,
  orderId: string,
  participants: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('order_id', '=', orderId)
    .where(sql<string>`data ->> 'path'`, 'like', '/waiver/%')
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return LINKS_PER_ORDER + LINKS_PER_PARTICIPANT * participants - count
}

interface WaiverLink {
  orderId: string
  /** The id of the participant. */
  participant: string
  recipient: string
  /** For the greeting; empty if it is not known. */
  participantName: string
}

/** Queues the mail with the link to one participant's own waiver, which opens nothing else of the order. */
export async function queueWaiverLink(
  tx: TenantTx,
  { context, tenant }: { context: Pick<Context, 'secrets' | 'clock'>; tenant: Tenant },
  { orderId, participant, recipient, participantName }: WaiverLink,
): Promise<void> {
  const endsAt = await endOfOrderLink(tx, orderId, context.clock())
  const ends = await selectLinkEnds(tx, orderId)
  const token = context.secrets.waiverToken(tenant.id, { orderId, participant }, endsAt, ends)
  await queueMail(tx, {
    kind: 'waiver_link',
    orderId,
    recipient,
    data: {
      participantName,
      path: `/waiver/${orderId}?participant=${participant}&token=${token}`,
    },
  })
}
