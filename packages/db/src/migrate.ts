import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ensureDueRole } from './due-role.ts'
import { dueMigrations, type Migration, readMigrations, statementsOf } from './migration-files.ts'

/** The role that the application uses: it owns nothing, and row security applies to it. */
export const APP_ROLE = 'foyer_app'

// An arbitrary constant; no other program on the same database may use it.
const MIGRATION_LOCK = 4_021_977

export interface Migrated {
  applied: string[]
  /** Migrations of phase contract, which run only with `contract`. */
  waiting: string[]
  /** The role that connections must use; null if the account may not create one. */
  role: string | null
}

export interface MigrateOptions {
  /** No process of an earlier release uses the database: migrations of phase contract run too. */
  contract?: boolean
  /** The folder of the migrations, with a slash at its end. By default those of this release. */
  folder?: URL
  /** Receives a sentence for people whenever a migration has to wait. */
  onProgress?: (text: string) => void
  /**
   * How long one statement may wait for a table, in milliseconds; 0 is without limit. Meanwhile all
   * requests for the table wait behind it. Below PostgreSQL's deadlock_timeout (1 s), so that of a
   * migration and a request that wait for each other, the migration gives way.
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
 * Brings the database to the schema that this release works with, one transaction per file, under an
 * advisory lock so that several processes may start at once. What only an earlier release uses is
 * left, unless `contract` says that it may go (0025).
 *
 * @throws ObsoleteDatabaseError when it was made before the first installation.
 * @throws MigrationBlockedError when other work keeps a table locked for `patienceMs`.
 * @throws Error when a file that already ran has since changed, or a statement fails.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const client = new pg.Client({ connectionString: url })
  // The statement that is under way fails as well, which is how the caller learns of it.
  client.on('error', () => {})
  await client.connect()
  try {
    await checkVersion(client)
    // The account's default limits are meant for requests.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const hasRole = await isAllowed(() => ensureRole(client))
    const result = await applyPending(client, options)
    if (result.applied.length > 0) await analyzeGrown(client)
    const role = hasRole && (await isAllowed(() => grantRights(client))) ? APP_ROLE : null
    await ensureDueRole(client)
    return { ...result, role }
  } finally {
    // Closing the connection releases the lock, also after an error.
    await client.end()
  }
}

/**
 * The names of migrations that have not run yet and that this release needs; empty when the schema is
 * current.
 *
 * @throws ObsoleteDatabaseError when the database was made before the first installation.
 */
export async function pendingMigrations(query: pg.Pool | pg.Client): Promise<string[]> {
  return (await due(query)).now.map(({ name }) => name)
}

/** The names of migrations of phase contract that `npm run contract` would run. */
export async function waitingMigrations(
  query: pg.Pool | pg.Client,
  folder?: URL,
): Promise<string[]> {
  return (await due(query, folder)).waiting.map(({ name }) => name)
}

async function due(query: pg.Pool | pg.Client, folder?: URL) {
  const { rows } = await query.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map((row) => row.name))
  const migrations = await readMigrations(folder)
  assertSameHistory(migrations, done)
  return dueMigrations(migrations, done)
}

/**
 * Migrations run in order, so a database with any of them has the first one. Unknown names are
 * accepted: a newer process added them before this one was started again.
 */
function assertSameHistory([first]: readonly Migration[], done: ReadonlySet<string>): void {
  if (first && done.size > 0 && !done.has(first.name)) throw new ObsoleteDatabaseError()
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

// Since version 15, views can apply the row security of the calling role.
export const OLDEST_VERSION = 15

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    throw new Error(`Foyer needs PostgreSQL ${OLDEST_VERSION} or newer; this server is ${version}.`)
  }
}

async function applyPending(
  client: pg.Client,
  options: MigrateOptions,
): Promise<Pick<Migrated, 'applied' | 'waiting'>> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, body text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; body: string }>(
    'select name, body from schema_migrations',
  )
  const done = new Map(rows.map((row) => [row.name, row.body]))
  const names = new Set(done.keys())
  const migrations = await readMigrations(options.folder)
  assertSameHistory(migrations, names)
  const edited = migrations.find(({ name, body }) => (done.get(name) ?? body) !== body)
  if (edited) {
    throw new Error(`Migration ${edited.name} has changed since it ran. Add a new file instead.`)
  }
  const { now, waiting } = await dueMigrations(migrations, names)
  const chosen = options.contract ? [...now, ...waiting] : now
  for (const migration of chosen) await applyPatiently(client, migration, options)
  return {
    applied: chosen.map(({ name }) => name),
    waiting: options.contract ? [] : waiting.map(({ name }) => name),
  }
}

/** The lock was not available in time, or requests and the migration waited for each other. */
const BLOCKED = ['55P03', '40P01']

/**
 * Applies one file. An `alter table` that waits for a long query makes all requests for the table
 * wait too. So it gives up after `lockTimeoutMs` and tries again later.
 */
async function applyPatiently(
  client: pg.Client,
  migration: Migration,
  options: MigrateOptions,
): Promise<void> {
  const { name } = migration
  const { onProgress, lockTimeoutMs = 500, pauseMs = 3000, patienceMs = 600_000 } = options
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      if (migration.isTransaction) await applyOnce(client, migration, lockTimeoutMs)
      else await applyEach(client, migration)
      return
    } catch (error) {
      const isBlocked = error instanceof pg.DatabaseError && BLOCKED.includes(error.code ?? '')
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

/**
 * Such statements wait for transactions that are open and not for a table, so requests never wait behind
 * them. One that was interrupted has to be repeated, and the files allow that.
 */
async function applyEach(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) await client.query(statement)
  await note(client, migration)
}

async function applyOnce(
  client: pg.Client,
  migration: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query(migration.body)
    await note(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const note = (client: pg.Client, { name, body }: Migration) =>
  client.query('insert into schema_migrations (name, body) values ($1, $2)', [name, body])

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
async function ensureRole(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
      create role ${APP_ROLE} nologin nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`)
  if ((await roleOf(client)) === null) await client.query(`grant ${APP_ROLE} to current_user`)
  // A trigger on a table of the last release may write to a new table as soon as it is there.
  await client.query(`
    alter default privileges in schema public
      grant select, insert, update, delete on tables to ${APP_ROLE};
    alter default privileges in schema public grant usage on sequences to ${APP_ROLE}`)
}

/** False if the account lacks the right. */
async function isAllowed(act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return false
    throw error
  }
}

/** What a migration has filled has no statistics yet. The function is one of the migrations. */
async function analyzeGrown(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regprocedure('analyze_grown_tables()') is not null as "isThere"`,
  )
  if (rows[0]?.isThere) await client.query('select analyze_grown_tables()')
}

async function grantRights(client: pg.Client): Promise<void> {
  await client.query(`
    grant usage on schema public to ${APP_ROLE};
    grant select on all tables in schema public to ${APP_ROLE};
    grant insert, update, delete on all tables in schema public to ${APP_ROLE};
    revoke insert, update, delete on tenants, tenant_domains, tenant_cells, tenant_moves,
      schema_migrations, stock_ledger_sums, platform_operators from ${APP_ROLE};
    revoke update, delete on stock_ledger, ticket_events, money_ledger, audit_log, operator_log
      from ${APP_ROLE};
    grant usage on all sequences in schema public to ${APP_ROLE};`)
}
