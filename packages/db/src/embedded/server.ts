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
// Long enough to replay the log of a database that was interrupted under load.
const startTimeoutSeconds = 120
// PostgreSQL's code for "the database system is starting up".
const cannotConnectNow = '57P03'

/**
 * Cleans up after a Foyer that was killed. A server that still runs on the cluster is shut down. A
 * lock file whose server is gone is made harmless: PostgreSQL refuses to start if the process
 * number in it is in use again, but it ignores the number of its own parent, so this process writes
 * its own number there. Deleting the file, as is often advised, would also delete what PostgreSQL
 * needs to detect that a worker of the old server still uses the data (CreateLockFile in its
 * miscinit.c).
 *
 * The caller must have claimed the folder, so that no running process loses its database.
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

/** The port of the server that runs on the cluster; undefined if none can be reached. */
export async function runningPort(cluster: string): Promise<number | undefined> {
  // Lines of the lock file, as PostgreSQL's miscadmin.h numbers them.
  const lines = (await readIfPresent(join(cluster, 'postmaster.pid')))?.split('\n')
  const isReady = lines?.[7]?.trim() === 'ready'
  return isReady ? Number(lines?.[3]) : undefined
}

/** Starts PostgreSQL as a child process; its log is `postgres.log` in the data folder. */
export async function launch(
  home: Home,
  binaries: Binaries,
  settings: Record<string, string | number>,
): Promise<ChildProcess> {
  // Settings are on the command line instead of in the cluster's own file, so that a new version of
  // this code also changes them for existing databases.
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(logFileOf(home), 'a')
  try {
    const server = spawn(binaries.postgres, ['-D', home.cluster, ...flags], {
      ...spawnOptions(home.account),
      stdio: ['ignore', log.fd, log.fd],
      // In a session of its own, so that Ctrl-C in the terminal reaches only Foyer, which first
      // answers the requests in progress and then stops the database.
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
 * Shuts the server down if this process ends without doing so, even by `kill -9`: a shell waits on
 * a pipe whose other end only this process has open, and the system closes that end with the
 * process.
 */
function stopWhenWeDie(server: ChildProcess, home: Home): void {
  const watchdog = spawn(
    'sh',
    ['-c', 'read -r _; kill -INT "$1"', 'foyer-watchdog', String(server.pid)],
    { ...spawnOptions(home.account), stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  )
  watchdog.unref()
  // Once the server is gone, another process may get its number.
  server.once('exit', () => watchdog.kill('SIGKILL'))
}

/**
 * Resolves once the server answers a query.
 *
 * @throws EmbeddedPostgresError with the end of the log if it does not start.
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

/**
 * Shuts the server down and waits for its end. Sessions are ended, and their transactions rolled
 * back.
 */
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

export function hasEnded(server: ChildProcess): boolean {
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
