import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import pg from 'pg'
import { type ClusterDatabase, startDatabase } from '../../deploy/cluster/database.ts'
import { openFolders } from '../../deploy/cluster/folders.ts'
import { findBusyPort } from '../../deploy/cluster/free-ports.ts'
import { layOut, PORTS } from '../../deploy/cluster/layout.ts'
import { findPrograms } from '../../deploy/cluster/programs.ts'
import { MailSink } from '../money/mail-sink.ts'
import { Provider } from '../money/provider.ts'
import { freePort } from '../ports.ts'
import { CrashablePostgres } from '../postgres.ts'
import { ChaosNode } from './node.ts'
import { type Servers, startWebAndJobs } from './servers.ts'
import { mountSmallDisks } from './small-disks.ts'

/** A cluster in which every part can be broken, with servers and buyers' provider around it. */
export interface ClusterRig {
  nodes: readonly ChaosNode[]
  database: ClusterDatabase
  /** The other cell: a single PostgreSQL. The cluster is the home cell. */
  north: CrashablePostgres
  servers: Servers
  /** HAProxy's address, where buyers reach the shop. */
  server: { url: string }
  provider: Provider
  build: Builder
  /** Connections to the primary as a superuser. */
  pool: pg.Pool
  /** Queries the primary by them. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** With `keep`, the folder with logs and data is not deleted but returned. May be called twice. */
  close(keep: boolean): Promise<string>
}

// Each table of a move is copied by a worker of its own. The cluster has slots for four of them.
const NORTH_SETTINGS = {
  wal_level: 'logical',
  max_replication_slots: 20,
  max_wal_senders: 20,
  max_logical_replication_workers: 8,
  max_sync_workers_per_subscription: 4,
  max_worker_processes: 16,
}

/**
 * `started` closes the rig if its caller did not. With `hasSmallDisks` each node has a disk of its own
 * that can be filled.
 */
export async function startRig(
  started: AsyncDisposableStack,
  { hasSmallDisks = false }: { hasSmallDisks?: boolean } = {},
): Promise<ClusterRig> {
  const programs = await findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-cluster-'))
  await chmod(folder, 0o755)
  let isKept = false
  const rig = started.use(new AsyncDisposableStack())
  rig.defer(async () => {
    if (!isKept) await rm(folder, { recursive: true, force: true })
  })
  const layout = layOut(await freePorts())
  const nodes = await Promise.all(layout.nodes.map((node) => ChaosNode.open(node, layout)))
  rig.defer(() => {
    for (const node of nodes) node.close()
  })
  const folders = await openFolders(folder, rig)
  if (hasSmallDisks) await mountSmallDisks(rig, folders, layout.nodes)
  const database = await startDatabase(
    rig,
    { ...layout, nodes: nodes.map(({ layout: reached }) => reached) },
    folders,
    programs,
  )
  for (const node of nodes) node.follow(database)
  await migrate(database.url)
  const pool = new pg.Pool({ connectionString: database.superuserUrl, max: 4 })
  // Each failover ends the pool's connections; the pool replaces them.
  pool.on('error', () => {})
  rig.defer(() => pool.end())
  const build = new Builder(pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const northFolder = join(folder, 'north')
  await mkdir(northFolder)
  const north = await CrashablePostgres.start(northFolder, NORTH_SETTINGS)
  rig.defer(() => north.close())
  await migrate(north.url)
  const mail = await MailSink.listen()
  rig.defer(() => mail.close())
  const provider = await Provider.start(folder, layout.httpPort)
  rig.defer(() => provider.close())
  const servers = await startWebAndJobs(
    rig,
    layout,
    folder,
    {
      DATABASE_REPLICA_URL: database.replicaUrl,
      CELLS: `north=${north.url}`,
      ...provider.variables,
      SMTP_URL: mail.url,
    },
    database.url,
  )
  return {
    nodes,
    database,
    north,
    servers,
    server: { url: `http://127.0.0.1:${layout.httpPort}` },
    provider,
    build,
    pool,
    sql: sqlOf(pool),
    async close(keep) {
      isKept = keep
      await rig.disposeAsync()
      return folder
    },
  }
}

/** Queries by a pool, in the form that the checks take. */
export const sqlOf =
  (pool: pg.Pool): ClusterRig['sql'] =>
  async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await pool.query<Row>(text, values)).rows

/** The first of enough ports in a row that are free. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = (await freePort()) - PORTS
    if ((await findBusyPort(first)) === null) return first
  }
}
