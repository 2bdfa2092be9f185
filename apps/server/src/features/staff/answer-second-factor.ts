import { granted, type ResultOf, refused, type staff } from '@foyer/contract'
import { SECOND_FACTOR_TRIES } from '@foyer/domain'
import { countAttempt, forgetAttempts } from '../../engine/staff/attempts.ts'
import type { Call } from '../../http/endpoint.ts'
import { openSession } from './open-session.ts'
import { reportChange } from './reset.ts'
import { acceptCode, CODE_WRONG } from './second-factors.ts'

const BEGIN_AGAIN = refused('not_signed_in', 'Sign in with your password again.')

/**
 * Completes a sign-in with a code. After a few wrong codes the password is asked for again, and waits
 * between codes grow, whatever browser they come from.
 */
export async function answerSecondFactor({
  context,
  principal: guest,
  body: { code },
}: Call<typeof staff.answerSecondFactor>): Promise<ResultOf<typeof staff.answerSecondFactor>> {
  const { session } = guest
  if (session?.state !== 'second_factor') return BEGIN_AGAIN
  const { personId, digest, name, email } = session
  const tooSoon = await countAttempt(context, `code of ${personId}`)
  if (tooSoon) return tooSoon
  const answer = await context.home.withPlatform(async (tx) => {
    const pending = await tx
      .updateTable('staff_sessions')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('digest', '=', digest)
      .where('tries', '<', SECOND_FACTOR_TRIES)
      .returning('tries')
      .executeTakeFirst()
    if (!pending) return { kind: 'ended' as const }
    const factor = await acceptCode(tx, context, personId, code)
    if (factor === null)
      return { kind: 'wrong' as const, left: SECOND_FACTOR_TRIES - pending.tries }
    const person = { id: personId, name, email }
    if (factor === 'recovery_code') await reportChange(tx, context, person, 'recovery_code_used')
    return {
      kind: 'open' as const,
      opened: await openSession(tx, context, guest, { person, factor }),
    }
  })
  if (answer.kind === 'wrong') {
    return refused('second_factor_wrong', CODE_WRONG.refusal.message, { triesLeft: answer.left })
  }
  if (answer.kind === 'ended') {
    guest.cookies.clear()
    return BEGIN_AGAIN
  }
  answer.opened.sendCookies()
  await forgetAttempts(context, `code of ${personId}`)
  context.kickJobs(null)
  return granted({ state: 'open' as const, me: answer.opened.me })
}
