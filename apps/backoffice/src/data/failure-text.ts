import { ApiError } from '@foyer/contract'
import { SignInDeclined } from './sign-in-again.ts'

const WAIT = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'second', unitDisplay: 'long' })

/** What a person reads about a call that failed: what happened, and what to do. */
export function failureText(error: unknown): string {
  if (error instanceof SignInDeclined) return 'You did not sign in again, so nothing was changed.'
  if (!(error instanceof ApiError)) {
    return 'The server could not be reached. Check your connection and try again; nothing you typed is lost.'
  }
  if (error.code === 'rate_limited') {
    const { retryAfterSeconds } = error.details
    return typeof retryAfterSeconds === 'number'
      ? `Too many tries. Wait ${WAIT.format(retryAfterSeconds)}, then try again.`
      : 'Too many tries. Wait a minute, then try again.'
  }
  if (error.code === 'busy') return 'The server is busy. Try again in a few seconds.'
  return error.text ?? 'Something went wrong on our side. Try again.'
}

/** The fields of a form that the server refused, each with its reason. */
export function refusedFields(error: unknown): { field: string; message: string }[] {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return []
  const { fields } = error.details
  if (!Array.isArray(fields)) return []
  return fields.flatMap((entry: unknown) =>
    typeof entry === 'object' &&
    entry !== null &&
    'field' in entry &&
    'message' in entry &&
    typeof entry.field === 'string' &&
    typeof entry.message === 'string'
      ? [{ field: entry.field, message: entry.message }]
      : [],
  )
}

/** The thing as it is now, if a change was refused because somebody else had changed it. */
export const currentOf = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'changed_meanwhile'
    ? error.details.current
    : undefined
