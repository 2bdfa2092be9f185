import { createHash } from 'node:crypto'
import type { RequestKey } from '../../engine/lane-types.ts'

/**
 * The Idempotency-Key of a request, bound to its browser (nobody can replay another's answer) and
 * to what was asked (method, path and checked body).
 */
export function requestKeyOf(
  call: { idempotencyKey: string | null; params?: unknown; body: unknown },
  browserId: string,
): RequestKey | null {
  if (!call.idempotencyKey) return null
  const asked = JSON.stringify([call.params ?? null, call.body])
  return {
    key: `${browserId}/${call.idempotencyKey}`,
    hash: createHash('sha256').update(asked).digest('base64url'),
  }
}
