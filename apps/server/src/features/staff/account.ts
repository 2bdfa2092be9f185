import {
  granted,
  type ResultOf,
  refused,
  type StaffAccount,
  type staffAccount,
} from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import { beginSession, endSessions, idleSince } from '../../engine/staff/sessions.ts'
import type { Call } from '../../http/endpoint.ts'
import type { Person } from '../../http/principals/staff.ts'
import { PASSWORDS_BUSY, refusedPassword } from './refusals.ts'
import { reportChange, setPassword } from './reset.ts'

/** The account of a person, with its factors. */
export async function readAccount(tx: PlatformTx, personId: string): Promise<StaffAccount> {
  const person = await tx
    .selectFrom('staff_people')
    .select(['name', 'email', 'password_changed_at'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const totp = await tx
    .selectFrom('staff_totp')
    .select('secret')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const passkeys = await tx
    .selectFrom('staff_passkeys')
    .select(['id', 'name', 'made_at', 'used_at'])
    .where('person_id', '=', personId)
    .orderBy('made_at')
    .execute()
  const codes = await tx
    .selectFrom('staff_recovery_codes')
    .select('digest')
    .where('person_id', '=', personId)
    .execute()
  const hasTotp = Boolean(totp?.secret)
  return {
    name: person.name,
    email: person.email,
    passwordChangedAt: person.password_changed_at.toISOString(),
    hasTotp,
    passkeys: passkeys.map(({ id, name, made_at, used_at }) => ({
      id,
      name,
      madeAt: made_at.toISOString(),
      lastUsedAt: used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: hasTotp || passkeys.length > 0 ? codes.length : null,
  }
}

/** Changes the name that others of the team see. */
export const changeName = ({
  context,
  principal: { session },
  body: { name },
}: Call<typeof staffAccount.changeName>): Promise<ResultOf<typeof staffAccount.changeName>> =>
  context.home.withPlatform(async (tx) => {
    await tx.updateTable('staff_people').set({ name }).where('id', '=', session.personId).execute()
    return granted(await readAccount(tx, session.personId))
  })

/** Sets another password. This browser gets a new session, and all others end. */
export async function changePassword({
  context,
  principal,
  body: { password },
}: Call<typeof staffAccount.changePassword>): Promise<
  ResultOf<typeof staffAccount.changePassword>
> {
  const { session, cookies, device, network } = principal
  const problem = refusedPassword(password, session)
  if (problem) return problem
  const hash = await context.passwords.hash(password)
  if (hash === null) return PASSWORDS_BUSY
  const { personId } = session
  const { account, token } = await context.home.withPlatform(async (tx) => {
    await setPassword(tx, context, personId, hash)
    await endSessions(tx, personId)
    const made = await beginSession(tx, context, {
      personId,
      state: 'open',
      factor: session.factor,
      before: null,
      device,
      network,
    })
    await reportChange(tx, context, session, 'password')
    return { account: await readAccount(tx, personId), token: made }
  })
  cookies.set(token)
  context.kickJobs(null)
  return granted(account)
}

/** Where a person is signed in, the last used first. */
export async function listSessions(
  tx: PlatformTx,
  { session }: Pick<Person, 'session'>,
  now: Date,
) {
  const rows = await tx
    .selectFrom('staff_sessions')
    .select(['id', 'signed_in_at', 'seen_at', 'factor', 'device', 'network'])
    .where('person_id', '=', session.personId)
    .where('state', '=', 'open')
    .where('ends_at', '>', now)
    .where('seen_at', '>', idleSince(now))
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    sessions: rows.map(({ id, signed_in_at, seen_at, factor, device, network }) => ({
      id,
      isCurrent: id === session.id,
      signedInAt: signed_in_at.toISOString(),
      seenAt: seen_at.toISOString(),
      factor,
      device,
      network,
    })),
  }
}

const NO_SESSION = refused('sign_in_not_found', 'This session has ended already.')

/** Ends one session of a person; the one that asks as well, whose cookie is then removed. */
export const endSession = ({
  context,
  principal,
  params: { sessionId },
}: Call<typeof staffAccount.endStaffSession>): Promise<
  ResultOf<typeof staffAccount.endStaffSession>
> =>
  context.home.withPlatform(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('staff_sessions')
      .where('person_id', '=', principal.session.personId)
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return NO_SESSION
    if (sessionId === principal.session.id) principal.cookies.clear()
    return granted(await listSessions(tx, principal, context.clock()))
  })

/** Ends all sessions of a person except the one that asks. */
export const endOtherSessions = ({
  context,
  principal,
}: Call<typeof staffAccount.endOtherStaffSessions>): Promise<
  ResultOf<typeof staffAccount.endOtherStaffSessions>
> =>
  context.home.withPlatform(async (tx) => {
    await endSessions(tx, principal.session.personId, principal.session.digest)
    return granted(await listSessions(tx, principal, context.clock()))
  })
