import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError, textOf } from './errors.ts'
import { type Account, execute, readIfPresent, spawnOptions } from './processes.ts'

/** The folders of a database. */
export interface Home {
  /** The folder given by the user, absolute and without symbolic links. */
  dataDir: string
  /** The folder of the cluster, its password and its owner's mark; usually `dataDir`. */
  path: string
  /** The cluster, which PostgreSQL calls its data directory. */
  cluster: string
  exists: boolean
  account: Account | undefined
}

/**
 * Finds the database that belongs to a data folder, or the folder for a new one.
 *
 * PostgreSQL refuses to run as root, so if Foyer runs as root, PostgreSQL runs under another
 * account. If the data folder is closed to that account (for example, below /root), the database is
 * stored elsewhere, and a file in the data folder names the folder: opening a user's home directory
 * to others is not for Foyer to do.
 */
export async function findHome(givenDataDir: string): Promise<Home> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL does not run on Windows: use WSL, or set DATABASE_URL.',
    )
  }
  const dataDir = await makeFolder(givenDataDir)
  const pointer = pointerFile(dataDir)
  const elsewhere = (await readIfPresent(pointer))?.trim()
  const path = elsewhere ?? dataDir
  const cluster = join(path, 'postgres')
  const owner = await ownerOf(cluster)

  if (owner) return { dataDir, path, cluster, exists: true, account: await accountFor(owner) }
  if (elsewhere) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} was kept in ${elsewhere}, and is no longer there. ` +
        `Restore it, or delete ${pointer} to begin with an empty one.`,
    )
  }
  const account = await accountFor(undefined)
  if (!account || (await canEnter(account, dataDir))) {
    return { dataDir, path, cluster, exists: false, account }
  }
  const newPath = await mkdtemp(join(await sharedFolder(), 'database-'))
  await chmod(newPath, 0o755)
  await writeFile(join(newPath, 'belongs-to'), `${dataDir}\n`)
  return {
    dataDir,
    path: newPath,
    cluster: join(newPath, 'postgres'),
    exists: false,
    account,
  }
}

/** Writes the folder of the database into the data folder. Called once the database exists. */
export async function rememberHome(home: Home): Promise<void> {
  if (home.path === home.dataDir) return
  await writeFile(pointerFile(home.dataDir), `${home.path}\n`, { flag: 'wx' })
}

/**
 * A folder of root that every account may enter, for data that cannot be in the data folder. Only
 * used by root, because other users have only one account.
 */
export async function sharedFolder(): Promise<string> {
  const candidates = ['/var/lib/foyer', join(tmpdir(), 'foyer')]
  for (const folder of candidates) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 })
      // In a folder that every user may write to, another user may have created it first.
      const found = await lstat(folder)
      if (found.isDirectory() && found.uid === 0) {
        await chmod(folder, 0o755)
        return folder
      }
    } catch {
      // The file system is read-only: the next folder is tried.
    }
  }
  throw new EmbeddedPostgresError(
    `Neither ${candidates.join(' nor ')} can be written. Set FOYER_DATA to a folder that accounts ` +
      'other than root may enter, run Foyer as a plain user, or set DATABASE_URL.',
  )
}

async function makeFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true })
    await access(path, constants.W_OK)
    return await realpath(path)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${path} cannot be written (${textOf(error)}). ` +
        'Give Foyer another one with FOYER_DATA.',
      { cause: error },
    )
  }
}

function pointerFile(dataDir: string): string {
  return join(dataDir, 'postgres.location')
}

async function ownerOf(cluster: string): Promise<Account | undefined> {
  const found = await stat(cluster, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

/**
 * The account that runs the database: the present one (undefined); for root, the folder's owner or
 * an unprivileged account.
 */
async function accountFor(owner: Account | undefined): Promise<Account | undefined> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) return owner ?? (await plainAccount())
  if (owner && owner.uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      `The database in this data folder belongs to another user (uid ${owner.uid}). Start Foyer ` +
        'as that user or as root, or give it a data folder of its own with FOYER_DATA.',
    )
  }
  return undefined
}

/** An account that exists: initdb needs one with a name. */
async function plainAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((fields) => fields[0] === name) ?? []
    if (uid && gid) return { uid: Number.parseInt(uid, 10), gid: Number.parseInt(gid, 10) }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor ' +
      '"nobody". Add one, run Foyer as a plain user, or set DATABASE_URL.',
  )
}

/** Tries it instead of reading the modes, because access lists and mounts also count. */
async function canEnter(account: Account, folder: string): Promise<boolean> {
  try {
    await execute('sh', ['-c', 'cd -- "$1"', 'sh', folder], spawnOptions(account))
    return true
  } catch (error) {
    const shellRan = error instanceof Error && 'code' in error && typeof error.code === 'number'
    if (shellRan) return false
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and this root may not start programs as another user. ' +
        `Run Foyer as a plain user, or set DATABASE_URL.\n${textOf(error)}`,
      { cause: error },
    )
  }
}
