import type { TenantTx } from '@foyer/db'
import { type MailData, type MailKind, mailRetrySeconds, mailTrySeconds } from '@foyer/domain'
import { sql } from 'kysely'
import { type Delivery, SEND_SECONDS } from '../../adapters/mailer.ts'
import { dueRows } from '../../engine/due-rows.ts'

/** Longer than a try can take: a mail is not tried twice at a time, and a dead process's soon again. */
const LEASE_SECONDS = SEND_SECONDS + 15

export interface DueMail {
  id: string
  kind: MailKind
  data: MailData
  order_id: string | null
  payment_id: string | null
  recipient: string
  /** This try included. */
  attempts: number
  age_seconds: number
}

/**
 * Takes up to `limit` due mails for this process, by moving their next try behind the end of this
 * one.
 */
export async function claimMails(tx: TenantTx, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    ${dueRows({ table: 'mails', at: 'next_attempt_at', isOpen: sql`state = 'queued'`, limit })}
    update mails set attempts = attempts + 1, updated_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id in (select id from due)
    returning id, kind, data, order_id, payment_id, recipient, attempts,
      extract(epoch from clock_timestamp() - created_at)::float8 as age_seconds`.execute(tx)
  return rows
}

/** Notes what became of a try, unless another process has the mail by now. */
export async function recordDelivery(tx: TenantTx, mail: DueMail, delivery: Delivery) {
  await tx
    .updateTable('mails')
    .set({ ...outcomeOf(mail, delivery), updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', mail.id)
    // Not as 'queued': the planner would look for it among all that wait, and not by its key.
    .where('state', 'not in', ['sent', 'bounced', 'failed'])
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
