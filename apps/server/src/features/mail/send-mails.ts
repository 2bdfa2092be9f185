import type { TenantTx } from '@foyer/db'
import { knownZone, orderNumberOf } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import { type Confirmation, confirmationMail } from './confirmation.ts'

const MAX_ATTEMPTS = 8

interface DueMail {
  id: string
  order_id: string
  recipient: string
  attempts: number
}

/**
 * Sends what is queued. A mail is claimed by moving its next attempt into the future, with growing
 * waits, so a process that dies while sending only delays it. Returns how many were tried.
 */
export async function sendMails(context: Context, tenant: Tenant): Promise<number> {
  const due = await context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<DueMail>`
      update mails set attempts = attempts + 1, updated_at = clock_timestamp(),
        next_attempt_at = clock_timestamp() + make_interval(secs => 20 * 2 ^ attempts)
      where id in (
        select id from mails where state = 'queued' and next_attempt_at <= clock_timestamp()
        order by next_attempt_at limit 20 for update skip locked)
      returning id, order_id, recipient, attempts`.execute(tx)
    return rows
  })
  for (const mail of due) {
    const outcome = await trySending(context, tenant, mail)
    await context.db.withTenant(tenant.id, (tx) =>
      tx
        .updateTable('mails')
        .set({ ...outcome, updated_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', mail.id)
        .execute(),
    )
  }
  return due.length
}

async function trySending(context: Context, tenant: Tenant, mail: DueMail) {
  try {
    const order = await context.db.withTenant(tenant.id, (tx) =>
      load(tx, context, tenant, mail.order_id),
    )
    await context.mailer.send({ ...confirmationMail(order), to: mail.recipient })
    return { state: 'sent' as const, last_error: null }
  } catch (error) {
    context.log.warn({ err: error, orderId: mail.order_id }, 'confirmation mail not sent')
    const isOver = mail.attempts >= MAX_ATTEMPTS
    return { state: isOver ? ('failed' as const) : ('queued' as const), last_error: String(error) }
  }
}

async function load(
  tx: TenantTx,
  context: Context,
  tenant: Tenant,
  orderId: string,
): Promise<Confirmation> {
  const row = await tx
    .selectFrom('orders as o')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.session_id'),
    )
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 'o.tenant_id').onRef('e.id', '=', 'o.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['o.id', 'o.contact', 'o.billing_address', 'o.quote', 's.starts_at', 's.local_date'])
    .select(['e.name', 'e.is_timed_entry', 'v.name as venue', 'v.city', 'v.state', 'v.timezone'])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const tickets = await tx
    .selectFrom('tickets')
    .select(['number', 'type_name', 'validation_code'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
  const base = `${context.origin()}${tenant.isDefault ? '' : `/${tenant.slug}`}`
  const token = context.secrets.orderToken(tenant.id, orderId)
  return {
    tenant,
    orderNumber: orderNumberOf(row.id),
    contact: row.contact,
    billingAddress: row.billing_address,
    quote: row.quote,
    eventName: row.name,
    isTimedEntry: row.is_timed_entry,
    date: row.local_date,
    startsAt: row.starts_at.toISOString(),
    timeZone: knownZone(row.timezone),
    place: [row.venue, row.city, row.state].filter(Boolean).join(', '),
    tickets: tickets.map((ticket) => ({
      number: ticket.number,
      typeName: ticket.type_name,
      validationCode: ticket.validation_code,
    })),
    links: {
      order: `${base}/order-confirmation/${orderId}?token=${token}`,
      tickets: `${base}/order-tickets/${orderId}?token=${token}`,
    },
  }
}
