import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@foyer/db'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@foyer/db/embedded'
import { type MoveLimits, moveTenant, replicatedTables } from '@foyer/server/move'
import { Builder } from '@foyer/testkit'
import { administer } from '@foyer/testkit/cluster'
import { leftoversIn } from '@foyer/testkit/moves'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

/** Two servers of PostgreSQL for the tests of a file, each with a migrated template. */
export function twoServers(): { cells(): Promise<TwoCells> } {
  let servers: EmbeddedPostgres[] = []
  let role: string | null = null
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-cells-'))
    // As root, PostgreSQL runs under another account, which must be able to enter the folder.
    await chmod(folder, 0o755)
    for (const name of ['home', 'north']) servers.push(await start(join(folder, name)))
    for (const server of servers) {
      await administer(server.url, 'create database template')
      ;({ role } = await migrate(server.urlFor('template')))
    }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    servers = []
    await rm(folder, { recursive: true, force: true })
  })

  return {
    cells: async () => {
      const name = `cells_${randomUUID().replaceAll('-', '')}`
      const [home, north] = await Promise.all(
        servers.map(async (server) => {
          await administer(server.url, `create database ${name} template template`)
          return server.urlFor(name)
        }),
      )
      return openCells(home ?? '', north ?? '', role)
    },
  }
}

const start = (dataDir: string) =>
  startEmbeddedPostgres({
    dataDir,
    durable: false,
    // Each table of a move is copied by a worker of its own, which takes a moment to begin.
    settings: {
      wal_level: 'logical',
      max_logical_replication_workers: 10,
      max_sync_workers_per_subscription: 8,
      max_worker_processes: 16,
      max_replication_slots: 30,
      max_wal_senders: 30,
    },
  })

export type TwoCells = ReturnType<typeof openCells>

function openCells(home: string, north: string, role: string | null) {
  const pools = { home: open(home), north: open(north) }
  const cells = new Map([
    ['home', home],
    ['north', north],
  ])
  return {
    home: { url: home, role, pool: pools.home },
    north: { url: north, role, pool: pools.north },
    cells,
    build: new Builder(pools.home),
    move: (
      order: Partial<Parameters<typeof moveTenant>[0]> = {},
      limits: Partial<MoveLimits> = {},
    ) =>
      moveTenant(
        { slug: 'roxy', to: 'north', ...order },
        {
          cells,
          report: () => {},
          limits,
        },
      ),
    close: () => Promise.all([pools.home.end(), pools.north.end()]),
  }
}

function open(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  return pool
}

/** A text that is equal if an organizer's rows are. */
export async function digestIn(pool: pg.Pool, tenantId: number): Promise<string> {
  const digests = (await replicatedTables({ pool })).map(
    (table) =>
      `select '${table}' as name, md5(string_agg(t::text, '' order by t::text)) as digest from "${table}" t where tenant_id = $1`,
  )
  const { rows } = await pool.query<{ digest: string }>(
    `select string_agg(name || digest, ' ' order by name) as digest from (${digests.join(' union all ')}) as digests`,
    [tenantId],
  )
  return rows[0]?.digest ?? ''
}

/** What a move makes on both sides and has to take away again. */
export const leftovers = async ({ home, north }: TwoCells): Promise<string[]> =>
  (await Promise.all([home, north].map(({ pool }) => leftoversIn(pool)))).flat()
