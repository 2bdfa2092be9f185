/**
 * `npm run cluster`: a whole cluster on this machine, from Debian's packages: three PostgreSQL under
 * Patroni with three members of etcd, HAProxy, two web processes and one jobs process, and the
 * emulator of the payment provider. Prints where everything is, and runs until Ctrl-C. Another run
 * goes on with the same data. docs/operations.md says what to watch.
 */
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CommandError, runCommand } from '@foyer/testkit/command'
import { startDatabase } from './database.ts'
import { openFolders } from './folders.ts'
import { assertPortsFree } from './free-ports.ts'
import { HOST, layOut } from './layout.ts'
import type { Program } from './program.ts'
import { findPrograms } from './programs.ts'
import { startServers } from './servers.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const LAST_FIRST_PORT = 65_000
const LOOK_EVERY_MS = 1000
/**
 * As a service manager waits before it starts a program again: longer than `ttl`, so that a primary that
 * was killed is replaced before it comes back.
 */
const RESTART_AFTER_MS = 10_000

function readOptions(): { firstPort: number; dataDir: string } {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '7400' },
      data: { type: 'string', default: '.foyer/cluster' },
    },
  })
  const firstPort = Number(values.port)
  if (!Number.isInteger(firstPort) || firstPort < 1024 || firstPort > LAST_FIRST_PORT) {
    throw new CommandError(`--port must be a number from 1024 to ${LAST_FIRST_PORT}.`)
  }
  return { firstPort, dataDir: resolve(ROOT, values.data) }
}

/** Starts programs again that ended by themselves, such as one that was killed. */
async function watch(programs: readonly Program[]): Promise<never> {
  for (;;) {
    await delay(LOOK_EVERY_MS)
    for (const program of programs.filter(({ hasFailed }) => hasFailed)) {
      console.log(`${program.name} has ended. It is started again in ${RESTART_AFTER_MS / 1000} s.`)
      await delay(RESTART_AFTER_MS)
      await program.start()
    }
  }
}

await runCommand(async (started) => {
  const { firstPort, dataDir } = readOptions()
  const programs = await findPrograms()
  const layout = layOut(firstPort)
  const folders = await openFolders(dataDir, started)
  console.log('Starting etcd, PostgreSQL and HAProxy')
  const database = await startDatabase(started, layout, folders, programs, () =>
    assertPortsFree(firstPort),
  )
  console.log('Starting the servers; the first start seeds the demo')
  const servers = await startServers(started, layout, folders, database)
  const nodes = layout.nodes.map(
    ({ name, postgresPort, restPort, etcd }) =>
      `  ${name}       PostgreSQL ${HOST}:${postgresPort}, Patroni http://${HOST}:${restPort}/cluster, etcd ${HOST}:${etcd.clientPort}`,
  )
  console.log(`
  Shop         http://localhost:${layout.httpPort}
  Mails        http://localhost:${layout.httpPort}/dev/mail
  HAProxy      http://${HOST}:${layout.statisticsPort}
  Primary      ${database.url}
  Replicas     ${database.replicaUrl}
${nodes.join('\n')}
  Data, logs   ${folders.database}, ${folders.servers}

The cluster is ready. Ctrl-C stops it.`)
  const { nodes: running, haproxy } = database
  return watch([...running.flatMap(({ etcd, patroni }) => [etcd, patroni]), haproxy, ...servers])
})
