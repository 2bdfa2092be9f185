import { ApiError } from '@foyer/contract'

/** One wish to hold one cart: the same key until the server has said yes or no to it. */
export interface HoldAttempt {
  /** What is asked, as text. */
  request: string
  idempotencyKey: string
}

/**
 * The attempt to make now. A repeat of the same request keeps its key, so that a double click or a
 * retry after a lost answer is answered by the hold that may stand already; a new wish, or one the
 * server has refused, gets a new key.
 */
export function nextAttempt(
  last: HoldAttempt | null,
  request: string,
  newKey: () => string,
): HoldAttempt {
  return last?.request === request ? last : { request, idempotencyKey: newKey() }
}

/** Whether the server decided. If not, the hold may stand without our knowing it. */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'network_error' && error.status < 500
