import { ApiError } from '@foyer/contract'

/** What a person may read of whatever was thrown. */
export function textOf(error: unknown): string {
  if (error instanceof ApiError) return error.text || error.message
  return error instanceof Error ? error.message : String(error)
}
