import { type Refused, refused } from '@foyer/contract'
import { PASSWORD_PROBLEM_TEXTS, passwordProblem } from '@foyer/domain'

/** Refusals that several use cases of accounts answer with. Each text is written once. */

export const PASSWORDS_BUSY = refused(
  'busy',
  'Many people are signing in right now. Please try again in a moment.',
)

export const LINK_ENDED = refused(
  'link_ended',
  'This link was used already, or its time is over. Please ask for a new one.',
)

export const SIGN_UP_CLOSED = refused(
  'sign_up_closed',
  'Foyer is not open for sign-ups here. Ask its operator for an invitation.',
)

/** The refusal of a password that this person cannot choose; null if they can. */
export function refusedPassword(
  password: string,
  person: { name: string; email: string },
): Refused<'password_refused'> | null {
  const problem = passwordProblem(password, person)
  return problem && refused('password_refused', PASSWORD_PROBLEM_TEXTS[problem], { problem })
}
