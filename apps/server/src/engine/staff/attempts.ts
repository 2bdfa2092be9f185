import { type Refused, refused } from '@foyer/contract'
import { signInWaitSeconds, waitText } from '@foyer/domain'
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
  | `organizer of ${string}`

/** After a day without a try, nothing is held against anybody. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Counts a try before it is made, so that tries at the same moment count each other. Returns a refusal
 * if the wait after the ones before is not over; then nothing is counted.
 */
export async function countAttempt(
  context: AttemptContext,
  attempted: Attempted,
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
    const wait = bounds.limitFactor === Infinity ? 0 : signInWaitSeconds(count)
    await tx
      .updateTable('staff_attempts')
      .set({ failures: count, wait_until: new Date(now.getTime() + wait * 1000), last_at: now })
      .where('key', '=', key)
      .execute()
    return 0
  })
  return waitMs > 0 ? tooMany(waitMs / 1000) : null
}

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
