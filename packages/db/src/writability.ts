import pg from 'pg'
import { isTransient } from './transient.ts'

/** For so long after the server refused a write for its own reasons, asking again is useless. */
const SUSPECT_MS = 5000
const INSUFFICIENT_PRIVILEGE = '42501'

const IS_READ_ONLY = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`
// A new file of some pages finds a full disk, which rewriting a row in a page with room does not.
const WRITE_FILE = `
  begin;
  create temporary table foyer_write_check on commit drop as
    select repeat(md5(n::text), 50) as filler from generate_series(1, 50) n;
  rollback`

/**
 * Whether the database takes writes, from what its connections report and from a look at it. Times are
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
   * Asks whether the server is read-only. If a write failed lately and none succeeded since, a file is
   * written as well, in a transaction that is rolled back. Rejects where the server does not answer.
   */
  async look(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ isReadOnly: boolean }>(IS_READ_ONLY)
    if (rows[0]?.isReadOnly) return false
    if (this.#failedAt === Number.NEGATIVE_INFINITY) return true
    if (performance.now() - this.#failedAt < SUSPECT_MS) return false
    return this.#tryWrite()
  }

  async #tryWrite(): Promise<boolean> {
    try {
      // Behind an error the pool closes the connection, and with it the transaction.
      await this.#pool.query(WRITE_FILE)
    } catch (error) {
      if (isTransient(error)) return false
      // An account that may not make temporary tables learns no more than that the server is writable.
      const isForbidden = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
      if (!isForbidden) throw error
    }
    this.succeeded()
    return true
  }
}
