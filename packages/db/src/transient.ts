import pg from 'pg'

/**
 * SQLSTATEs of temporary conditions, which do not depend on the request: no connection (08), a
 * deadlock or a conflict of snapshots (40001, 40P01), a wait that timed out (55P03, 57014, 25P03,
 * 25P04), PostgreSQL shutting down or starting (57P01 to 57P03), or a tenant that has just moved to another
 * cell (FY001, `tenant_is_elsewhere`).
 */
const TRANSIENT_STATE = /^(08...|40001|40P01|55P03|57014|25P0[34]|57P0[123]|FY001)$/
/**
 * SQLSTATEs of a server that can do no work at all now: it is read-only, as after a failover
 * (25006), its disk or memory is full, it has too many connections (53), or it has I/O errors
 * (58030). Corrupted data (XX001, XX002) is not included: it concerns certain rows, and no retry
 * repairs it.
 */
const UNFIT_STATE = /^(25006|53...|58030)$/
const TRANSIENT_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** The driver's own errors have no code. */
const TRANSIENT_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/**
 * Whether the database was away or busy, so that the same request may succeed in a moment. The
 * outcome of the statement is unknown.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return isUnfit(error) || TRANSIENT_STATE.test(error.code ?? '')
  }
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return TRANSIENT_SYSTEM_CODES.has(code) || TRANSIENT_TEXT.test(error.message)
}

/**
 * Whether the server cannot write at all now. The connection is then closed: after a failover the
 * next one leads to the server that can.
 */
export const isUnfit = ({ code }: Pick<pg.DatabaseError, 'code'>): boolean =>
  UNFIT_STATE.test(code ?? '')

/** What an organizer who has reached a limit reads (`refuse_beyond_limit`, FY003); null for other errors. */
export const limitMessageOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError && error.code === 'FY003' ? error.message : null
