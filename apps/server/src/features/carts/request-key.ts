import { digestId } from '../../adapters/ids.ts'
import type { RequestKey } from '../../engine/holds/hold-types.ts'

/**
 * The Idempotency-Key of a request, bound to its browser (nobody can replay another browser's
 * request) and to the request itself (path and validated body).
 */
export function requestKeyOf(
  call: { idempotencyKey: string | null; params?: unknown; body: unknown },
  browserId: string,
): RequestKey | null {
  if (!call.idempotencyKey) return null
  return {
    key: digestId(`${browserId}/${call.idempotencyKey}`),
    hash: digestId(JSON.stringify([call.params ?? null, call.body])),
  }
}
