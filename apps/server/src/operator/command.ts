import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase, pendingMigrations, roleOf } from '@foyer/db'
import { EmbeddedPostgresError, visitEmbeddedPostgres } from '@foyer/db/embedded'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { createLog, scrub } from '../adapters/log.ts'
import { type Env, EnvError, readEnv } from '../env.ts'

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

/** Runs a command; it returns whether all is well. `failure` is printed if it throws. */
export async function runCommand(
  failure: string,
  work: (db: Database, env: Env) => Promise<boolean>,
): Promise<void> {
  try {
    const env = await readEnv(process.env, ROOT)
    const visited = env.databaseUrl
      ? { url: env.databaseUrl, stop: async () => {} }
      : await visitEmbeddedPostgres(join(env.dataDir, 'postgres'))
    try {
      process.exitCode = (await openChecked(visited.url, (db) => work(db, env))) ? 0 : 1
    } finally {
      await visited.stop()
    }
  } catch (error) {
    const isExplained =
      error instanceof OperatorError ||
      error instanceof EnvError ||
      error instanceof EmbeddedPostgresError
    const text = isExplained
      ? error.message
      : scrub((error instanceof Error && error.stack) || String(error))
    process.stderr.write(`${failure}\n${text}\n`)
    process.exitCode = 2
  }
}

async function openChecked<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const role = await checkDatabase(url).catch(explain)
  const db = openDatabase({ url, role, maxConnections: 2, laneConnections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/**
 * Returns the database role to use. Throws if the database's schema is not the one of this program.
 */
async function checkDatabase(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
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
