import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@foyer/db/embedded'
import pg from 'pg'
import { freePort } from './ports.ts'

/** Settings of `postgresql.conf`. */
type Settings = Readonly<Record<string, string | number>>

/** A real PostgreSQL with durable commits, which can be stopped without warning. */
export class CrashablePostgres {
  readonly #folder: string
  readonly #settings: Settings
  readonly port: number
  #running: EmbeddedPostgres
  /** A direct connection to the database as its owner, without a proxy. */
  readonly pool: pg.Pool
  readonly url: string

  /** `folder` is readable by all accounts: as root, PostgreSQL runs under another account. */
  static async start(folder: string, settings: Settings = {}): Promise<CrashablePostgres> {
    await chmod(folder, 0o755)
    const port = await freePort()
    const running = await launch(folder, port, settings)
    return new CrashablePostgres(folder, port, settings, running)
  }

  private constructor(folder: string, port: number, settings: Settings, running: EmbeddedPostgres) {
    this.#folder = folder
    this.#settings = settings
    this.port = port
    this.#running = running
    this.url = running.url
    this.pool = new pg.Pool({ connectionString: running.url, max: 4 })
    // Each crash ends the pool's connections; the pool replaces them.
    this.pool.on('error', () => {})
  }

  /** `pg_ctl stop -m immediate`: every session ends at once and nothing is flushed. */
  async stopAtOnce(): Promise<void> {
    process.kill(await this.#postmaster(), 'SIGQUIT')
    await this.#running.stop()
  }

  /** Starts again after {@link stopAtOnce}, replaying the log. */
  async startAgain(): Promise<void> {
    this.#running = await launch(this.#folder, this.port, this.#settings)
  }

  /** Kills one session's process; PostgreSQL then ends all others and recovers by itself. */
  async killOneBackend(): Promise<void> {
    const { rows } = await this.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'foyer%' order by state limit 1`,
    )
    if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
  }

  async terminateSessions(): Promise<void> {
    await this.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'foyer%'`,
    )
  }

  async close(): Promise<void> {
    await this.pool.end()
    await this.#running.stop()
  }

  async #postmaster(): Promise<number> {
    const file = join(this.#folder, 'postgres/postgres/postmaster.pid')
    return Number.parseInt(await readFile(file, 'utf8'), 10)
  }
}

const launch = (folder: string, port: number, settings: Settings) =>
  startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: true, port, settings })
