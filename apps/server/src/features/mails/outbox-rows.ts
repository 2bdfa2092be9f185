import type { TenantTx } from '@foyer/db'
import {
  type MailData,
  type MailKind,
  mailRetrySeconds,
  mailTrySeconds,
  mayBeHeldBack,
  type RateWindow,
} from '@foyer/domain'
import { sql } from 'kysely'
import { type Delivery, SEND_SECONDS } from '../../adapters/mailer.ts'
import { dueRows } from '../../engine/due-rows.ts'
import { agesOfMails, lockMailOutbox, recipientKeyOf } from '../../engine/mails/mail-lock.ts'
import { type DueMailFacts, judgeMails, type MailVerdict } from './judge-mails.ts'

/**
 * Longer than a try can take, so that a mail is not tried twice at a time; if the process dies, the
 * mail is tried again soon.
 */
const LEASE_SECONDS = SEND_SECONDS + 15

export interface DueMail {
  id: string
  kind: MailKind
  data: MailData
  order_id: string | null
  payment_id: string | null
  recipient: string
  /** Includes this try. */
  attempts: number
  age_seconds: number
}

export interface ClaimedMails {
  mails: DueMail[]
  /** How many rows changed: the mails above, and those that were held back or suppressed. */
  changed: number
}

/**
 * Claims up to `limit` due mails for this process, by moving their next try to a time after this
 * try has ended. The limit by recipient is applied here and nowhere else: `windows` say how many
 * mails of a tenant one mailbox gets. Mails beyond it are held back or suppressed (judge-mails.ts).
 */
export async function claimMails(
  tx: TenantTx,
  limit: number,
  windows: readonly RateWindow[],
): Promise<ClaimedMails> {
  const due = await lockDueMails(tx, limit)
  if (due.length === 0) return { mails: [], changed: 0 }
  const isBounded = due.some((mail) => mail.mayBeHeldBack && !mail.isCounted)
  if (isBounded) await lockMailOutbox(tx)
  const recipients = [...new Set(due.map((mail) => mail.recipientKey))]
  const ages = isBounded ? await agesOfMails(tx, recipients, windows) : new Map<string, number[]>()
  const verdict = judgeMails(due, ages, windows)
  const keys = JSON.stringify(Object.fromEntries(due.map((mail) => [mail.id, mail.recipientKey])))
  await keepBack(tx, verdict, keys)
  const mails = verdict.release.length > 0 ? await release(tx, verdict.release, keys) : []
  return { mails, changed: due.length }
}

interface DueRow extends Omit<DueMailFacts, 'recipientKey' | 'mayBeHeldBack'> {
  recipient: string
  isResend: boolean
  isPaid: boolean
}

async function lockDueMails(tx: TenantTx, limit: number): Promise<DueMailFacts[]> {
  const isOpen = sql`state in ('queued', 'held_back')`
  const { rows } = await sql<DueRow>`
    ${dueRows({ table: 'mails', at: 'next_attempt_at', isOpen, limit })}
    select m.id, m.kind, m.recipient, m.is_resend as "isResend",
      m.released_at is not null as "isCounted",
      extract(epoch from clock_timestamp() - m.created_at)::float8 as "ageSeconds",
      exists (select from payments p where p.tenant_id = m.tenant_id and p.order_id = m.order_id)
        as "isPaid"
    from mails m where m.id in (select id from due) order by m.next_attempt_at`.execute(tx)
  return rows.map((row) => ({
    ...row,
    recipientKey: recipientKeyOf(row.recipient),
    mayBeHeldBack: mayBeHeldBack(row),
  }))
}

/** `keys` is a JSON object from id to recipient key. */
async function release(tx: TenantTx, ids: readonly string[], keys: string): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    update mails set state = 'queued', attempts = attempts + 1, updated_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
      released_at = coalesce(released_at, clock_timestamp()),
      recipient_key = ${keys}::jsonb ->> id::text
    where id = any(${ids}::uuid[])
    returning id, kind, data, order_id, payment_id, recipient, attempts,
      extract(epoch from clock_timestamp() - created_at)::float8 as age_seconds`.execute(tx)
  return rows
}

async function keepBack(
  tx: TenantTx,
  { holdBack, suppress }: MailVerdict,
  keys: string,
): Promise<void> {
  if (holdBack.length > 0) {
    const waits = holdBack.map(({ id, waitSeconds }) => [id, waitSeconds])
    const at = sql`clock_timestamp() + make_interval(
      secs => (${JSON.stringify(Object.fromEntries(waits))}::jsonb ->> id::text)::float8)`
    await sql`
      update mails set state = 'held_back', updated_at = clock_timestamp(),
        next_attempt_at = ${at}, released_at = ${at}, recipient_key = ${keys}::jsonb ->> id::text
      where id = any(${holdBack.map(({ id }) => id)}::uuid[])`.execute(tx)
  }
  if (suppress.length > 0) {
    await sql`
      update mails set state = 'suppressed', updated_at = clock_timestamp()
      where id = any(${suppress}::uuid[])`.execute(tx)
  }
}

/** Gives up all mails of a tenant that are not sent yet; returns how many. */
export async function suppressMails(tx: TenantTx): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ state: 'suppressed', updated_at: sql<Date>`clock_timestamp()` })
    .where('state', 'in', ['queued', 'held_back'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Stores the result of a try, unless another process has claimed the mail in the meantime. */
export async function recordDelivery(tx: TenantTx, mail: DueMail, delivery: Delivery) {
  await tx
    .updateTable('mails')
    .set({ ...outcomeOf(mail, delivery), updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', mail.id)
    // The condition is not `= 'queued'`: the planner would then search all queued mails instead of
    // using the key.
    .where('state', 'not in', ['sent', 'bounced', 'failed', 'suppressed'])
    .where('attempts', '=', mail.attempts)
    .execute()
}

function outcomeOf(mail: DueMail, delivery: Delivery) {
  if (delivery.outcome === 'accepted') {
    return {
      state: 'sent' as const,
      sent_at: sql<Date>`clock_timestamp()`,
      provider_message_id: delivery.reply,
      last_error: null,
    }
  }
  const last_error = delivery.reason
  if (delivery.outcome === 'refused') return { state: 'bounced' as const, last_error }
  if (mail.age_seconds >= mailTrySeconds(mail.kind)) return { state: 'failed' as const, last_error }
  const wait = mailRetrySeconds(mail.attempts)
  return {
    last_error,
    next_attempt_at: sql<Date>`clock_timestamp() + make_interval(secs => ${wait})`,
  }
}
