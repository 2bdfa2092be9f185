import { granted, type ResultOf, type staff } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import { newId } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { countMail } from '../../engine/staff/attempts.ts'
import { findLink, makeLink, useLink } from '../../engine/staff/links.ts'
import { queueStaffMail } from '../../engine/staff/queue-staff-mail.ts'
import type { Call } from '../../http/endpoint.ts'
import { openSession, signInWithin } from './open-session.ts'
import { LINK_ENDED, PASSWORDS_BUSY, refusedPassword, SIGN_UP_CLOSED } from './refusals.ts'

/**
 * Sends the link that makes an account. The account and its password do not exist before the link is
 * opened, so nobody can prepare an account for the address of somebody else. An address that has an
 * account gets another mail. Which of the two is decided when it is sent (`mailForAccount`), so this call
 * does the same work, and takes the same time, for every address.
 */
export async function signUp({
  context,
  request: { network },
  body: { name, email },
}: Call<typeof staff.signUp>): Promise<ResultOf<typeof staff.signUp>> {
  if (!context.configuration.current().isSignUpOpen) return SIGN_UP_CLOSED
  const tooMany = await countMail(context, { to: email, network })
  if (tooMany) return tooMany
  await context.home.withPlatform(async (tx) => {
    const { token } = await makeLink(tx, context, { kind: 'sign_up', email, name })
    await queueStaffMail(tx, context, { kind: 'sign_up', recipient: email, data: { name }, token })
  })
  context.kickJobs(null)
  return granted({ sent: true as const })
}

/** Makes the account of a link, and signs in. */
export async function completeSignUp({
  context,
  principal: guest,
  body,
}: Call<typeof staff.completeSignUp>): Promise<ResultOf<typeof staff.completeSignUp>> {
  const email = await emailOfLink(context, body.token)
  if (email === null) return LINK_ENDED
  const problem = refusedPassword(body.password, { name: body.name, email })
  if (problem) return problem
  const hash = await context.passwords.hash(body.password)
  if (hash === null) return PASSWORDS_BUSY
  const opened = await signInWithin(context, async (tx) => {
    const link = await findLink(tx, context, body.token)
    if (link?.kind !== 'sign_up') return null
    await useLink(tx, link)
    const person = await makePerson(tx, { name: body.name, email, hash })
    return person && openSession(tx, context, guest, { person, factor: 'link' })
  })
  return opened ? granted({ state: 'open' as const, me: opened.me }) : LINK_ENDED
}

/** The address of a link that makes an account; null if the link has ended. */
async function emailOfLink(context: Context, token: string): Promise<string | null> {
  const link = await context.home.withPlatform((tx) => findLink(tx, context, token))
  return link?.kind === 'sign_up' ? link.email : null
}

/** Stores a new person; null if the address has an account by now. */
export async function makePerson(
  tx: PlatformTx,
  { id = newId(), name, email, hash }: { id?: string; name: string; email: string; hash: string },
): Promise<{ id: string; name: string; email: string } | null> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_people')
    .values({ id, name, email, password_hash: hash })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n ? { id, name, email } : null
}

/** The account of an address. */
export const personOf = (tx: PlatformTx, email: string) =>
  tx
    .selectFrom('staff_people')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .executeTakeFirst()
