import { ApiError } from '@foyer/contract'
import { PASSWORD_PROBLEM_TEXTS, type PasswordProblem } from '@foyer/domain'

const isProblem = (problem: unknown): problem is PasswordProblem =>
  typeof problem === 'string' && problem in PASSWORD_PROBLEM_TEXTS

/** Why the server refused a password, as the problem of its field; null for any other failure. */
export function passwordRefusal(error: unknown): { field: 'password'; message: string } | null {
  if (!(error instanceof ApiError) || error.code !== 'password_refused') return null
  const { problem } = error.details
  return {
    field: 'password',
    message: isProblem(problem) ? PASSWORD_PROBLEM_TEXTS[problem] : error.textOrStatus,
  }
}

export const PASSWORD_HINT =
  'At least 12 characters. Four words that nobody would guess are easy to remember.'
