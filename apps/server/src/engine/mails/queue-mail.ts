import type { TenantTx } from '@foyer/db'
import type { MailDataOf, MailKind } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'

/** What a mail of each kind is about: the template reads names, places and codes from there. */
interface Subject {
  confirmation: { orderId: string }
  refund: { paymentId: string; orderId: string | null }
  reschedule: { orderId: string }
  upgrade: { orderId: string }
  lookup_code: object
  waiver_link: { orderId: string }
  payment_trouble: { paymentId: string }
}

type NewMailOf<K extends MailKind> = {
  kind: K
  data: MailDataOf[K]
  recipient: string
  /** Of what may be told only once (a refund's id, say): the same key again queues nothing. */
  onceKey?: string
  /** Somebody who has this mail asks for it again. */
  isResend?: boolean
} & Subject[K]

export type NewMail = { [K in MailKind]: NewMailOf<K> }[MailKind]

/**
 * Puts a mail into the outbox, in the transaction of what it tells of; after the commit call
 * `context.kickJobs(tenant.id)`, and it leaves at once. Orders get theirs in the lanes' own statement
 * (orders/write-orders.ts), which writes the same rows.
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
