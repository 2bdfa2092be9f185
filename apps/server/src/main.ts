import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Database,
  MigrationBlockedError,
  migrate,
  ObsoleteDatabaseError,
  openDatabase,
} from '@foyer/db'
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '@foyer/db/embedded'
import closeWithGrace from 'close-with-grace'
import { collectGarbage } from './adapters/collect-garbage.ts'
import { createLog, scrub } from './adapters/log.ts'
import { composeCells } from './cells/compose-cells.ts'
import { SameDatabaseError } from './cells/open-cell.ts'
import { withDemoWallets } from './demo/demo-wallets.ts'
import { findDemoCoupons } from './demo/find-demo.ts'
import { EnvError, readEnv } from './env.ts'
import { problemOfLostCommits } from './lost-commits.ts'
import { databaseTrouble } from './operator/database-trouble.ts'

/**
 * A problem that prevents a start and is not a bug. It is printed as one sentence, without a stack.
 */
class StartError extends Error {}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PAGES = join(ROOT, 'apps/storefront/dist')
/** Printed once all pictures of the demo are made; the browser tests wait for it. */
const PICTURES_READY = 'The demo has its pictures'
const BACKOFFICE = join(ROOT, 'apps/backoffice/dist')
const MAIL_TEMPLATES = join(ROOT, 'packages/mails/dist/templates.js')

async function start(): Promise<void> {
  const env = withDemoWallets(await readEnv(process.env, ROOT))
  const progress = (text: string) => process.stdout.write(`${text}\n`)
  const logger = createLog(env.logLevel)
  const built = [
    join(PAGES, 'server/entry-server.js'),
    join(BACKOFFICE, 'index.html'),
    MAIL_TEMPLATES,
  ]
  if (!built.every((file) => existsSync(file))) {
    throw new StartError(
      'The pages, the back office and the mails are not all built. Run: node scripts/build.mjs',
    )
  }
  await assertPortFree(env.port, env.host)

  let embedded: EmbeddedPostgres | null = null
  // Registered before anything starts, so that a signal during the start leaves nothing running.
  let closeApp = async () => {}
  closeWithGrace({ delay: 20_000, logger: false }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'ending after an error')
    await closeApp()
    await embedded?.stop()
  })

  if (!env.databaseUrl) {
    embedded = await startEmbeddedPostgres({
      dataDir: join(env.dataDir, 'postgres'),
      onProgress: progress,
      onTrouble: (text) => logger.error(text),
      onLost: (error) => endWithoutDatabase(error, closeApp),
    })
  }
  const databaseUrl = env.databaseUrl ?? embedded?.url ?? ''
  const { role, waiting } = await migrate(databaseUrl, {
    onProgress: progress,
    // No other process uses a database that this one has started.
    contract: embedded !== null,
  }).catch((error: unknown) =>
    explainDatabase(error, embedded ? join(env.dataDir, 'postgres') : null),
  )
  if (waiting.length > 0) {
    progress('Once no process of the last release is left, end the upgrade: npm run contract')
  }
  if (env.demo) {
    // Loaded only here: its texts and pictures would stay in the memory of every server.
    const { seedDemo } = await import('./demo/seed-demo.ts')
    const db = openDatabase({ url: databaseUrl, role, maxConnections: 2 })
    await seedDemo(db, databaseUrl, new Date(), progress)
    await db.close()
  } else if (env.isProduction) {
    await refuseDemoData(databaseUrl, role)
    for (const { url } of [{ url: databaseUrl }, ...env.cells]) {
      const problem = await problemOfLostCommits(url, env)
      if (problem) throw new StartError(problem)
    }
  }
  const foyer = await composeCells({
    env,
    databaseUrl,
    databaseRole: role,
    pagesDir: PAGES,
    backofficeDir: BACKOFFICE,
    logger,
    slowWork: 'thread',
    role: env.role,
    onProgress: progress,
  })
  closeApp = foyer.close
  if (env.isProduction && env.demo) {
    const notReal = [env.stripe ? '' : 'payments', env.smtpUrl ? '' : 'mails'].filter(Boolean)
    progress(
      `DEMO=1: a demonstration${notReal.length ? `, without real ${notReal.join(' and ')}` : ''}.`,
    )
  }
  if (foyer.context.tenants.all().length === 0) {
    progress('This database has no organizer yet: see docs/operations.md, or start with DEMO=1')
  }
  // Before the first request, which would wait for it.
  collectGarbage()
  const address = await foyer.listen()
  process.stdout.write(
    env.role === 'jobs'
      ? `Foyer runs its jobs; health at ${address}\n`
      : `Foyer is open at ${address}\n`,
  )
  if (env.demo) {
    const db = openDatabase({ url: databaseUrl, role, maxConnections: 2 })
    const endPictures = startPictures(db, progress, logger)
    closeApp = async () => {
      await Promise.all([endPictures(), foyer.close()])
    }
  }
  // Logs of a public demonstration are no place for a link that makes an owner.
  if (env.demo && !env.isProduction) {
    const { inviteDemoOwner } = await import('./demo/invite-demo-owner.ts')
    const link = await inviteDemoOwner(foyer.context)
    if (link) progress(`The demo's back office is opened by this link, once: ${link}`)
  }
}

/**
 * Makes the demo's pictures beside the requests, which takes some seconds of a processor: an event
 * shows its drawn poster until then. Closes `db` at the end. The result ends it early.
 */
function startPictures(
  db: Database,
  progress: (text: string) => void,
  logger: ReturnType<typeof createLog>,
): () => Promise<void> {
  const ending = new AbortController()
  const done = import('./demo/add-pictures.ts')
    .then(({ addPictures }) => addPictures(db, progress, ending.signal))
    .then(() => ending.signal.aborted || progress(PICTURES_READY))
    .catch((err: unknown) => logger.error({ err }, 'could not make the pictures of the demo'))
    .finally(() => db.close())
  return async () => {
    ending.abort()
    await done
  }
}

/**
 * Refuses a database with demo data outside of DEMO=1: the demo's coupon codes are public in the
 * source.
 */
async function refuseDemoData(url: string, role: string | null): Promise<void> {
  const db = openDatabase({ url, role, maxConnections: 2 })
  const coupons = await findDemoCoupons(db).finally(() => db.close())
  if (coupons.length === 0) return
  throw new StartError(
    `This database holds the demo with its public coupons (${coupons.join(', ')}): use one without it, delete them, or set DEMO=1.`,
  )
}

/**
 * Ends the process: without its database it could only refuse requests. The supervisor sees the
 * exit and its reason.
 */
function endWithoutDatabase(error: EmbeddedPostgresError, closeApp: () => Promise<void>): void {
  process.stderr.write(`Foyer has to end. ${error.message}\n`)
  const end = () => process.exit(1)
  setTimeout(end, 5000)
  closeApp().then(end, end)
}

/**
 * Explains a problem of the database in one sentence if a person can solve it; rethrows anything
 * else as a bug. `folder` is the folder of the embedded database; null with DATABASE_URL.
 */
function explainDatabase(error: unknown, folder: string | null): never {
  if (error instanceof ObsoleteDatabaseError) {
    const cure = folder
      ? `To begin with an empty one, delete the folder ${folder} and start Foyer again.`
      : 'Create an empty database and set DATABASE_URL to it.'
    throw new StartError(`${error.message} ${cure}`)
  }
  const reason = databaseTrouble(error)
  if (reason) throw new StartError(`Cannot use the database of DATABASE_URL: ${reason}.`)
  throw error
}

/**
 * Runs before the database starts, because a busy port is the most common reason for a failed
 * start.
 */
function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const isBusy = error.code === 'EADDRINUSE'
      const text = isBusy
        ? `Port ${port} is in use by another program. Set PORT to a free one: PORT=${port + 1} npm start`
        : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new StartError(text))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

try {
  await start()
} catch (error) {
  const isTold =
    error instanceof StartError ||
    error instanceof EnvError ||
    error instanceof SameDatabaseError ||
    error instanceof MigrationBlockedError ||
    error instanceof EmbeddedPostgresError
  const text = isTold
    ? error.message
    : scrub((error instanceof Error && error.stack) || String(error))
  process.stderr.write(`Foyer could not start.\n${text}\n`)
  process.exit(1)
}
