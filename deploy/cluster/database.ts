import { join } from 'node:path'
import { waitUntil } from '@foyer/db/embedded'
import { CommandError } from '@foyer/testkit/command'
import pg from 'pg'
import { type Folders, writeConfiguration } from './folders.ts'
import { HOST, type Layout } from './layout.ts'
import { type Member, Patroni } from './patroni.ts'
import { endPostgres, ProcessList } from './process-list.ts'
import { Program } from './program.ts'
import type { Programs } from './programs.ts'
import { openSecrets } from './secrets.ts'
import { renderEtcd, renderHaproxy, renderPatroni } from './templates.ts'

/** A node whose programs can be broken one by one. */
export interface RunningNode {
  name: string
  etcd: Program
  patroni: Program
  /** The data folder of its PostgreSQL, which Patroni starts. */
  dataDir: string
}

/** The database of the cluster: three nodes, and HAProxy before them. */
export interface ClusterDatabase {
  nodes: readonly RunningNode[]
  haproxy: Program
  patroni: Patroni
  list: ProcessList
  /** For the servers: their account, on the primary. */
  url: string
  /** The same on the replicas. */
  replicaUrl: string
  /** The database as a superuser, to whom row security does not apply. */
  superuserUrl: string
}

const DATABASE = 'foyer'
const READY_WITHIN_SECONDS = 120

/**
 * Starts the database, or goes on with the data that are there. `started` ends it. `beforeStart` runs
 * once nothing of an earlier run is left.
 */
export async function startDatabase(
  started: AsyncDisposableStack,
  layout: Layout,
  folders: Folders,
  programs: Programs,
  beforeStart: () => Promise<void> = async () => {},
): Promise<ClusterDatabase> {
  const { database: folder, account } = folders
  const secrets = await openSecrets(folder, layout.httpPort)
  const list = new ProcessList(folder)
  const dataDirOf = (name: string) => join(folder, name)
  const dataDirs = layout.nodes.map(({ name }) => dataDirOf(name))
  await list.endLeftovers(dataDirs)
  await beforeStart()
  started.defer(async () => {
    for (const dataDir of dataDirs) await endPostgres(dataDir)
  })
  const start = async (name: string, command: string, args: readonly string[]) => {
    const logFile = join(folder, `${name}.log`)
    return Program.start({ name, command, args, logFile, account, list })
  }

  const etcds = await Promise.all(
    layout.nodes.map(async (node) => {
      const { name } = node.etcd
      const text = await renderEtcd(layout, node, dataDirOf(name))
      const file = await writeConfiguration(folders, `${name}.yml`, text)
      return start(name, programs.etcd, ['--config-file', file])
    }),
  )
  // Killed, which their data survive: if all of them end in order, each waits seconds for another to
  // take over.
  started.defer(() => closeAll(etcds, 'SIGKILL'))
  await untilDecided(layout, etcds)
  const patronis = await Promise.all(
    layout.nodes.map(async (node) => {
      const { name } = node
      const text = await renderPatroni(node, programs, secrets, dataDirOf(name))
      const file = await writeConfiguration(folders, `${name}.yml`, text)
      return start(`patroni-${name}`, programs.patroni, [file])
    }),
  )
  started.defer(() => closeAll(patronis))
  const configuration = await renderHaproxy(layout)
  const file = await writeConfiguration(folders, 'haproxy.cfg', configuration)
  const haproxy = await start('haproxy', programs.haproxy, ['-db', '-f', file])
  started.defer(() => haproxy.close())

  const patroni = new Patroni(layout)
  const running = [...etcds, ...patronis, haproxy]
  await untilReady(patroni, running)
  const urlOf = (user: string, password: string, database: string, port: number) =>
    `postgres://${user}:${password}@${HOST}:${port}/${database}`
  const admin = ['postgres', secrets.superuserPassword] as const
  await makeDatabase(urlOf(...admin, 'postgres', layout.primaryPort), secrets.applicationPassword)
  const application = [DATABASE, secrets.applicationPassword, DATABASE] as const
  return {
    nodes: layout.nodes.flatMap(({ name }, index) => {
      const [etcd, watcher, dataDir] = [etcds[index], patronis[index], dataDirs[index]]
      return etcd && watcher && dataDir ? [{ name, etcd, patroni: watcher, dataDir }] : []
    }),
    haproxy,
    patroni,
    list,
    url: urlOf(...application, layout.primaryPort),
    replicaUrl: urlOf(...application, layout.replicasPort),
    superuserUrl: urlOf(...admin, DATABASE, layout.primaryPort),
  }
}

/** Whether two replicas follow one primary, on its timeline, and so many of them confirm commits. */
export function isComplete(members: readonly Member[], confirming: 0 | 1 = 1): boolean {
  const count = (role: Member['role']) =>
    members.filter((member) => member.role === role && isWell(member.state)).length
  const confirms = count('sync_standby')
  const timelines = new Set(members.map(({ timeline }) => timeline))
  if (timelines.size !== 1) return false
  return count('leader') === 1 && confirms === confirming && confirms + count('replica') === 2
}

// Patroni 3.0.2 says 'running' of a replica, later releases 'streaming'.
const isWell = (state: string) => state === 'running' || state === 'streaming'

/**
 * Waits until the members of a new etcd have agreed on their version, which takes some seconds.
 * Patroni asks for it once, and would take another for good.
 */
async function untilDecided({ nodes }: Layout, etcds: readonly Program[]): Promise<void> {
  const isDecided = async () => {
    assertRunning(etcds)
    const versions = await Promise.all(nodes.map(({ etcd }) => etcdVersion(etcd.clientPort)))
    return versions.every((version) => version !== null && Number.parseFloat(version) >= 3.4)
  }
  if (!(await waitUntil(isDecided, READY_WITHIN_SECONDS))) throw notReady('no etcd', etcds)
}

const etcdVersion = async (port: number): Promise<string | null> => {
  try {
    const response = await fetch(`http://${HOST}:${port}/version`)
    const { etcdcluster }: { etcdcluster: string } = JSON.parse(await response.text())
    return etcdcluster
  } catch {
    return null
  }
}

async function closeAll(programs: readonly Program[], signal?: NodeJS.Signals): Promise<void> {
  await Promise.all(programs.map((program) => program.close(signal)))
}

async function untilReady(patroni: Patroni, programs: readonly Program[]): Promise<void> {
  const isReady = async () => {
    assertRunning(programs)
    return isComplete(await patroni.members())
  }
  if (await waitUntil(isReady, READY_WITHIN_SECONDS)) return
  throw notReady('no primary with two replicas', programs)
}

function assertRunning(programs: readonly Program[]): void {
  const ended = programs.find((program) => !program.isRunning)
  if (ended) throw new CommandError(`${ended.name} has ended. Its log: ${ended.logFile}`)
}

function notReady(what: string, programs: readonly Program[]): CommandError {
  const logs = programs.map(({ logFile }) => `  ${logFile}`).join('\n')
  return new CommandError(
    `The cluster has ${what} after ${READY_WITHIN_SECONDS} s. The logs:\n${logs}`,
  )
}

/** Makes the account of the servers and its database if they are missing. */
async function makeDatabase(adminUrl: string, password: string): Promise<void> {
  const client = await connectWithin(adminUrl)
  try {
    const { rowCount: hasAccount } = await client.query('select from pg_roles where rolname = $1', [
      DATABASE,
    ])
    if (!hasAccount) {
      await client.query(`create role ${DATABASE} login createrole password '${password}'`)
    }
    const { rowCount: hasDatabase } = await client.query(
      'select from pg_database where datname = $1',
      [DATABASE],
    )
    if (!hasDatabase) await client.query(`create database ${DATABASE} owner ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** Connects as soon as HAProxy has found the primary. */
async function connectWithin(url: string): Promise<pg.Client> {
  let connected: pg.Client | undefined
  let failure: unknown
  await waitUntil(async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      connected = client
    } catch (error) {
      failure = error
      await client.end().catch(() => {})
    }
    return connected !== undefined
  }, READY_WITHIN_SECONDS)
  if (!connected) throw failure
  return connected
}
