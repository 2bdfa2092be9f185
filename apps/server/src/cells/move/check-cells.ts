import { type Cell, MoveError, rowsOf } from './cell.ts'
import { quoted } from './tenant-tables.ts'

/** What has to hold of two cells before an organizer moves; each check is a sentence if it fails. */

const CLOCKS_APART_MS = 5000
/** The move's own slot, and those of the two tables that PostgreSQL copies at a time. */
const SLOTS = 3

interface CellFacts {
  isStandby: boolean
  walLevel: string
  freeSlots: number
  /** Names and contents of all migrations, in order. */
  schema: string
  lastMigration: string
  mayPublish: boolean
  maySubscribe: boolean
  /** How far the clock of the cell is ahead of this machine's. */
  aheadMs: number
}

/** @throws MoveError naming the first check that fails. */
export async function checkCells(from: Cell, to: Cell): Promise<void> {
  const [source, target] = await Promise.all([readFacts(from), readFacts(to)])
  for (const check of CHECKS) {
    const problem = check({ from: from.name, to: to.name, source, target })
    if (problem) throw new MoveError(problem)
  }
}

interface Pair {
  from: string
  to: string
  source: CellFacts
  target: CellFacts
}

const account = (cell: string) =>
  `name an account for it in CELLS_ADMIN_URLS (${cell}=postgres://…) that is a superuser, or has the rights of docs/operations.md.`

const CHECKS: readonly ((pair: Pair) => string | null)[] = [
  ({ from, source }) => standby(from, source),
  ({ to, target }) => standby(to, target),
  ({ from, to, source, target }) =>
    source.schema === target.schema
      ? null
      : `Cells ${from} and ${to} are not of one release: ${from} has the migrations up to ${source.lastMigration}, ${to} those up to ${target.lastMigration}. Start this release on both first.`,
  ({ from, source }) =>
    source.walLevel === 'logical'
      ? null
      : `Cell ${from} writes no logical log (wal_level is ${source.walLevel}): set wal_level = logical there and restart its PostgreSQL.`,
  ({ from, source }) =>
    source.mayPublish ? null : `The account of cell ${from} may not publish: ${account(from)}`,
  ({ to, target }) =>
    target.maySubscribe ? null : `The account of cell ${to} may not subscribe: ${account(to)}`,
  ({ from, source }) =>
    source.freeSlots >= SLOTS
      ? null
      : `Cell ${from} has ${source.freeSlots} free replication slots, and a move needs ${SLOTS}: raise max_replication_slots there.`,
  ({ from, to, source, target }) => {
    const apartMs = Math.abs(source.aheadMs - target.aheadMs)
    return apartMs <= CLOCKS_APART_MS
      ? null
      : `The clocks of cells ${from} and ${to} are ${Math.round(apartMs / 1000)} s apart, and holds would end too early or too late: set both by a time server first.`
  },
]

const standby = (name: string, { isStandby }: CellFacts) =>
  isStandby ? `The address of cell ${name} leads to a standby, which can't be written to.` : null

// Removing rows without their triggers needs session_replication_role; waiting for transactions of
// other accounts needs to see them.
const FACTS = `
  with me as (
    select r.*, rolsuper or (
        has_parameter_privilege('session_replication_role', 'SET')
        and pg_has_role('pg_read_all_stats', 'USAGE')
        and pg_has_role((select relowner from pg_class where oid = 'tenants'::regclass), 'USAGE')
        and rolbypassrls) as "mayCopy"
    from pg_roles r where rolname = current_user)
  select pg_is_in_recovery() as "isStandby", current_setting('wal_level') as "walLevel",
    current_setting('max_replication_slots')::integer
      - (select count(*)::integer from pg_replication_slots) as "freeSlots",
    (select md5(string_agg(name || body, '' order by name)) from schema_migrations) as schema,
    (select max(name) from schema_migrations) as "lastMigration",
    "mayCopy" and (rolsuper or (rolreplication
      and has_database_privilege(current_database(), 'CREATE'))) as "mayPublish",
    "mayCopy" and (rolsuper or exists (select from pg_roles s
      where s.rolname = 'pg_create_subscription' and pg_has_role(s.oid, 'USAGE'))) as "maySubscribe",
    extract(epoch from clock_timestamp()) * 1000 as now
  from me`

async function readFacts({ name, pool }: Cell): Promise<CellFacts> {
  const [facts, askedAt, answeredAt] = await read(pool).catch((error: Error) => {
    throw new MoveError(`Cell ${name} does not answer: ${error.message}`)
  })
  if (!facts) throw new Error('The facts of a cell are one row')
  return { ...facts, aheadMs: Number(facts.now) - (askedAt + answeredAt) / 2 }
}

async function read(pool: Cell['pool']) {
  // The first query connects, which would count as a difference of the clocks.
  await pool.query('select 1')
  const askedAt = Date.now()
  const [facts] = await rowsOf<Omit<CellFacts, 'aheadMs'> & { now: string }>(pool, FACTS)
  return [facts, askedAt, Date.now()] as const
}

/** @throws MoveError if the target has rows of the organizer, or another organizer with its id. */
export async function checkIsEmpty(
  target: Cell,
  tables: readonly string[],
  { slug, ids, isHome }: { slug: string; ids: readonly number[]; isHome: boolean },
): Promise<void> {
  const looks = tables.map(
    (table) =>
      `select '${table}' as name where exists (select from ${quoted(table)} where tenant_id = any($1))`,
  )
  const registry = isHome
    ? ''
    : ` union all select 'tenants' from tenants where tenant_id = any($1)`
  const [found] = await rowsOf<{ name: string }>(
    target.pool,
    looks.join(' union all ') + registry,
    [ids],
  )
  if (found) {
    throw new MoveError(
      `Cell ${target.name} has rows of ${slug} already (in ${found.name}), of an earlier move or of another organizer with its id. Nothing is copied over them.`,
    )
  }
}
