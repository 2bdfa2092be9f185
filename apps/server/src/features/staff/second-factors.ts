import { granted, type ResultOf, refused, type staffAccount } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import { RECOVERY_CODES, TOTP_DIGITS } from '@foyer/domain'
import { generateSecret, generateURI, verify } from 'otplib'
import { newValidationCode } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { countAttempt, forgetAttempts } from '../../engine/staff/attempts.ts'
import type { Call } from '../../http/endpoint.ts'
import { readAccount } from './account.ts'
import { reportChange } from './reset.ts'

/** Authenticator apps (TOTP, RFC 6238) and recovery codes. */

type FactorContext = Pick<Context, 'secrets' | 'clock'>

/** How authenticator apps name the account. */
const ISSUER = 'Foyer'
/** Clocks of phones differ; codes of the steps before and after count as well. */
const TOLERANCE_SECONDS = 30

export const CODE_WRONG = refused(
  'second_factor_wrong',
  'This code is wrong, was used already, or is too old. Enter the newest one.',
)
const NO_SECRET = refused('second_factor_missing', 'Set the authenticator app up anew.')
const NO_FACTOR = refused(
  'second_factor_missing',
  'Recovery codes stand in for a second factor: set one up first.',
)

const ownerOf = (personId: string): string => `totp/${personId}`

/** Makes a secret for an authenticator app. The one in use, if any, works until a code confirms it. */
export async function startTotp({
  context,
  principal: { session },
}: Call<typeof staffAccount.startTotp>): Promise<ResultOf<typeof staffAccount.startTotp>> {
  const secret = generateSecret()
  const pending_secret = context.secrets.seal(ownerOf(session.personId), secret)
  await context.home.registry
    .insertInto('staff_totp')
    .values({ person_id: session.personId, pending_secret })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ pending_secret }))
    .execute()
  return granted({ secret, uri: generateURI({ issuer: ISSUER, label: session.email, secret }) })
}

/** Sets the authenticator app up, by a code of the secret that was made last. */
export async function confirmTotp({
  context,
  principal: { session },
  body: { code },
}: Call<typeof staffAccount.confirmTotp>): Promise<ResultOf<typeof staffAccount.confirmTotp>> {
  const { personId } = session
  const tooSoon = await countAttempt(context, `code of ${personId}`)
  if (tooSoon) return tooSoon
  const result = await context.home.withPlatform(async (tx) => {
    const row = await lockTotp(tx, personId)
    if (!row?.pending_secret) return NO_SECRET
    const step = await stepOfCode(context, personId, row.pending_secret, code, 0)
    if (step === null) return CODE_WRONG
    await tx
      .updateTable('staff_totp')
      .set({ secret: row.pending_secret, pending_secret: null, last_step: String(step) })
      .where('person_id', '=', personId)
      .execute()
    await reportChange(tx, context, session, 'totp_added')
    return granted({ recoveryCodes: await firstRecoveryCodes(tx, context, personId) })
  })
  if (result.ok) await forgetAttempts(context, `code of ${personId}`)
  context.kickJobs(null)
  return result
}

/** Removes the authenticator app. */
export async function removeTotp({
  context,
  principal: { session },
}: Call<typeof staffAccount.removeTotp>): Promise<ResultOf<typeof staffAccount.removeTotp>> {
  const account = await context.home.withPlatform(async (tx) => {
    const removed = await tx
      .deleteFrom('staff_totp')
      .where('person_id', '=', session.personId)
      .returning('secret')
      .executeTakeFirst()
    if (removed?.secret) {
      await endRecoveryCodes(tx, session.personId)
      await reportChange(tx, context, session, 'totp_removed')
    }
    return readAccount(tx, session.personId)
  })
  context.kickJobs(null)
  return granted(account)
}

/** Makes new recovery codes in place of those before. */
export async function renewRecoveryCodes({
  context,
  principal: { session },
}: Call<typeof staffAccount.renewRecoveryCodes>): Promise<
  ResultOf<typeof staffAccount.renewRecoveryCodes>
> {
  const result = await context.home.withPlatform(async (tx) => {
    const account = await readAccount(tx, session.personId)
    if (account.recoveryCodesLeft === null) return NO_FACTOR
    const recoveryCodes = await makeRecoveryCodes(tx, context, session.personId)
    await reportChange(tx, context, session, 'recovery_codes')
    return granted({ recoveryCodes })
  })
  context.kickJobs(null)
  return result
}

/**
 * Whether a code is the second factor of a person now, and of which kind it is. Each code of an app and
 * each recovery code is accepted once, also of two requests at the same moment.
 */
export async function acceptCode(
  tx: PlatformTx,
  context: FactorContext,
  personId: string,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  const row = await lockTotp(tx, personId)
  if (row?.secret && isTotpCode(code)) {
    const step = await stepOfCode(context, personId, row.secret, code, Number(row.last_step))
    if (step === null) return null
    await tx
      .updateTable('staff_totp')
      .set({ last_step: String(step) })
      .where('person_id', '=', personId)
      .execute()
    return 'totp'
  }
  const { numDeletedRows } = await tx
    .deleteFrom('staff_recovery_codes')
    .where('person_id', '=', personId)
    .where('digest', '=', recoveryDigest(context, personId, code))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n ? 'recovery_code' : null
}

const lockTotp = (tx: PlatformTx, personId: string) =>
  tx
    .selectFrom('staff_totp')
    .select(['secret', 'pending_secret', 'last_step'])
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()

const digitsOf = (code: string): string => code.replace(/[\s-]/g, '')

const isTotpCode = (code: string): boolean =>
  /^\d+$/.test(digitsOf(code)) && digitsOf(code).length === TOTP_DIGITS

/** The time step of a right code after `lastStep`; null for any other. */
async function stepOfCode(
  { secrets, clock }: FactorContext,
  personId: string,
  sealed: string,
  code: string,
  lastStep: number,
): Promise<number | null> {
  const secret = secrets.unseal(ownerOf(personId), sealed)
  if (secret === null)
    throw new Error('The secret of a TOTP cannot be read: APP_SECRET has changed')
  if (!isTotpCode(code)) return null
  const result = await verify({
    secret,
    token: digitsOf(code),
    epoch: Math.floor(clock().getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  // The library could compare the steps as well, but throws if a clock went back.
  return result.valid && 'timeStep' in result && result.timeStep > lastStep ? result.timeStep : null
}

/** Recovery codes for a person who has none; null if there are some already. */
export async function firstRecoveryCodes(
  tx: PlatformTx,
  context: FactorContext,
  personId: string,
): Promise<string[] | null> {
  const present = await tx
    .selectFrom('staff_recovery_codes')
    .select('digest')
    .where('person_id', '=', personId)
    .limit(1)
    .execute()
  return present.length > 0 ? null : makeRecoveryCodes(tx, context, personId)
}

/** Removes the recovery codes of a person whose last second factor was removed. */
export async function endRecoveryCodes(tx: PlatformTx, personId: string): Promise<void> {
  const { recoveryCodesLeft } = await readAccount(tx, personId)
  if (recoveryCodesLeft !== null) return
  await tx.deleteFrom('staff_recovery_codes').where('person_id', '=', personId).execute()
}

async function makeRecoveryCodes(
  tx: PlatformTx,
  context: FactorContext,
  personId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newValidationCode)
  await tx.deleteFrom('staff_recovery_codes').where('person_id', '=', personId).execute()
  await tx
    .insertInto('staff_recovery_codes')
    .values(
      codes.map((code) => ({
        person_id: personId,
        digest: recoveryDigest(context, personId, code),
      })),
    )
    .execute()
  return codes
}

/** People read an O for a 0, and an I or an L for a 1; the codes have none of the letters. */
const recoveryDigest = ({ secrets }: FactorContext, personId: string, code: string): string => {
  const plain = code
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
  return secrets.staffDigest('recovery code', `${personId}/${plain}`)
}
