import { granted, type ResultOf, refused, type staff } from '@foyer/contract'
import { countAttempt, forgetAttempts } from '../../engine/staff/attempts.ts'
import { secondFactorsOf } from '../../engine/staff/second-factors-of.ts'
import { beginSession } from '../../engine/staff/sessions.ts'
import type { Call } from '../../http/endpoint.ts'
import { openSession } from './open-session.ts'
import { PASSWORDS_BUSY } from './refusals.ts'

const CREDENTIALS_WRONG = refused(
  'credentials_wrong',
  'This address and this password do not belong together. Check both, or choose a new password.',
)

/**
 * Signs in with a password. An unknown address gets the same answer as a wrong password, after the
 * same time. Tries are counted by address; in a browser with which the person has signed in before,
 * they are counted for that browser instead.
 */
export async function signIn(
  call: Call<typeof staff.signIn>,
): Promise<ResultOf<typeof staff.signIn>> {
  const { context, principal: guest, body } = call
  const { home, secrets, passwords } = context
  const person = await home.registry
    .selectFrom('staff_people')
    .select(['id', 'name', 'email', 'password_hash'])
    .where('email', '=', body.email)
    .executeTakeFirst()
  const browser = guest.cookies.browser()
  const browserDigest = browser ? secrets.staffDigest('browser', browser) : ''
  const known = await home.registry
    .selectFrom('staff_browsers')
    .select('digest')
    .where('person_id', '=', person?.id ?? null)
    .where('digest', '=', browserDigest)
    .executeTakeFirst()
  const attempted = known
    ? (`password in browser ${known.digest}` as const)
    : (`password of ${body.email}` as const)
  const tooSoon = await countAttempt(context, attempted)
  if (tooSoon) return tooSoon
  const isRight = await passwords.isRight(body.password, person?.password_hash)
  if (isRight === null) return PASSWORDS_BUSY
  if (!isRight || !person) return CREDENTIALS_WRONG
  await forgetAttempts(context, attempted)

  const answer = await home.withPlatform(async (tx) => {
    const factors = await secondFactorsOf(tx, person.id)
    if (factors.length === 0) {
      return { opened: await openSession(tx, context, guest, { person, factor: 'password' }) }
    }
    const { device, network, session } = guest
    const token = await beginSession(tx, context, {
      personId: person.id,
      state: 'second_factor',
      factor: 'password',
      before: session?.digest ?? null,
      device,
      network,
    })
    return { factors, token }
  })
  if (answer.opened) {
    answer.opened.sendCookies()
    context.kickJobs(null)
    return granted({ state: 'open' as const, me: answer.opened.me })
  }
  guest.cookies.set(answer.token)
  return granted({ state: 'second_factor' as const, factors: answer.factors })
}
