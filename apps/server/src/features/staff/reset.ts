import { granted, type ResultOf, type staff } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import type { AccountChange } from '@foyer/domain'
import type { Context } from '../../context.ts'
import { countMail, forgetAttempts } from '../../engine/staff/attempts.ts'
import { findLink, makeLink, useLink } from '../../engine/staff/links.ts'
import { queueStaffMail } from '../../engine/staff/queue-staff-mail.ts'
import { endSessions } from '../../engine/staff/sessions.ts'
import type { Call } from '../../http/endpoint.ts'
import { LINK_ENDED, PASSWORDS_BUSY, refusedPassword } from './refusals.ts'
import { personOf } from './sign-up.ts'

/**
 * Sends a link for a new password. Whether the address has an account is only looked up when the mail is
 * sent (`mailForAccount`), so this call does the same work, and takes the same time, for every address.
 */
export async function requestReset({
  context,
  request: { network },
  body: { email },
}: Call<typeof staff.requestReset>): Promise<ResultOf<typeof staff.requestReset>> {
  const tooMany = await countMail(context, { to: email, network, what: 'reset' })
  if (tooMany) return tooMany
  await context.home.withPlatform(async (tx) => {
    const { token } = await makeLink(tx, context, { kind: 'reset', email })
    await queueStaffMail(tx, context, { kind: 'reset', recipient: email, data: NAMED_LATER, token })
  })
  context.kickJobs(null)
  return granted({ sent: true as const })
}

/** The outbox looks the name up, with the account. */
const NAMED_LATER = { name: '' }

/**
 * Sets the password of a link's account, and ends all of its sessions. It signs nobody in: who has only
 * the mailbox must not get around the second factor.
 */
export async function completeReset({
  context,
  body: { token, password },
}: Call<typeof staff.completeReset>): Promise<ResultOf<typeof staff.completeReset>> {
  const person = await context.home.withPlatform(async (tx) => {
    const link = await findLink(tx, context, token)
    return link?.kind === 'reset' ? personOf(tx, link.email) : undefined
  })
  if (!person) return LINK_ENDED
  const problem = refusedPassword(password, person)
  if (problem) return problem
  const hash = await context.passwords.hash(password)
  if (hash === null) return PASSWORDS_BUSY
  const isDone = await context.home.withPlatform(async (tx) => {
    const link = await findLink(tx, context, token)
    if (!link) return false
    await useLink(tx, link)
    await setPassword(tx, context, person.id, hash)
    await endSessions(tx, person.id)
    await reportChange(tx, context, person, 'password')
    return true
  })
  if (!isDone) return LINK_ENDED
  await forgetAttempts(context, `password of ${person.email}`)
  context.kickJobs(null)
  return granted({ email: person.email })
}

/** Stores another password. Links for a new one that were sent before stop working. */
export async function setPassword(
  tx: PlatformTx,
  { clock }: Pick<Context, 'clock'>,
  personId: string,
  hash: string,
): Promise<void> {
  const { email } = await tx
    .updateTable('staff_people')
    .set({ password_hash: hash, password_changed_at: clock() })
    .where('id', '=', personId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('staff_links')
    .where('kind', '=', 'reset')
    .where('email', '=', email)
    .execute()
}

/** Tells a person by mail what changed of their account, should it be somebody else who changed it. */
export const reportChange = (
  tx: PlatformTx,
  context: Pick<Context, 'clock' | 'secrets'>,
  { name, email }: { name: string; email: string },
  change: AccountChange,
): Promise<void> =>
  queueStaffMail(tx, context, {
    kind: 'account_changed',
    recipient: email,
    data: { name, change, at: context.clock().toISOString() },
  })
