import { stat } from 'node:fs/promises'
import { findBinaries } from './binaries.ts'
import { checkVersion, createCluster, databaseUser, readPassword } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { findHome, type Home, rememberHome } from './home.ts'
import { keepRunning } from './keep-running.ts'
import { keepRotating, logFileOf, rotate } from './log-file.ts'
import { claim, isClaimed } from './owner.ts'
import { type Account, findProcess, readIfPresent, spawnOptions, waitUntil } from './processes.ts'
import { endLeftover, freePort, launch, runningPort, untilReady } from './server.ts'

/** For programs that run other servers than this one, under the same account and with the same care. */
export {
  type Account,
  claim,
  EmbeddedPostgresError,
  findHome,
  findProcess,
  type Home,
  readIfPresent,
  rememberHome,
  spawnOptions,
  waitUntil,
}

export interface EmbeddedPostgresOptions {
  /**
   * Created if missing. If Foyer runs as root and PostgreSQL's account cannot enter it, the
   * database is elsewhere.
   */
  dataDir: string
  /** Receives a sentence for people before each step that may take longer than a moment. */
  onProgress?: (text: string) => void
  /**
   * Receives a sentence for the log when the server has ended by itself, and when it was started
   * again. By default `onProgress`.
   */
  onTrouble?: (text: string) => void
  /**
   * Called when the server ended and could not be started again; without it, clients only see their
   * queries fail.
   */
  onLost?: (error: EmbeddedPostgresError) => void
  /** False only in tests: faster, but a power cut may destroy the database. */
  durable?: boolean
  /** By default a free port. */
  port?: number
  maxConnections?: number
  /** Settings of PostgreSQL beside those of every embedded server, such as `wal_level`. */
  settings?: Readonly<Record<string, string | number>>
}

export interface EmbeddedPostgres {
  /** The URL of the database `postgres`, for a superuser. */
  url: string
  port: number
  urlFor(database: string): string
  /** Ends all sessions, shuts the server down and waits for its end. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server that listens on 127.0.0.1 only and stores its data in `dataDir`. It
 * ends when this process ends, in any way, and does not keep the process alive. A server that ends
 * by itself is started again, on the same port.
 *
 * @throws EmbeddedPostgresError if it cannot be started; the message says what to do.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { onProgress = () => {}, durable = true, maxConnections = 100 } = options
  const { onTrouble = onProgress, onLost = () => {} } = options
  const home = await findHome(options.dataDir)
  const release = await claim(home.path)
  try {
    const binaries = await findBinaries(home.account, onProgress)
    if (home.exists) {
      await checkVersion(home, binaries)
    } else {
      onProgress(`Creating the database in ${home.path}`)
      await createCluster(home, binaries, durable)
    }

    const password = await readPassword(home)
    const port = options.port ?? (await freePort())
    const urlFor = (database: string) => urlOf(password, port, database)
    const url = urlFor('postgres')
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      // The path of a socket may have at most about 100 bytes, and a data folder's is often longer.
      unix_socket_directories: '',
      max_connections: maxConnections,
      shared_buffers: '128MB',
      timezone: 'UTC',
      log_timezone: 'UTC',
      // The queries are short, so compiling them costs more than it saves.
      jit: 'off',
      // Without the details of an error, which show the row: more people may read logs than orders.
      log_error_verbosity: 'terse',
      ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      ...options.settings,
    }
    const start = async () => {
      await endLeftover(home.cluster, onProgress)
      await rotate(logFileOf(home))
      const server = await launch(home, binaries, settings)
      await untilReady(server, url, home, onProgress)
      return server
    }
    const stop = await keepRunning({ start, onTrouble, onLost })

    const stopRotating = keepRotating(logFileOf(home))

    const stopAndRelease = async () => {
      stopRotating()
      await stop()
      await release()
    }
    let stopped: Promise<void> | undefined
    return {
      url,
      port,
      urlFor,
      stop: () => {
        stopped ??= stopAndRelease()
        return stopped
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * For a program that uses the database of a Foyer: joins the server that a running Foyer has in
 * `dataDir`, or starts one for the duration of the visit.
 *
 * @throws EmbeddedPostgresError if there is no database, or it cannot be started.
 */
export async function visitEmbeddedPostgres(
  dataDir: string,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const exists = await stat(dataDir).then(
    () => true,
    () => false,
  )
  const home = exists ? await findHome(dataDir) : undefined
  if (!home?.exists) {
    throw new EmbeddedPostgresError(`There is no database in ${dataDir}: Foyer never ran there.`)
  }
  if (!(await isClaimed(home.path))) return startEmbeddedPostgres({ dataDir })
  const port = await runningPort(home.cluster)
  if (!port) {
    throw new EmbeddedPostgresError(
      `The database in ${home.path} is just starting or stopping. Try again in a moment.`,
    )
  }
  return { url: urlOf(await readPassword(home), port, 'postgres'), stop: async () => {} }
}

const urlOf = (password: string, port: number, database: string) =>
  `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
