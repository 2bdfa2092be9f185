import {
  granted,
  MESSAGES_A_DAY,
  type Refused,
  type ResultOf,
  refused,
  sessionMessages,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { waitText } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { lockOrganizer } from '../../engine/organizer/registry.ts'
import { SESSION_NOT_FOUND } from '../../engine/refusals.ts'
import { type Call, serve } from '../../http/endpoint.ts'

type List = typeof sessionMessages.listSessionMessages
type Mail = typeof sessionMessages.mailSession

const OTHER_TEXT = refused(
  'idempotency_conflict',
  'This mail was sent already, with another text. Reload the page to write a new one.',
)

/** One every tenth of a second: mails of purchases pass between them. */
const PACE_SECONDS = 0.1
/** How many messages of a session are listed. */
const LISTED = 20

/** Mails of the team to all buyers of a session. */
export function sessionMessageRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, sessionMessages.listSessionMessages, { handle: listMessages })
  serve(app, context, sessionMessages.mailSession, { handle: mailSession })
}

/** The orders of a session that have a valid ticket of it, and an address that is known. */
const recipients = (sessionId: string) => sql`
  select o.id, o.email from orders o
  where o.email <> '' and o.erased_at is null and o.id in (
    select t.order_id from tickets t where t.session_id = ${sessionId} and t.status = 'VALID')`

const listMessages = ({
  context,
  tenant,
  params: { sessionId },
}: Call<List>): Promise<ResultOf<List>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    if (!(await selectSession(tx, sessionId))) return SESSION_NOT_FOUND
    const count = await sql<{ orders: number }>`
      select count(*)::integer as orders from (${recipients(sessionId)}) as r`.execute(tx)
    const { rows } = await sql<ListedMessage>`
      select m.id, m.created_at as at, m.subject, cardinality(m.mail_ids) as mails, (
          select count(*)::integer from unnest(m.mail_ids) as own(id)
          join mails on mails.tenant_id = m.tenant_id and mails.id = own.id
          where mails.state = 'sent') as sent, (
          select count(*)::integer from unnest(m.mail_ids) as own(id)
          join mails on mails.tenant_id = m.tenant_id and mails.id = own.id
          where mails.state in ('bounced', 'failed', 'suppressed')) as failed
      from session_messages m where m.session_id = ${sessionId}
      order by m.created_at desc limit ${LISTED}`.execute(tx)
    return granted({
      recipients: count.rows[0]?.orders ?? 0,
      messages: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    })
  })

interface ListedMessage {
  id: string
  at: Date
  subject: string
  mails: number
  sent: number
  failed: number
}

/**
 * Queues a mail to each buyer of a session. The message, its mails and the entry of the audit log are one
 * transaction, so that each is queued once or none is; the outbox sends them, whatever dies meanwhile.
 */
async function mailSession({
  context,
  tenant,
  principal,
  params: { sessionId },
  body: { key, subject, body },
}: Call<Mail>): Promise<ResultOf<Mail>> {
  const { personId } = principal.session
  const answer = await context.db.longWork.withTenant(
    tenant.id,
    async (tx): Promise<ResultOf<Mail>> => {
      const session = await selectSession(tx, sessionId)
      if (!session) return SESSION_NOT_FOUND
      // One message of an organizer after the other, so that they count each other.
      await lockOrganizer(tx)
      const before = await repeated(tx, { key, sessionId, subject, body })
      if (before) return before
      const tooMany = await refuseBeyondDay(tx)
      if (tooMany) return tooMany
      await sql`
        insert into session_messages (tenant_id, id, session_id, person_id, subject, body, mail_ids)
        values (current_tenant(), ${key}, ${sessionId}, ${personId}, ${subject}, ${body}, '{}')`.execute(
        tx,
      )
      const data = JSON.stringify({ subject, body })
      const { rows } = await sql<{ id: string }>`
        insert into mails (tenant_id, id, kind, order_id, recipient, data, once_key, next_attempt_at)
        select current_tenant(), gen_random_uuid(), 'session_message', r.id, r.email, ${data}::jsonb,
          ${key}::text || ':' || r.id,
          statement_timestamp() + make_interval(secs => ${PACE_SECONDS}::float8 * (row_number() over () - 1))
        from (${recipients(sessionId)}) as r
        returning id`.execute(tx)
      const mailIds = rows.map(({ id }) => id)
      await sql`update session_messages set mail_ids = ${mailIds}::uuid[] where id = ${key}`.execute(
        tx,
      )
      await writeAuditEntry(tx, {
        personId,
        action: 'session.buyers_mailed',
        entityId: sessionId,
        entityName: `${session.name}, ${session.starts_at.toISOString().slice(0, 16)}Z`,
        after: { subject, mails: mailIds.length },
      })
      return granted({ mails: mailIds.length })
    },
  )
  context.kickJobs(tenant.id)
  return answer
}

/** The answer of a request that was made before; null for a new one. */
async function repeated(
  tx: TenantTx,
  asked: { key: string; sessionId: string; subject: string; body: string },
): Promise<ResultOf<Mail> | null> {
  const { rows } = await sql<{ mails: number; isSame: boolean }>`
    select cardinality(mail_ids) as mails, session_id = ${asked.sessionId}
      and subject = ${asked.subject} and body = ${asked.body} as "isSame"
    from session_messages where id = ${asked.key}`.execute(tx)
  const [row] = rows
  if (!row) return null
  return row.isSame ? granted({ mails: row.mails }) : OTHER_TEXT
}

/** Refuses one message more than a shop may send within a day. */
async function refuseBeyondDay(tx: TenantTx): Promise<Refused<'rate_limited'> | null> {
  const { rows } = await sql<{ messages: number; seconds: number }>`
    select count(*)::integer as messages,
      ceil(coalesce(extract(epoch from min(created_at) + interval '1 day' - clock_timestamp()), 0))::integer
        as seconds
    from session_messages where created_at > clock_timestamp() - interval '1 day'`.execute(tx)
  const { messages = 0, seconds = 0 } = rows[0] ?? {}
  if (messages < MESSAGES_A_DAY) return null
  return refused(
    'rate_limited',
    `Your shop has written to the buyers of a date ${MESSAGES_A_DAY} times within a day, which is the most. Nothing was sent. Try again in ${waitText(seconds)}.`,
    { retryAfterSeconds: Math.max(1, seconds) },
  )
}

const selectSession = (tx: TenantTx, sessionId: string) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.event_id'),
    )
    .select(['e.name', 's.starts_at'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
