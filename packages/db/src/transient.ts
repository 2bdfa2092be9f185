import pg from 'pg'

/**
 * SQLSTATEs that speak of the moment and not of the request: no connection (08), a deadlock or a
 * conflict of snapshots (40001, 40P01), too many connections (53300), a wait given up (55P03,
 * 57014, 25P03, 25P04), PostgreSQL on its way down or up (57P01 to 57P03).
 */
const TRANSIENT_STATE = /^(08...|40001|40P01|53300|55P03|57014|25P0[34]|57P0[123])$/
const TRANSIENT_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** The driver's own errors have no code. */
const TRANSIENT_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/**
 * Whether the database was away or busy, so that the very same request may succeed in a moment.
 * What became of a statement that was under way is not known.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TRANSIENT_STATE.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return TRANSIENT_SYSTEM_CODES.has(code) || TRANSIENT_TEXT.test(error.message)
}
