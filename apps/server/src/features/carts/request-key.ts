import { browserScopedId, digestId } from '../../adapters/ids.ts'
import type { RequestKey } from '../../engine/holds/hold-types.ts'

/**
 * The Idempotency-Key of a request, bound to its browser, so that no other browser can replay it,
 * and to the request itself (path and validated body).
 */
export function requestKeyOf(
  call: { idempotencyKey: string | null; params?: unknown; body: unknown },
  browserId: string,
): RequestKey | null {
  if (!call.idempotencyKey) return null
  return {
    key: browserScopedId(browserId, call.idempotencyKey),
    hash: digestId(JSON.stringify([call.params ?? null, call.body])),
  }
}
