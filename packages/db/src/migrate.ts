import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ensureDueRole } from './due-role.ts'

const MIGRATIONS = new URL('../migrations/', import.meta.url)

/** The role that the application uses: it owns nothing, and row security applies to it. */
export const APP_ROLE = 'foyer_app'

// An arbitrary constant; no other program on the same database may use it.
const MIGRATION_LOCK = 4_021_977

export interface Migrated {
  applied: string[]
  /** The role that connections must use; null if the account may not create one. */
  role: string | null
}

export interface MigrateOptions {
  /** Receives a sentence for people whenever a migration has to wait. */
  onProgress?: (text: string) => void
  /**
   * How long one statement may wait for a table, in milliseconds; 0 is without limit. Meanwhile all
   * requests for the table wait behind it.
   */
  lockTimeoutMs?: number
  /** The pause between two tries, in milliseconds, in which waiting requests are served. */
  pauseMs?: number
  /** A migration is given up after so many milliseconds of tries. */
  patienceMs?: number
}

/** A migration could not lock its tables in time; nothing of it was done. */
export class MigrationBlockedError extends Error {
  override name = 'MigrationBlockedError'
}

/**
 * The database was made by migrations that no longer exist, because they were combined before the
 * first installation. No later migration fits it, so only an empty database can replace it.
 */
export class ObsoleteDatabaseError extends Error {
  override name = 'ObsoleteDatabaseError'
  constructor() {
    super(
      'The data in this database was made by an early test version of Foyer. This version cannot read ' +
        'it, and cannot convert it either. Nothing in it was changed.',
    )
  }
}

/**
 * Brings the database to the newest schema, one transaction per file, under an advisory lock so
 * that several processes may start at once.
 *
 * @throws ObsoleteDatabaseError when it was made before the first installation.
 * @throws MigrationBlockedError when other work keeps a table locked for `patienceMs`.
 * @throws Error when a file that already ran has since changed, or a statement fails.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await checkVersion(client)
    // The account's default limits are meant for requests.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await applyPending(client, options)
    const role = await ensureRole(client)
    await ensureDueRole(client)
    return { applied, role }
  } finally {
    // Closing the connection releases the lock, also after an error.
    await client.end()
  }
}

/**
 * The names of migrations that have not run yet; empty when the schema is current.
 *
 * @throws ObsoleteDatabaseError when the database was made before the first installation.
 */
export async function pendingMigrations(query: pg.Pool | pg.Client): Promise<string[]> {
  const { rows } = await query.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map((row) => row.name))
  const names = await migrationNames()
  assertSameHistory(names, done)
  return names.filter((name) => !done.has(name))
}

/**
 * Migrations run in order, so a database with any of them has the first one. Unknown names are
 * accepted: a newer process added them before this one was started again.
 */
function assertSameHistory(names: readonly string[], done: ReadonlySet<string>): void {
  const [first] = names
  if (first !== undefined && done.size > 0 && !done.has(first)) throw new ObsoleteDatabaseError()
}

/**
 * From version 16 on, an account that creates a role becomes a member of it but may not use it
 * until it grants the role to itself again.
 */
const MAY_TAKE_ON = `case when current_setting('server_version_num')::int >= 160000
  then pg_has_role(current_user, oid, 'SET') else pg_has_role(current_user, oid, 'MEMBER') end`

/**
 * The role that an account uses in a migrated database; null means its own name. Changes nothing.
 */
export async function roleOf(query: pg.Pool | pg.Client): Promise<string | null> {
  const { rows } = await query.query<{ role: string }>(
    `select rolname as role from pg_roles where rolname = $1 and ${MAY_TAKE_ON}`,
    [APP_ROLE],
  )
  return rows[0]?.role ?? null
}

const migrationNames = async () =>
  (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()

// Since version 15, views can apply the row security of the calling role.
export const OLDEST_VERSION = 15

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    throw new Error(`Foyer needs PostgreSQL ${OLDEST_VERSION} or newer; this server is ${version}.`)
  }
}

async function applyPending(client: pg.Client, options: MigrateOptions): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, body text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; body: string }>(
    'select name, body from schema_migrations',
  )
  const done = new Map(rows.map((row) => [row.name, row.body]))
  const names = await migrationNames()
  assertSameHistory(names, new Set(done.keys()))
  const applied: string[] = []
  for (const name of names) {
    const body = await readFile(new URL(name, MIGRATIONS), 'utf8')
    const ran = done.get(name)
    if (ran === body) continue
    if (ran !== undefined) {
      throw new Error(`Migration ${name} has changed since it ran. Add a new file instead.`)
    }
    await applyPatiently(client, name, body, options)
    applied.push(name)
  }
  return applied
}

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Applies one file. An `alter table` that waits for a long query makes all requests for the table
 * wait too. So it gives up after `lockTimeoutMs` and tries again later.
 */
async function applyPatiently(
  client: pg.Client,
  name: string,
  body: string,
  options: MigrateOptions,
): Promise<void> {
  const { onProgress, lockTimeoutMs = 2000, pauseMs = 3000, patienceMs = 600_000 } = options
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      await applyOnce(client, name, body, lockTimeoutMs)
      return
    } catch (error) {
      const isBlocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isBlocked) throw new Error(`Migration ${name} failed`, { cause: error })
      const holder = await oldestTransaction(client)
      if (performance.now() > giveUpAt) {
        throw new MigrationBlockedError(
          `Migration ${name} did not get a lock within ${patienceMs / 1000} s, and nothing of it was ` +
            `done. ${holder} Let it finish or end it, then start Foyer again.`,
        )
      }
      onProgress?.(
        `Migration ${name} waits for a table that is in use. ${holder} Trying again in ${pauseMs / 1000} s.`,
      )
      await delay(pauseMs)
    }
  }
}

async function applyOnce(
  client: pg.Client,
  name: string,
  body: string,
  lockTimeoutMs: number,
): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query(body)
    await client.query('insert into schema_migrations (name, body) values ($1, $2)', [name, body])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** A sentence that names the transaction that has been open for longest. */
async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, application_name as name,
       extract(epoch from clock_timestamp() - xact_start)::integer as seconds
     from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
     order by xact_start limit 1`,
  )
  const [oldest] = rows
  if (!oldest) return 'What used it has ended by now.'
  const { pid, name, seconds } = oldest
  return `The oldest transaction (process ${pid} of PostgreSQL, ${name || 'no name'}) has been open for ${seconds} s.`
}

/**
 * Roles belong to the cluster, not to a database, and another database may be migrated at the same
 * time; that is why the error of a concurrent creation is ignored. An account that may not create
 * roles works under its own name. Forced row security applies to it too, because it is no superuser
 * (a superuser may create roles).
 */
async function ensureRole(client: pg.Client): Promise<string | null> {
  try {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        create role ${APP_ROLE} nologin nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
    if ((await roleOf(client)) === null) await client.query(`grant ${APP_ROLE} to current_user`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return null
    throw error
  }
  await client.query(`
    grant usage on schema public to ${APP_ROLE};
    grant select on all tables in schema public to ${APP_ROLE};
    grant insert, update, delete on all tables in schema public to ${APP_ROLE};
    revoke insert, update, delete on tenants, tenant_domains, tenant_cells, tenant_moves,
      schema_migrations, stock_ledger_sums, platform_operators from ${APP_ROLE};
    revoke update, delete on stock_ledger, ticket_events, money_ledger, audit_log, operator_log
      from ${APP_ROLE};
    grant usage on all sequences in schema public to ${APP_ROLE};`)
  return APP_ROLE
}
