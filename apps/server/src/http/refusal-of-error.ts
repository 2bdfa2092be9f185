import { type Refusal, refused } from '@foyer/contract'
import { isTransient, limitMessageOf } from '@foyer/db'
import type { FastifyBaseLogger } from 'fastify'
import { CellAwayError } from '../cells/cells.ts'
import { WorkerBusyError } from '../worker/slow-work.ts'

const NOT_NOW = refused(
  'busy',
  'We could not finish this just now. Nothing was lost; please try again in a moment.',
).refusal

/**
 * Turns a thrown error into a refusal without a stack trace; only unexpected errors are logged as
 * errors. `path` is the route's pattern: a URL contains order ids, e-mail addresses and tokens.
 */
export function refusalOf(
  error: unknown,
  request: { id: string; log: FastifyBaseLogger },
  path: string,
): Refusal {
  // Whether a running statement was committed is unknown; repeating the request shows it.
  if (isTransient(error)) {
    const reason = error instanceof Error ? error.message : String(error)
    request.log.warn({ reason, path }, 'the database was away')
    return NOT_NOW
  }
  const limit = limitMessageOf(error)
  if (limit !== null) return refused('limit_reached', limit).refusal
  if (error instanceof CellAwayError) {
    request.log.warn({ reason: error.message, path }, 'a cell was away')
    return NOT_NOW
  }
  if (error instanceof WorkerBusyError) {
    request.log.warn({ reason: error.message, path }, 'the worker could not be asked')
    return NOT_NOW
  }
  request.log.error({ err: error, requestId: request.id, path }, 'request failed')
  return refused(
    'internal_error',
    'Something went wrong on our side. Nothing was lost; please try again.',
    { requestId: request.id },
  ).refusal
}
