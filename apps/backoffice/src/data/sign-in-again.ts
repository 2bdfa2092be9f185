import { ApiError } from '@foyer/contract'
import { deferred } from '@foyer/domain'

/**
 * A call that needs a sign-in, or a more recent one, waits until the person has signed in again, and is
 * then repeated. So a form keeps what was typed, and the action goes on by itself.
 */

/** `ended`: the session is over. `recent`: the call concerns roles, money or factors. */
export type SignInReason = 'ended' | 'recent'

/** The person did not sign in again; the call was not made. */
export class SignInDeclined extends Error {}

interface Waiting {
  reason: SignInReason
  done: Promise<void>
  resolve: () => void
  reject: (error: SignInDeclined) => void
}

let waiting: Waiting | null = null
const listeners = new Set<() => void>()

function setWaiting(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

const reasonOf = (error: unknown): SignInReason | null => {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'not_signed_in') return 'ended'
  return error.code === 'sign_in_again' ? 'recent' : null
}

/** Makes a call; if it needs a sign-in, asks for it and makes the call once more. */
export async function guarded<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    await ask(reason)
    return await send()
  }
}

/** Calls that need it at the same time share one question. */
function ask(reason: SignInReason): Promise<void> {
  if (!waiting) {
    const { promise: done, resolve, reject } = deferred<void>()
    setWaiting({ reason, done, resolve, reject })
  }
  return waiting?.done ?? Promise.resolve()
}

/** For the dialog that asks. */
export const signInAgain = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): SignInReason | null => waiting?.reason ?? null,
  succeed(): void {
    const { resolve } = waiting ?? {}
    setWaiting(null)
    resolve?.()
  },
  decline(): void {
    const { reject } = waiting ?? {}
    setWaiting(null)
    reject?.(new SignInDeclined('Not signed in again'))
  },
}
