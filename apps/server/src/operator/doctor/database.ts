import {
  ObsoleteDatabaseError,
  openDatabase,
  pendingMigrations,
  readDurability,
  roleOf,
  waitingMigrations,
} from '@foyer/db'
import { isBrandSlug } from '@foyer/domain'
import pg from 'pg'
import { findDemoCoupons } from '../../demo/find-demo.ts'
import {
  judgeAccount,
  judgeClock,
  judgeConnections,
  judgeDurability,
  judgeEncryption,
  judgeVersion,
  judgeWritable,
  type Server,
} from './database-settings.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { reasonOf } from './send-request.ts'

const UNDEFINED_TABLE = '42P01'

/** Opens a connection for the checks; each of its statements ends after 5 s. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
    query_timeout: 6000,
    application_name: 'foyer-doctor',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

const READ_SERVER = `select
  current_setting('server_version_num')::int as number,
  current_setting('server_version') as version,
  current_user as account,
  r.rolsuper as "isSuperuser",
  r.rolbypassrls as "bypassesRowSecurity",
  has_database_privilege(current_database(), 'create')
    and has_schema_privilege('public', 'create') as "canCreate",
  least(current_setting('max_connections')::int,
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    nullif(r.rolconnlimit, -1)) as "maxConnections",
  current_setting('superuser_reserved_connections')::int
    + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
  pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') as "isReadOnly",
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
  pg_size_pretty(pg_database_size(current_database())) as size
  from pg_roles r where r.rolname = current_user`

/**
 * Checks everything about the database except its backups. `processes` is how many servers share
 * it.
 */
export async function checkDatabase(
  client: pg.Client,
  url: string,
  { processes, acceptsLostCommits }: { processes: number; acceptsLostCommits: boolean },
): Promise<Finding[]> {
  const { rows } = await client.query<Server>(READ_SERVER)
  const [server] = rows
  if (!server) return [failed('database.rights', 'The account has no role.', 'Create it.')]
  return [
    judgeVersion(server),
    judgeAccount(server),
    judgeWritable(server),
    judgeDurability(await readDurability(client), acceptsLostCommits),
    judgeConnections(server, processes),
    judgeEncryption(server, new URL(url).hostname),
    await checkClock(client),
    ...(await checkSchema(client, url)),
    ok('database.size', `The database has ${server.size}.`),
  ]
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now()
  const { rows } = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  const after = Date.now()
  return judgeClock('database.clock', (rows[0]?.now ?? 0) - (before + after) / 2)
}

async function checkSchema(client: pg.Client, url: string): Promise<Finding[]> {
  const name = 'database.migrations'
  try {
    const pending = await pendingMigrations(client)
    if (pending.length > 0) {
      const what = `${pending.length} migrations have not run, the first is ${pending[0]}.`
      return [failed(name, what, 'Start the server once: it migrates by itself.')]
    }
  } catch (error) {
    if (error instanceof ObsoleteDatabaseError) {
      return [failed(name, error.message, 'Use an empty database: start the server to see how.')]
    }
    if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_TABLE) throw error
    const what = 'This database is not one of Foyer yet.'
    return [failed(name, what, 'Start the server once: it makes the tables.')]
  }
  const waiting = await waitingMigrations(client)
  return [
    waiting.length === 0
      ? ok(name, 'All migrations have run.')
      : warning(
          name,
          `An upgrade has not ended: ${waiting.join(', ')} waits.`,
          'Once no process of the last release is left: npm run contract',
        ),
    await checkRowSecurity(client),
    await checkOrganizers(client),
    await checkDemo(client, url),
  ]
}

async function checkOrganizers(client: pg.Client): Promise<Finding> {
  const name = 'database.organizers'
  const { rows } = await client.query<{ slug: string; hasDomain: boolean }>(
    `select slug, exists (select from tenant_domains d where d.tenant_id = t.tenant_id)
       as "hasDomain"
     from tenants t where test_of is null order by slug`,
  )
  if (rows.length === 0) {
    return failed(
      name,
      'There is no organizer yet.',
      'Make one: npm run tenant -- <slug> --create …',
    )
  }
  const unreachable = rows.filter(({ slug, hasDomain }) => !hasDomain && !isBrandSlug(slug))
  return unreachable.length === 0
    ? ok(name, `Organizers: ${rows.length}.`)
    : warning(
        name,
        `Pages of the product begin with the name of ${unreachable.map(({ slug }) => slug).join(', ')}, so only a subdomain leads there.`,
        'Give each a domain of its own (npm run tenant -- <slug> --domain <host>), or let DNS and certificate cover its subdomain.',
      )
}

async function checkRowSecurity(client: pg.Client): Promise<Finding> {
  const name = 'database.row-security'
  const role = await roleOf(client)
  const { rows } = await client.query<{ open: string | null; bypasses: boolean }>(
    `select
       (select string_agg(c.relname, ', ' order by c.relname)
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and c.relname not in ('tenants', 'tenant_domains', 'job_turns',
            'tenant_cells', 'tenant_moves')
          and not (c.relrowsecurity and c.relforcerowsecurity)) as open,
       (select rolsuper or rolbypassrls from pg_roles where rolname = coalesce($1, current_user))
         as bypasses`,
    [role],
  )
  const [found] = rows
  if (found?.open) {
    return failed(
      name,
      `Row security is not forced on ${found.open}.`,
      'alter table … enable row level security, force row level security.',
    )
  }
  return found?.bypasses
    ? failed(
        name,
        `The role ${role ?? 'of the account'} bypasses row security.`,
        `alter role ${role ?? '…'} nosuperuser nobypassrls.`,
      )
    : ok(name, `Row security binds the application${role ? `, which works as ${role}` : ''}.`)
}

async function checkDemo(client: pg.Client, url: string): Promise<Finding> {
  const name = 'database.demo'
  const db = openDatabase({ url, role: await roleOf(client), maxConnections: 2 })
  const coupons = await findDemoCoupons(db).finally(() => db.close())
  return coupons.length === 0
    ? ok(name, 'There are no coupons of the demo.')
    : failed(
        name,
        `The demo's coupons are here (${coupons.join(', ')}), which everybody can read in the source.`,
        'Use a database without the demo.',
      )
}

/** The finding for a connection that failed, with the reason. */
export const unreachable = (
  error: unknown,
  reason: string | null,
  variable = 'DATABASE_URL',
): Finding =>
  failed(
    'database.reachable',
    `The database cannot be used: ${reason ?? reasonOf(error)}.`,
    `Check ${variable}, and that PostgreSQL runs and lets this machine connect.`,
  )
