import type { Database, PlatformTx } from '@foyer/db'
import {
  SECOND_FACTOR_MINUTES,
  SESSION_DAYS,
  SESSION_IDLE_HOURS,
  type SignInFactor,
} from '@foyer/domain'
import { sql } from 'kysely'
import { newId, newSecret } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { queueStaffMail } from './queue-staff-mail.ts'

/** Sessions of the back office. The token is in the browser's cookie; the database has its digest. */

export interface StaffSession {
  id: string
  digest: string
  personId: string
  name: string
  email: string
  /** 'second_factor': the password was right, and the second factor is asked for. */
  state: 'second_factor' | 'open'
  factor: SignInFactor
  signedInAt: Date
  seenAt: Date
  endsAt: Date
}

/** Where a session is used, as its person may read it. */
interface DeviceOfSession {
  device: string
  network: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The session of a token's digest; null if there is none or it has ended. One statement. */
export async function findSession(
  db: Pick<Database, 'registry'>,
  digest: string,
  now: Date,
): Promise<StaffSession | null> {
  const { rows } = await sql<StaffSession>`
    select s.id, s.digest, s.person_id as "personId", p.name, p.email, s.state, s.factor,
      s.signed_in_at as "signedInAt", s.seen_at as "seenAt", s.ends_at as "endsAt"
    from staff_sessions s join staff_people p on p.id = s.person_id
    where s.digest = ${digest} and s.ends_at > ${now} and s.seen_at > ${idleSince(now)}
    /* named: staff_session */`.execute(db.registry)
  return rows[0] ?? null
}

/** Sessions that were last seen before this moment have ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - SESSION_IDLE_HOURS * HOUR_MS)

/** Stores that a session is in use, at most once a minute. */
export async function touchSession(
  db: Pick<Database, 'registry'>,
  { digest, seenAt }: StaffSession,
  now: Date,
): Promise<void> {
  if (now.getTime() - seenAt.getTime() < MINUTE_MS) return
  await db.registry
    .updateTable('staff_sessions')
    .set({ seen_at: now })
    .where('digest', '=', digest)
    .execute()
}

interface SignedIn extends DeviceOfSession {
  personId: string
  state: StaffSession['state']
  factor: SignInFactor
  /** The digest of the session before in this browser, which ends; null if there is none. */
  before: string | null
}

/**
 * Begins a session and returns its token. Every sign-in makes a new token, so that a token that
 * somebody planted or saw before is worth nothing afterwards.
 */
export async function beginSession(
  tx: PlatformTx,
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  { personId, state, factor, before, device, network }: SignedIn,
): Promise<string> {
  const now = clock()
  if (before) await tx.deleteFrom('staff_sessions').where('digest', '=', before).execute()
  const token = newSecret()
  const lasts = state === 'open' ? SESSION_DAYS * 24 * HOUR_MS : SECOND_FACTOR_MINUTES * MINUTE_MS
  await tx
    .insertInto('staff_sessions')
    .values({
      digest: secrets.staffDigest('session', token),
      id: newId(),
      person_id: personId,
      state,
      factor,
      signed_in_at: now,
      seen_at: now,
      ends_at: new Date(now.getTime() + lasts),
      device,
      network,
    })
    .execute()
  return token
}

/**
 * Records the browser of a sign-in. If the person has never signed in with it, and has with another, a
 * mail reports it. Returns the browser's token: the given one, or a new one.
 */
export async function knowBrowser(
  tx: PlatformTx,
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  person: { id: string; name: string; email: string } & DeviceOfSession,
  token: string | null,
): Promise<string> {
  const now = clock()
  const known = token ?? newSecret()
  const digest = secrets.staffDigest('browser', known)
  const browsers = await tx
    .selectFrom('staff_browsers')
    .select('digest')
    .where('person_id', '=', person.id)
    .execute()
  const isNew = !browsers.some((browser) => browser.digest === digest)
  if (isNew && browsers.length > 0) {
    const { name, email, device, network } = person
    const data = { name, device, network, at: now.toISOString() }
    await queueStaffMail(tx, { secrets }, { kind: 'new_device', recipient: email, data })
  }
  await tx
    .insertInto('staff_browsers')
    .values({ person_id: person.id, digest, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'digest']).doUpdateSet({ seen_at: now }),
    )
    .execute()
  return known
}

/** Ends all sessions of a person, except one if its digest is given. */
export async function endSessions(
  tx: PlatformTx,
  personId: string,
  except: string | null = null,
): Promise<void> {
  await tx
    .deleteFrom('staff_sessions')
    .where('person_id', '=', personId)
    .$if(except !== null, (query) => query.where('digest', '<>', except ?? ''))
    .execute()
}
