import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import pg from 'pg'
import { startDatabase } from '../deploy/cluster/database.ts'
import { openFolders } from '../deploy/cluster/folders.ts'
import { assertPortsFree } from '../deploy/cluster/free-ports.ts'
import { layOut } from '../deploy/cluster/layout.ts'
import { findPrograms } from '../deploy/cluster/programs.ts'
import type { BenchDatabase } from './database.ts'

const FIRST_PORT = 19_400

/** Starts a cluster of three nodes for the benchmark, reached through HAProxy; `started` ends it. */
export async function openBenchCluster(started: AsyncDisposableStack): Promise<BenchDatabase> {
  const programs = await findPrograms()
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-cluster-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  // As root, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  const folders = await openFolders(dataDir, started)
  const layout = layOut(FIRST_PORT)
  const cluster = await startDatabase(started, layout, folders, programs, () =>
    assertPortsFree(FIRST_PORT),
  )
  const { role } = await migrate(cluster.url)
  const pool = new pg.Pool({ connectionString: cluster.superuserUrl, max: 4 })
  pool.on('error', () => {})
  // Not awaited: if the run is interrupted, a statement under way ends with the server.
  started.defer(() => void pool.end())
  const build = new Builder(pool)
  const { tenantId } = await build.tenant({ slug: 'hall', isDefault: true })
  return { url: cluster.url, role, dataDir, pool, build, tenantId }
}
