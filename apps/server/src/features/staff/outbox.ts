import { mailRetrySeconds, STAFF_MAILS } from '@foyer/domain'
import type { StaffMailView } from '@foyer/mails'
import { sql } from 'kysely'
import { renderStaffMail } from '../../adapters/mail-templates.ts'
import { type Delivery, SEND_SECONDS } from '../../adapters/mailer.ts'
import type { Context } from '../../context.ts'
import { dueRows } from '../../engine/due-rows.ts'
import { linkUrl } from '../../engine/staff/links.ts'
import { mailOwner } from '../../engine/staff/queue-staff-mail.ts'
import { type DueStaffMail, mailForAccount } from './mail-for-account.ts'

/** Longer than a try can take, so that a mail is not tried twice at a time. */
const LEASE_SECONDS = SEND_SECONDS + 15
/** There are few mails to staff, and those to buyers have the other connections. */
const AT_ONCE = 2
/** Stored while somebody may ask for a mail that did not arrive. */
const KEPT_DAYS = 90

/**
 * Sends due mails to staff, at least once like those to buyers. Returns how many it tried; while that
 * is more than 0, it runs again.
 */
export async function sendStaffMails(context: Context): Promise<number> {
  const { rows } = await sql<DueStaffMail>`
    ${dueRows({ table: 'staff_mails', at: 'next_attempt_at', isOpen: sql`state = 'queued'`, limit: AT_ONCE })}
    update staff_mails set attempts = attempts + 1, updated_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id in (select id from due)
    returning id, kind, data, recipient, sealed_token as "sealedToken", attempts,
      extract(epoch from clock_timestamp() - created_at)::float8 as "ageSeconds"`.execute(
    context.home.registry,
  )
  await Promise.all(rows.map((mail) => deliver(context, mail)))
  return rows.length
}

async function deliver(context: Context, queued: DueStaffMail): Promise<void> {
  const { registry } = context.home
  const { id, attempts } = queued
  const mail = await mailForAccount(registry, queued)
  if (!mail) {
    await registry.deleteFrom('staff_mails').where('id', '=', id).execute()
    return
  }
  const { kind } = mail
  const delivery = await tryToSend(context, mail)
  await registry
    .updateTable('staff_mails')
    .set({ ...outcomeOf(mail, delivery), updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '=', attempts)
    .execute()
  if (delivery.outcome !== 'accepted') {
    context.log.warn(
      { mailId: id, kind, attempts, outcome: delivery.outcome },
      'a mail was not taken',
    )
  }
}

/** A mail that was sent, or never will be, keeps no link. */
function outcomeOf({ kind, attempts, ageSeconds }: DueStaffMail, delivery: Delivery) {
  if (delivery.outcome === 'accepted') {
    return { state: 'sent' as const, sealed_token: null, last_error: null }
  }
  const last_error = delivery.reason
  if (delivery.outcome === 'refused') {
    return { state: 'bounced' as const, sealed_token: null, last_error }
  }
  if (ageSeconds >= STAFF_MAILS[kind].tryMinutes * 60) {
    return { state: 'failed' as const, sealed_token: null, last_error }
  }
  const wait = mailRetrySeconds(attempts)
  return {
    last_error,
    next_attempt_at: sql<Date>`clock_timestamp() + make_interval(secs => ${wait})`,
  }
}

async function tryToSend(context: Context, mail: DueStaffMail): Promise<Delivery> {
  try {
    const { name, hue, locale, supportEmail } = context.tenants.platform()
    const host = new URL(context.origin()).hostname
    // An installation without an organizer has no address for questions yet.
    const address = supportEmail || `no-reply@${host}`
    const brand = { name, hue, locale, supportEmail: address }
    return await context.mailer.send({
      ...(await renderStaffMail(viewOf(context, mail, brand))),
      files: [],
      id: mail.id,
      kind: mail.kind,
      host,
      from: { name, address },
      to: mail.recipient,
    })
  } catch (error) {
    context.log.error({ err: error, mailId: mail.id, kind: mail.kind }, 'a mail was not written')
    return { outcome: 'unavailable', reason: String(error) }
  }
}

function viewOf(
  context: Context,
  mail: DueStaffMail,
  brand: StaffMailView['brand'],
): StaffMailView {
  const { link } = STAFF_MAILS[mail.kind]
  const token = mail.sealedToken
    ? context.secrets.unseal(mailOwner(mail.id), mail.sealedToken)
    : null
  if (link && !token) throw new Error('The token of a link cannot be read: APP_SECRET has changed')
  const url = link && token ? linkUrl(context.origin(), link, token) : `${context.origin()}/admin`
  // The outbox stores the data of a mail together with its kind.
  return { kind: mail.kind, data: mail.data, brand, url } as StaffMailView
}

/** Deletes what has ended: sessions, links, challenges, waits, and mails of long ago. */
export async function tidyStaff({ home, clock }: Pick<Context, 'home' | 'clock'>): Promise<number> {
  const now = clock()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
  const { registry } = home
  await registry.deleteFrom('staff_sessions').where('ends_at', '<', now).execute()
  // Half a day without use has ended a session; a day leaves no doubt.
  await registry.deleteFrom('staff_sessions').where('seen_at', '<', daysAgo(1)).execute()
  await registry.deleteFrom('staff_links').where('ends_at', '<', now).execute()
  await registry.deleteFrom('staff_challenges').where('ends_at', '<', now).execute()
  await registry.deleteFrom('staff_attempts').where('last_at', '<', daysAgo(2)).execute()
  await registry.deleteFrom('staff_browsers').where('seen_at', '<', daysAgo(400)).execute()
  await registry.deleteFrom('staff_mails').where('created_at', '<', daysAgo(KEPT_DAYS)).execute()
  return 0
}
