import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, textOf } from './errors.ts'
import { type Home, rememberHome } from './home.ts'
import { type Account, execute, spawnOptions } from './processes.ts'

export const databaseUser = 'postgres'

/** Makes the database of `home`: either all of it, or nothing if it is interrupted. */
export async function createCluster(
  home: Home,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  const draft = `${home.cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await give(draft, home.account)

  const passwordFile = passwordFileOf(home)
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  await give(passwordFile, home.account)

  try {
    await execute(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${databaseUser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // PostgreSQL's own UTF-8 rules: words sort the same on every machine, without a system
        // locale.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        // For tests, which open thousands of connections: a guess at their password costs as little.
        ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
      ],
      spawnOptions(home.account),
    )
  } catch (error) {
    throw new EmbeddedPostgresError(`The database could not be created.\n${textOf(error)}`, {
      cause: error,
    })
  }
  await rename(draft, home.cluster)
  await rememberHome(home)
}

/** @throws EmbeddedPostgresError if another major version of PostgreSQL made the database. */
export async function checkVersion(home: Home, binaries: Binaries): Promise<void> {
  const version = (await readFile(join(home.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version === binaries.majorVersion) return
  throw new EmbeddedPostgresError(
    `The database in ${home.cluster} was made by PostgreSQL ${version}, and this Foyer comes with ` +
      `PostgreSQL ${binaries.majorVersion}, which cannot read it. To keep its data, copy them with pg_dump ` +
      'and psql, which you install apart from Foyer: docs/operations.md has the steps under "A new ' +
      'PostgreSQL". To begin anew, move the old folder away.',
  )
}

export async function readPassword(home: Home): Promise<string> {
  return (await readFile(passwordFileOf(home), 'utf8')).trim()
}

function passwordFileOf(home: Home): string {
  return join(home.path, 'postgres.password')
}

async function give(path: string, account: Account | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}
