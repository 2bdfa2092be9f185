import { type Refused, refused } from '@foyer/contract'
import { LONGEST_MAIL_WAIT_SECONDS, signInWaitSeconds, waitText } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/**
 * Limits of what can be guessed or misused about one person: passwords, codes, mails to an address.
 * The wait grows with each try in a row and ends by itself, so nobody is locked out. A person in a
 * browser that they have used before is counted on their own, so that a stranger who guesses does not
 * even slow them down.
 */

type AttemptContext = Pick<Context, 'home' | 'secrets' | 'clock' | 'bounds'>

/** What is limited. */
type Attempted =
  | `password of ${string}`
  | `password in browser ${string}`
  | `code of ${string}`
  | `mail to ${string}`
  | `reset to ${string}`
  | `organizer of ${string}`

const DAY_MS = 24 * 60 * 60 * 1000
/** After a day without a try, nothing is held against anybody. */
const FORGOTTEN_AFTER_MS = DAY_MS

/**
 * Counts a try before it is made, so that tries at the same moment count each other. Returns a refusal
 * if the wait after the ones before is not over; then nothing is counted.
 */
export async function countAttempt(
  context: AttemptContext,
  attempted: Attempted,
  longestWaitSeconds?: number,
): Promise<Refused<'rate_limited'> | null> {
  const { home, secrets, clock, bounds } = context
  const key = secrets.staffDigest('attempt', attempted)
  const waitMs = await home.withPlatform(async (tx) => {
    const before = clock()
    // In one statement: between two, a try that succeeds may remove the row (`forgetAttempts`).
    const { failures, wait_until, last_at } = await tx
      .insertInto('staff_attempts')
      .values({ key, failures: 0, wait_until: before, last_at: before })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
      .returning(['failures', 'wait_until', 'last_at'])
      .executeTakeFirstOrThrow()
    // Taken under the lock: an earlier time would lie before the try that was waited for.
    const now = clock()
    const left = wait_until.getTime() - now.getTime()
    if (left > 0) return left
    const isForgotten = now.getTime() - last_at.getTime() > FORGOTTEN_AFTER_MS
    const count = isForgotten ? 1 : failures + 1
    const wait = bounds.limitFactor === Infinity ? 0 : signInWaitSeconds(count, longestWaitSeconds)
    await tx
      .updateTable('staff_attempts')
      .set({ failures: count, wait_until: new Date(now.getTime() + wait * 1000), last_at: now })
      .where('key', '=', key)
      .execute()
    return 0
  })
  return waitMs > 0 ? tooMany(waitMs / 1000) : null
}

/**
 * The most mails that one network may have sent a day to addresses that it types: sign-ups, new
 * passwords, invitations. A venue that invites its whole team on one afternoon needs fewer.
 */
export const MAILS_OF_A_NETWORK_A_DAY = 200

/**
 * Counts a mail to an address that the caller types, before it is queued. The waits of an address grow to
 * two hours ({@link LONGEST_MAIL_WAIT_SECONDS}), which bounds its mails of a day. Links for a new password
 * are counted apart from other mails: who signs up with somebody else's address, or invites it, must not
 * delay the reset of the person who has it. So an address gets at most twice the mails of a day.
 *
 * The network is counted first: a try that it may not make any more must not raise the wait of the address.
 */
export async function countMail(
  context: AttemptContext,
  { to, network, what = 'mail' }: { to: string; network: string; what?: 'mail' | 'reset' },
): Promise<Refused<'rate_limited'> | null> {
  const { secrets, clock, bounds } = context
  const now = clock()
  const key = secrets.staffDigest('attempt', `mails of ${network} on ${isoDay(now)}`)
  const mails = await addToNetwork(context, { key, mails: 1, now })
  if (mails > MAILS_OF_A_NETWORK_A_DAY * bounds.limitFactor) {
    return refused(
      'rate_limited',
      'Your network has had many mails sent today, so this one was not sent. Please try again tomorrow, or from another network.',
      { retryAfterSeconds: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000) },
    )
  }
  const tooSoon = await countAttempt(context, `${what} to ${to}`, LONGEST_MAIL_WAIT_SECONDS)
  // No mail is sent, so others in the network have one more.
  if (tooSoon) await addToNetwork(context, { key, mails: -1, now })
  return tooSoon
}

/** Adds to the mails of a network, and returns how many they are now. */
async function addToNetwork(
  { home }: Pick<AttemptContext, 'home'>,
  { key, mails, now }: { key: string; mails: 1 | -1; now: Date },
): Promise<number> {
  const { failures } = await home.withPlatform((tx) =>
    tx
      .insertInto('staff_attempts')
      .values({ key, failures: mails, wait_until: now, last_at: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ failures: sql<number>`staff_attempts.failures + ${mails}`, last_at: now }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow(),
  )
  return failures
}

/** The UTC day. */
const isoDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Forgets the tries, after one that succeeded. */
export async function forgetAttempts(
  { home, secrets }: Pick<AttemptContext, 'home' | 'secrets'>,
  attempted: Attempted,
): Promise<void> {
  await home.registry
    .deleteFrom('staff_attempts')
    .where('key', '=', secrets.staffDigest('attempt', attempted))
    .execute()
}

function tooMany(seconds: number): Refused<'rate_limited'> {
  const retryAfterSeconds = Math.ceil(seconds)
  const wait =
    retryAfterSeconds < 60
      ? `${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`
      : waitText(seconds)
  return refused('rate_limited', `Too many tries. Please try again in ${wait}.`, {
    retryAfterSeconds,
  })
}
