import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import type pg from 'pg'
import { FoyerProcess } from './foyer-process.ts'
import type { Problems } from './journal.ts'
import { freePort } from './ports.ts'
import { CrashablePostgres } from './postgres.ts'
import { TcpProxy } from './tcp-proxy.ts'

/** One server process and its own proxy to PostgreSQL. */
interface Node {
  server: FoyerProcess
  proxy: TcpProxy
}

/** The system under test: PostgreSQL and two server processes on it, each of which can be broken. */
export interface Cluster {
  nodes: readonly [Node, Node]
  postgres: CrashablePostgres
  build: Builder
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends all injected faults and resolves once every server answers again. */
  heal(): Promise<void>
  /** With `keep`, the folder with logs and data is not deleted but returned. May be called twice. */
  close(keep: boolean): Promise<string>
}

export const serversOf = ({ nodes }: Cluster) => nodes.map(({ server }) => server)

/** `program` replaces the normal server. `started` closes the cluster if its caller did not. */
export async function startCluster(
  started: AsyncDisposableStack,
  problems: Problems,
  program?: URL,
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-chaos-'))
  let isKept = false
  const cluster = started.use(new AsyncDisposableStack())
  cluster.defer(async () => {
    if (!isKept) await rm(folder, { recursive: true, force: true })
  })
  const postgres = await CrashablePostgres.start(folder)
  cluster.defer(() => postgres.close())
  await migrate(postgres.url)
  const build = new Builder(postgres.pool)
  await build.tenant({ slug: 'main', isDefault: true })

  const logFile = (name: string) => join(folder, `${name}.log`)
  async function startNode(name: string): Promise<Node> {
    const proxy = await TcpProxy.listen(await freePort(), postgres.port)
    cluster.defer(() => proxy.close())
    const url = new URL(postgres.url)
    url.port = String(proxy.port)
    const server = new FoyerProcess(
      {
        port: await freePort(),
        databaseUrl: url.href,
        dataDir: join(folder, name),
        logFile: logFile(name),
        ...(program ? { program } : {}),
      },
      (text) => problems.add('unanswered', text),
    )
    cluster.defer(() => {
      proxy.heal()
      return server.close()
    })
    return { server, proxy }
  }
  const nodes = [await startNode('server-1'), await startNode('server-2')] as const
  const untilUp = () => Promise.all(nodes.map((node) => node.server.untilUp()))
  await untilUp()

  return {
    nodes,
    postgres,
    build,
    sql: async (text, values) => (await postgres.pool.query(text, values)).rows,
    async heal() {
      for (const { proxy, server } of nodes) {
        proxy.heal()
        server.shiftClock(0)
      }
      await untilUp()
    },
    async close(keep) {
      isKept = keep
      await cluster.disposeAsync()
      return folder
    },
  }
}
