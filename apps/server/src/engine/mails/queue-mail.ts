import type { TenantTx } from '@foyer/db'
import type { MailDataOf, MailKind, MailSubjectOf } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'

/** The ids of what a mail is about. */
interface IdsOf {
  order: { orderId: string }
  change: { orderId: string }
  payment: { paymentId: string }
  'order or payment': { paymentId: string; orderId: string | null }
  nothing: object
}

type NewMailOf<K extends MailKind> = {
  kind: K
  data: MailDataOf[K]
  recipient: string
  /**
   * Identifies a mail that must be queued only once, for example by a refund's id: a repeated key
   * queues nothing.
   */
  onceKey?: string
  /** Whether the buyer asked for a mail that was sent before. */
  isResend?: boolean
} & IdsOf[MailSubjectOf<K>]

export type NewMail = { [K in MailKind]: NewMailOf<K> }[MailKind]

/**
 * Puts a mail into the outbox, in the transaction of the change that it reports. Call
 * `context.kickJobs(tenant.id)` after the commit, so that the mail is sent at once; otherwise the
 * next look of the jobs finds it. The lanes write the mails of orders themselves
 * (orders/write-orders.ts), as the same rows.
 */
export async function queueMail(tx: TenantTx, mail: NewMail): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      tenant_id: sql<number>`current_tenant()`,
      id: newId(),
      kind: mail.kind,
      data: JSON.stringify(mail.data),
      recipient: mail.recipient,
      order_id: 'orderId' in mail ? mail.orderId : null,
      payment_id: 'paymentId' in mail ? mail.paymentId : null,
      once_key: mail.onceKey ?? null,
      is_resend: mail.isResend ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
