import { TEST_TEXTS } from '@foyer/domain'
import { renderMail } from '../../adapters/mail-templates.ts'
import { type Delivery, MAIL_CONNECTIONS, type MailFile } from '../../adapters/mailer.ts'
import type { Context, Tenant } from '../../context.ts'
import { senderOf } from '../../engine/organizer/sender.ts'
import { codePictures } from './code-pictures.ts'
import { claimMails, type DueMail, recordDelivery, suppressMails } from './outbox-rows.ts'
import { readView } from './read-view.ts'

/** Mail servers quote the recipient. The address does not belong in a log; the row has it. */
const ADDRESS = /[^\s<>:;,"]{1,64}@[^\s<>:;,"]{1,255}/g

/**
 * Composing a mail takes longer than selling its tickets, and it needs three transactions, whose
 * database sessions take processor time from the buyers' ones. So during a rush a turn sends only a
 * few mails, and the others follow after it.
 */
const RUSH_OPERATIONS = 12
const MAILS_IN_A_RUSH = 2

/** Makes the files that a mail carries; most mails have none. */
export type FilesOfMail = (tenant: Tenant, mail: DueMail) => Promise<readonly MailFile[]>

export interface Outbox {
  /**
   * Claims due mails of a tenant, as many as there are free connections to the mail server, and
   * begins to send them. Returns how many it claimed or held back. Call it once at a time.
   */
  run(tenant: Tenant): Promise<number>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

/**
 * Sends the queued mails, as many at a time as there are connections. A slow mail delays no other:
 * later ones overtake it, and tenants take turns.
 *
 * A mail is sent at least once: if a process dies after the mail server accepted the mail, and
 * before it recorded that, the mail is sent again, with the same Message-ID.
 */
export function createOutbox(context: Context, filesOf: FilesOfMail): Outbox {
  const inProgress = new Set<Promise<void>>()

  function begin(tenant: Tenant, mail: DueMail): void {
    const sending = deliver(context, tenant, mail, filesOf)
      .catch((error) =>
        context.log.error({ err: error, mailId: mail.id }, 'mail not recorded as sent'),
      )
      .finally(() => inProgress.delete(sending))
    inProgress.add(sending)
  }

  return {
    async run(tenant) {
      // Nobody waits for a mail about a test, and its addresses may be those of strangers.
      if (tenant.testOf !== null && tenant.suspendedAt) {
        return context.db.withTenant(tenant.id, suppressMails)
      }
      while (inProgress.size >= MAIL_CONNECTIONS) await Promise.race(inProgress)
      const isRush = context.buyersOperations() >= RUSH_OPERATIONS
      const free = isRush ? MAILS_IN_A_RUSH : MAIL_CONNECTIONS - inProgress.size
      const { mails, changed } = await context.db.withTenant(tenant.id, (tx) =>
        claimMails(tx, free, context.bounds.mailsToOneRecipient),
      )
      for (const mail of mails) begin(tenant, mail)
      return isRush ? 0 : changed
    },
    async idle() {
      while (inProgress.size > 0) await Promise.all(inProgress)
    },
  }
}

async function deliver(
  context: Context,
  tenant: Tenant,
  mail: DueMail,
  filesOf: FilesOfMail,
): Promise<void> {
  const delivery = await tryToSend(context, tenant, mail, filesOf)
  await context.db.withTenant(tenant.id, (tx) => recordDelivery(tx, mail, delivery))
  if (delivery.outcome !== 'accepted') {
    const { kind, id, attempts } = mail
    const { outcome } = delivery
    const reason = delivery.reason.replaceAll(ADDRESS, '<address>')
    context.log.warn({ mailId: id, kind, attempts, outcome, reason }, 'a mail was not taken')
  }
}

async function tryToSend(
  context: Context,
  tenant: Tenant,
  mail: DueMail,
  filesOf: FilesOfMail,
): Promise<Delivery> {
  try {
    const view = await context.db.withTenant(tenant.id, (tx) => readView(tx, context, tenant, mail))
    const rendered = await renderMail(view)
    return await context.mailer.send({
      ...rendered,
      subject: (tenant.testOf === null ? '' : TEST_TEXTS.subject) + rendered.subject,
      files: [...codePictures(view), ...(await filesOf(tenant, mail))],
      id: mail.id,
      kind: mail.kind,
      host: new URL(context.origin()).hostname,
      ...senderOf(context.tenants, tenant),
      to: mail.recipient,
    })
  } catch (error) {
    // This is our own error and not the mail server's. It is logged with its details, since a
    // person must solve it.
    context.log.error({ err: error, mailId: mail.id, kind: mail.kind }, 'a mail was not written')
    return { outcome: 'unavailable', reason: String(error) }
  }
}
