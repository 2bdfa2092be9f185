import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@foyer/db'
import { startEmbeddedPostgres } from '@foyer/db/embedded'
import { Builder } from '@foyer/testkit/builder'
import pg from 'pg'

/** Large enough that no measurement sells out by accident. */
export const PLENTY = 100_000_000
const PLACE_ROWS = 300_000

/** The data folder, the owner's connections, and the tenant and event that every section uses. */
export type BenchDatabase = Awaited<ReturnType<typeof openBenchDatabase>>

/**
 * Starts a PostgreSQL for the benchmark, which `started` ends and deletes. Commits are durable in all
 * variants: acknowledged work survives a power cut.
 */
export async function openBenchDatabase(started: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  // As root, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  started.defer(() => postgres.stop())
  const { role } = await migrate(postgres.url)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
  // The closing server may end an idle connection first; that is no failure.
  pool.on('error', () => {})
  // Not awaited: if the run is interrupted, a statement under way ends with the server.
  started.defer(() => void pool.end())
  const build = new Builder(pool)
  const { tenantId } = await build.tenant({ slug: 'hall', isDefault: true })
  await prepareVariants(pool, role)
  return {
    url: postgres.url,
    role,
    dataDir,
    pool,
    build,
    tenantId,
  }
}

/** Tables of the rival mechanisms; see variants.ts. */
async function prepareVariants(pool: pg.Pool, role: string | null): Promise<void> {
  await pool.query(`
    create table bench_places (session_id uuid not null, id integer not null, hold_id uuid,
      primary key (session_id, id));
    create index bench_places_free on bench_places (session_id, id) where hold_id is null;
    create table bench_reservations (hold_id uuid primary key, session_id uuid not null,
      quantity integer not null, reserved_until timestamptz not null);
    create index bench_reservations_by_session
      on bench_reservations (session_id) include (quantity, reserved_until);
    ${['stock', 'holds'].map(copyOf).join('')}
    ${role ? `grant select, insert, update on bench_places, bench_reservations, bench_stock, bench_holds to ${role}` : ''}`)
}

// With the same indexes, checks and row security, so that a rival's write costs as much as ours. In
// separate tables, because rivals keep no ledger and the audit would report each of their holds.
const copyOf = (table: string) => `
  create table bench_${table} (like ${table} including all);
  alter table bench_${table} enable row level security;
  alter table bench_${table} force row level security;
  create policy tenant_only on bench_${table} using (tenant_id = (select current_tenant()))
    with check (tenant_id = (select current_tenant()));`

/** Creates the stock of the rivals' sessions. */
export const stockRivals = (pool: pg.Pool, sessionIds: readonly string[]) =>
  pool.query(
    `insert into bench_stock (tenant_id, session_id, pool_id, capacity, held, sold)
     select tenant_id, session_id, pool_id, capacity, held, sold
     from stock where session_id = any($1)`,
    [sessionIds],
  )

export async function fillPlaces(pool: pg.Pool, sessionId: string): Promise<void> {
  await pool.query(
    'insert into bench_places (session_id, id) select $1, generate_series(1, $2::integer)',
    [sessionId, PLACE_ROWS],
  )
  await pool.query('analyze bench_places')
}

/** A year with ten sessions a day and four types, the largest calendar that is measured. */
export async function buildYear({ pool, build, tenantId }: BenchDatabase) {
  const types = [2000, 3000, 4000, 9000].map((priceMinor) => ({ priceMinor }))
  const event = await build.event({ tenantId, types, fee: { ratePpm: 125_000 }, sessions: 1 })
  await pool.query(
    `with made as (
       insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date, display_name)
       select tenant_id, gen_random_uuid(), event_id, starts_at + day * interval '1 day'
           + hour * interval '1 hour', ends_at + day * interval '1 day' + hour * interval '1 hour',
         local_date + day, 'Entry'
       from sessions, generate_series(0, 364) as day, generate_series(0, 9) as hour
       where tenant_id = $1 and id = $2 and (day, hour) <> (0, 0) returning id)
     insert into stock (tenant_id, session_id, pool_id, capacity)
     select $1, made.id, coalesce(type.id, made.id), case when type.id is null then 50 end
     from made, unnest($3::uuid[] || null::uuid) as type(id)`,
    [tenantId, event.sessionId, event.typeIds],
  )
  return event
}

/**
 * Counts oversold tickets over all pools, recomputed both from the holds and from the counters (the
 * larger counts), and the pools whose counters are not the sum of their holds.
 */
export async function findOversold(pool: pg.Pool): Promise<{ oversold: number; drifted: number }> {
  const { rows } = await pool.query(`
    with taken as (
      select h.session_id, p.pool_id, sum(h.quantity) filter (where h.state = 'held') as held,
        sum(h.quantity) filter (where h.state = 'sold') as sold
      from holds h cross join lateral (values (h.session_id), (h.ticket_type_id)) as p(pool_id)
      group by 1, 2),
    both_ways as (
      select s.capacity, s.held, s.sold, coalesce(t.held, 0) as held_rows,
        coalesce(t.sold, 0) as sold_rows
      from stock s left join taken t using (session_id, pool_id))
    select coalesce(sum(greatest(0, held + sold - capacity, held_rows + sold_rows - capacity)), 0)
        ::integer as oversold,
      count(*) filter (where held <> held_rows or sold <> sold_rows)::integer as drifted
    from both_ways`)
  return rows[0]
}
