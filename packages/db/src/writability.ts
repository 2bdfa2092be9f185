import pg from 'pg'
import { isTransient } from './transient.ts'

/** For this long after a refused write the server counts as not writable, without another check. */
const SUSPECT_MS = 5000
const INSUFFICIENT_PRIVILEGE = '42501'

const IS_READ_ONLY = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`
// Writing a new file of some pages detects a full disk; rewriting a row in a page with free space
// does not.
const WRITE_FILE = `
  begin;
  create temporary table foyer_write_check on commit drop as
    select repeat(md5(n::text), 50) as filler from generate_series(1, 50) n;
  rollback`

/**
 * Whether the database accepts writes, from what its connections report and from checks. Times are
 * of `performance.now()`.
 */
export class Writability {
  readonly #pool: pg.Pool
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** The server refused a statement for its own reasons (see `isUnfit`). */
  failed(): void {
    this.#failedAt = performance.now()
  }

  /** A transaction that wrote was committed. */
  succeeded(): void {
    this.#failedAt = Number.NEGATIVE_INFINITY
  }

  /**
   * Checks whether the server is read-only. If a write failed recently and none has succeeded
   * since, it also writes a file, in a transaction that is rolled back. Rejects if the server does
   * not answer.
   */
  async check(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ isReadOnly: boolean }>(IS_READ_ONLY)
    if (rows[0]?.isReadOnly) return false
    if (this.#failedAt === Number.NEGATIVE_INFINITY) return true
    if (performance.now() - this.#failedAt < SUSPECT_MS) return false
    return this.#tryWrite()
  }

  async #tryWrite(): Promise<boolean> {
    try {
      // After an error the pool closes the connection, which ends the transaction.
      await this.#pool.query(WRITE_FILE)
    } catch (error) {
      if (isTransient(error)) return false
      // An account that may not make temporary tables learns only that the server is not read-only.
      const isForbidden = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
      if (!isForbidden) throw error
    }
    this.succeeded()
    return true
  }
}
