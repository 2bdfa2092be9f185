import pg from 'pg'

/**
 * SQLSTATEs that speak of the moment and not of the request: no connection (08), a deadlock or a
 * conflict of snapshots (40001, 40P01), a wait given up (55P03, 57014, 25P03, 25P04), PostgreSQL on
 * its way down or up (57P01 to 57P03).
 */
const TRANSIENT_STATE = /^(08...|40001|40P01|55P03|57014|25P0[34]|57P0[123])$/
/**
 * SQLSTATEs of a server that can do no work at all now: it is read-only, as after a failover
 * (25006), its disk or memory is full, it has too many connections (53), or it meets I/O errors
 * (58030). Corrupted data (XX001, XX002) is not among them: it concerns the rows it was met at, and
 * no retry mends it.
 */
const UNFIT_STATE = /^(25006|53...|58030)$/
const TRANSIENT_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** The driver's own errors have no code. */
const TRANSIENT_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/**
 * Whether the database was away or busy, so that the very same request may succeed in a moment.
 * What became of a statement that was under way is not known.
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
 * Whether the server can write nothing at all now. A connection that met this is given up:
 * after a failover the next one leads to the server that can.
 */
export const isUnfit = ({ code }: Pick<pg.DatabaseError, 'code'>): boolean =>
  UNFIT_STATE.test(code ?? '')
