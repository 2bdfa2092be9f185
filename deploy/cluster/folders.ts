import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, claim, findHome, rememberHome } from '@foyer/db/embedded'

/** Where a cluster stores its data, and the account that its programs run as. */
export interface Folders {
  /** Of etcd, Patroni, PostgreSQL and HAProxy: their data, configuration and logs. */
  database: string
  /** Of the servers. */
  servers: string
  /** Undefined: the present account. PostgreSQL refuses to run as root. */
  account: Account | undefined
}

/**
 * Opens the folders below `dataDir` for one cluster. As root, the programs run under an account of
 * their own, as the embedded database does (docs/operations.md).
 */
export async function openFolders(
  dataDir: string,
  started: AsyncDisposableStack,
): Promise<Folders> {
  const home = await findHome(dataDir)
  started.defer(await claim(home.path))
  await mkdir(home.cluster, { recursive: true, mode: 0o700 })
  if (home.account) await chown(home.cluster, home.account.uid, home.account.gid)
  if (!home.exists) await rememberHome(home)
  const servers = join(home.dataDir, 'servers')
  await mkdir(servers, { recursive: true })
  return { database: home.cluster, servers, account: home.account }
}

/** Writes a file that the account of the programs alone may read. */
export async function writeConfiguration(
  { database, account }: Pick<Folders, 'database' | 'account'>,
  name: string,
  text: string,
): Promise<string> {
  const file = join(database, name)
  await writeFile(file, text, { mode: 0o600 })
  if (account) await chown(file, account.uid, account.gid)
  return file
}
