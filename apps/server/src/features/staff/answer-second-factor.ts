import { granted, type ResultOf, refused, type staff } from '@foyer/contract'
import { SECOND_FACTOR_TRIES, SECOND_FACTORS } from '@foyer/domain'
import { countAttempt, forgetAttempts } from '../../engine/staff/attempts.ts'
import type { StaffSession } from '../../engine/staff/sessions.ts'
import type { Call } from '../../http/endpoint.ts'
import { openSession } from './open-session.ts'
import { reportChange } from './reset.ts'
import { acceptCode, CODE_WRONG } from './second-factors.ts'

const BEGIN_AGAIN = refused('not_signed_in', 'Sign in with your password again.')

/**
 * Completes a sign-in with a code, or signs in again: a session that began with a second factor needs no
 * password for that, because whoever has stolen its cookie lacks the factor. After a few wrong codes the
 * session is over, and waits between codes grow, whatever browser they come from.
 */
export async function answerSecondFactor({
  context,
  principal: guest,
  body: { code },
}: Call<typeof staff.answerSecondFactor>): Promise<ResultOf<typeof staff.answerSecondFactor>> {
  const { session } = guest
  if (!session || !awaitsCode(session)) return BEGIN_AGAIN
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
    if (!pending) {
      await tx.deleteFrom('staff_sessions').where('digest', '=', digest).execute()
      return { kind: 'ended' as const }
    }
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

const awaitsCode = ({ state, factor }: StaffSession): boolean =>
  state === 'second_factor' || SECOND_FACTORS.some((second) => second === factor)
