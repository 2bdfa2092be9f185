import type { Result } from '@foyer/contract'

/** Returns a use case's value. The demo's data breaks no rule, so a refusal is a bug of ours. */
export function done<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`The demo's data was refused: ${result.refusal.message}`)
}
