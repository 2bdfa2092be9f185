import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase, pendingMigrations, roleOf } from '@foyer/db'
import { EmbeddedPostgresError, visitEmbeddedPostgres } from '@foyer/db/embedded'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { createLog, scrub } from '../adapters/log.ts'
import { CellAwayError, type Cells, createCells, HOME } from '../cells/cells.ts'
import { type Env, EnvError, readEnv } from '../env.ts'
import { loadTenantRegistry, type Tenant } from '../tenant-registry.ts'
import { databaseTrouble } from './database-trouble.ts'

/**
 * The operator's commands. They use the database that the server's environment names, and may run
 * while Foyer runs. Exit codes: 0; 1 if the operator must act; 2 if the command could not do its
 * work.
 */

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Why a command cannot do its work, in a sentence for the operator. */
export class OperatorError extends Error {}

/** Makes the log for failures, so that they are not mixed with a command's output. */
export const logOf = ({ logLevel }: Env): FastifyBaseLogger =>
  createLog(logLevel, pino.destination(2))

/**
 * Runs a command; it returns whether all is well. `failure` is printed if it throws. `home` is the home
 * cell's database; an organizer's rows are in the one that `cells` finds.
 */
export async function runCommand(
  failure: string,
  work: (home: Database, env: Env, cells: Cells) => Promise<boolean>,
): Promise<void> {
  try {
    const env = await readEnv(process.env, ROOT)
    const visited = env.databaseUrl
      ? { url: env.databaseUrl, stop: async () => {} }
      : await visitEmbeddedPostgres(join(env.dataDir, 'postgres'))
    try {
      process.exitCode = (await openChecked(visited.url, env, work)) ? 0 : 1
    } finally {
      await visited.stop()
    }
  } catch (error) {
    const isExplained =
      error instanceof OperatorError ||
      error instanceof EnvError ||
      error instanceof CellAwayError ||
      error instanceof EmbeddedPostgresError
    const text = isExplained
      ? error.message
      : scrub((error instanceof Error && error.stack) || String(error))
    process.stderr.write(`${failure}\n${text}\n`)
    process.exitCode = 2
  }
}

/**
 * An organizer in whatever cell, and the database of that cell. Throws {@link OperatorError} with `unknown`
 * if there is none.
 */
export function findOrganizer(
  cells: Cells,
  slug: string,
  unknown: string,
): { tenant: Tenant; db: Database } {
  const registered = cells.home().tenants.directory().bySlug(slug)
  if (!registered) throw new OperatorError(unknown)
  const { db, tenants } = cells.of(registered.id)
  const tenant = tenants.byId(registered.id)
  if (!tenant) {
    throw new OperatorError(`'${slug}' is being moved to another cell. Try again in a moment.`)
  }
  return { tenant, db }
}

/** Throws {@link CellAwayError} if a cell with organizers could not be opened, after the others were done. */
export function assertAllOpened(cells: Cells): void {
  const [away] = cells.away()
  if (away !== undefined) throw new CellAwayError(away)
}

async function openChecked<T>(
  homeUrl: string,
  env: Env,
  work: (home: Database, env: Env, cells: Cells) => Promise<T>,
): Promise<T> {
  const cells = createCells()
  const open = async (name: string, url: string) => {
    const role = await checkDatabase(url)
    const db = openDatabase({ url, role, maxConnections: 2, laneConnections: 1 })
    try {
      cells.add({ name, db, tenants: await loadTenantRegistry(db), kickJobs: () => {} })
      return db
    } catch (error) {
      await db.close()
      throw error
    }
  }
  const home = await open(HOME, homeUrl).catch(explain)
  try {
    for (const { name, url } of env.cells) {
      await open(name, url).catch((error: Error) => {
        const reason = databaseTrouble(error) ?? error.message
        process.stderr.write(`Cell ${name} cannot be used: ${reason}.\n`)
      })
    }
    return await work(home, env, cells)
  } finally {
    await Promise.all(cells.opened().map(({ db }) => db.close()))
  }
}

/**
 * Returns the database role to use. Throws if the database's schema is not the one of this program.
 */
async function checkDatabase(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const [pending] = await pendingMigrations(client)
    if (pending)
      throw new OperatorError(`Its schema is not current (${pending}): start Foyer once.`)
    return await roleOf(client)
  } finally {
    await client.end()
  }
}

const UNDEFINED_TABLE = '42P01'

function explain(error: Error & { code?: string }): never {
  if (error instanceof OperatorError) throw error
  if (error.code === UNDEFINED_TABLE) throw new OperatorError('It is not a database of Foyer.')
  throw new OperatorError(error.message || error.code)
}
