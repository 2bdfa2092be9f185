import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, hasCode, textOf } from './errors.ts'
import type { Home } from './home.ts'
import { logFileOf } from './log-file.ts'
import { findProcess, readIfPresent, spawnOptions, waitUntil } from './processes.ts'

const stopTimeoutSeconds = 60
// Long enough to replay the log of a database that was cut off under load.
const startTimeoutSeconds = 120
// PostgreSQL's code for "the database system is starting up".
const cannotConnectNow = '57P03'

/**
 * Clears away what a killed Foyer may have left. A server that still runs on the cluster is shut
 * down. A lock file whose server is gone is disarmed, because PostgreSQL would refuse to start once
 * that process number is in use again: it never minds the number of its own parent, so we write in
 * ours. Deleting the file, as is often advised, would also delete what PostgreSQL needs to see that
 * a worker of the old server is still at the data (CreateLockFile in its miscinit.c).
 *
 * The caller holds the claim to the folder, so that no running process loses its database.
 */
export async function endLeftover(
  cluster: string,
  onProgress: (text: string) => void,
): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt((await readIfPresent(lockFile)) ?? '', 10)
  const isRunning = async () =>
    (await findProcess(pid))?.command.includes(` -D ${cluster} `) ?? false
  if (await isRunning()) {
    onProgress('Stopping the database of the last run, which was cut off')
    signal(pid, 'SIGINT')
    if (!(await waitUntil(async () => !(await isRunning()), stopTimeoutSeconds))) {
      throw new EmbeddedPostgresError(
        `The database of the last run (process ${pid}) does not stop. End that process first.`,
      )
    }
  }

  const leftover = await readIfPresent(lockFile)
  if (leftover) await writeFile(lockFile, leftover.replace(/^.*/, String(process.pid)))
  else await rm(lockFile, { force: true })
}

/** The port of the server that runs on the cluster; undefined while there is none to talk to. */
export async function runningPort(cluster: string): Promise<number | undefined> {
  // Lines of the lock file, as PostgreSQL's miscadmin.h numbers them.
  const lines = (await readIfPresent(join(cluster, 'postmaster.pid')))?.split('\n')
  const isReady = lines?.[7]?.trim() === 'ready'
  return isReady ? Number(lines?.[3]) : undefined
}

/** Starts PostgreSQL as a child process, its log going to `postgres.log` in the data folder. */
export async function launch(
  home: Home,
  binaries: Binaries,
  settings: Record<string, string | number>,
): Promise<ChildProcess> {
  // Settings are on the command line, not in the cluster's own file, so that a new version of
  // this code changes them for databases that are there already.
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(logFileOf(home), 'a')
  try {
    const server = spawn(binaries.postgres, ['-D', home.cluster, ...flags], {
      ...spawnOptions(home.account),
      stdio: ['ignore', log.fd, log.fd],
      // In a session of its own, Ctrl-C in the terminal reaches Foyer alone, which first answers
      // the requests under way and then stops the database.
      detached: true,
    })
    await once(server, 'spawn')
    server.unref()
    stopWhenWeDie(server, home)
    return server
  } finally {
    await log.close()
  }
}

/**
 * Shuts the server down should this process end without doing so, even by `kill -9`: a shell waits
 * on a pipe whose other end only we hold, and the system closes that end when we are gone.
 */
function stopWhenWeDie(server: ChildProcess, home: Home): void {
  const watchdog = spawn(
    'sh',
    ['-c', 'read -r _; kill -INT "$1"', 'foyer-watchdog', String(server.pid)],
    { ...spawnOptions(home.account), stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  )
  watchdog.unref()
  // Once the server is gone another process may get its number.
  server.once('exit', () => watchdog.kill('SIGKILL'))
}

/**
 * Resolves once the server answers a query.
 *
 * @throws EmbeddedPostgresError with the end of the log when it does not come up.
 */
export async function untilReady(
  server: ChildProcess,
  url: string,
  home: Home,
  onProgress: (text: string) => void,
): Promise<void> {
  const answers = async (): Promise<boolean> => {
    if (hasEnded(server)) throw new Error('PostgreSQL ended while starting.')
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    // An error after connecting would otherwise end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch (error) {
      const notYet = hasCode(error, 'ECONNREFUSED') || hasCode(error, cannotConnectNow)
      if (!notYet) throw error
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
  const sayIfSlow = setTimeout(
    onProgress,
    1000,
    'Starting the database (after a crash that takes longer)',
  )
  try {
    if (!(await waitUntil(answers, startTimeoutSeconds))) throw new Error('It took too long.')
  } catch (error) {
    await stop(server)
    const logTail = (await readIfPresent(logFileOf(home)))?.trimEnd().split('\n').slice(-5) ?? []
    throw new EmbeddedPostgresError(
      [`The database could not be started. ${textOf(error)}`, ...logTail].join('\n'),
      { cause: error },
    )
  } finally {
    clearTimeout(sayIfSlow)
  }
}

/** Shuts the server down (sessions are ended, work under way is rolled back) and waits for it. */
export async function stop(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  server.ref()
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  const insist = setTimeout(() => server.kill('SIGQUIT'), stopTimeoutSeconds * 1000)
  await ended
  clearTimeout(insist)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    const alreadyGone = hasCode(error, 'ESRCH')
    if (!alreadyGone) throw error
  }
}
