import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase, pendingMigrations, roleOf } from '@foyer/db'
import { EmbeddedPostgresError, visitEmbeddedPostgres } from '@foyer/db/embedded'
import pg from 'pg'
import { EnvError, readEnv } from '../env.ts'
import { auditAll } from './audit.ts'
import { formatDifferences } from './format-differences.ts'

/**
 * `npm run audit`: recomputes every counter, also while Foyer sells. Ends with 0 when all agrees,
 * with 1 when something does not, and with 2 when it could not look.
 */

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** The database is not one that can be audited; the message says why. */
class AuditError extends Error {}

async function audit(): Promise<boolean> {
  const env = await readEnv(process.env, ROOT)
  const visited = env.databaseUrl
    ? { url: env.databaseUrl, stop: async () => {} }
    : await visitEmbeddedPostgres(join(env.dataDir, 'postgres'))
  try {
    const { differences, ...counts } = await auditDatabase(visited.url)
    process.stdout.write(
      differences.length > 0 ? formatDifferences(differences) : 'Everything agrees.\n',
    )
    const summary = { ...counts, differences: differences.length }
    process.stdout.write(`${JSON.stringify(summary)}\n`)
    return differences.length === 0
  } finally {
    await visited.stop()
  }
}

async function auditDatabase(url: string) {
  const role = await checkDatabase(url).catch(explain)
  const db = openDatabase({ url, role, maxConnections: 1 })
  try {
    return await auditAll(db)
  } finally {
    await db.close()
  }
}

/** The role to work as. Throws where this program and the database do not fit. */
async function checkDatabase(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const [pending] = await pendingMigrations(client)
    if (pending) throw new AuditError(`Its schema is not current (${pending}): start Foyer once.`)
    return await roleOf(client)
  } finally {
    await client.end()
  }
}

const UNDEFINED_TABLE = '42P01'

function explain(error: Error & { code?: string }): never {
  if (error instanceof AuditError) throw error
  if (error.code === UNDEFINED_TABLE) throw new AuditError('It is not a database of Foyer.')
  throw new AuditError(error.message || error.code)
}

try {
  process.exitCode = (await audit()) ? 0 : 1
} catch (error) {
  const isTold =
    error instanceof AuditError ||
    error instanceof EnvError ||
    error instanceof EmbeddedPostgresError
  const text = isTold ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`The database could not be audited.\n${text}\n`)
  process.exitCode = 2
}
