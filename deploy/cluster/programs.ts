import { access, constants, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OLDEST_VERSION } from '@foyer/db'
import { CommandError } from '@foyer/testkit/command'

/** The programs of other projects that the cluster consists of, by their paths. */
export interface Programs {
  etcd: string
  patroni: string
  haproxy: string
  /** The folder of PostgreSQL's programs. */
  postgres: string
}

const DEBIANS = '/usr/lib/postgresql'
/** Debian has HAProxy in a folder that is not in the PATH of ordinary users. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/bin']
/** Debian's packages. Patroni speaks to etcd by the library of the fifth, which it only recommends. */
const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni python3-etcd',
  haproxy: 'haproxy',
  postgres: 'postgresql',
} as const

/**
 * Finds the programs in these folders, and PostgreSQL in the one that Debian installs it to.
 *
 * @throws CommandError if one is missing, with the line that installs it
 */
export async function findPrograms(folders = FOLDERS, debians = DEBIANS): Promise<Programs> {
  const [etcd, patroni, haproxy, postgres] = await Promise.all([
    findIn(folders, 'etcd'),
    findIn(folders, 'patroni'),
    findIn(folders, 'haproxy'),
    newestPostgres(debians),
  ])
  if (etcd && patroni && haproxy && postgres) return { etcd, patroni, haproxy, postgres }
  const found = { etcd, patroni, haproxy, postgres }
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) =>
    Object.entries(found).some(([key, path]) => key === program && path) ? [] : [name],
  )
  throw new CommandError(
    `The cluster needs programs that this machine does not have. Install them:\n\n  apt-get install -y ${missing.join(' ')}\n\nTheir services of the system are not used and may be switched off.`,
  )
}

async function findIn(folders: readonly string[], name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name)
    if (await isProgram(path)) return path
  }
  return null
}

async function newestPostgres(debians: string): Promise<string | null> {
  const names = await readdir(debians).catch(() => [])
  const versions = names.map(Number).filter((version) => version >= OLDEST_VERSION)
  for (const version of versions.toSorted((a, b) => b - a)) {
    const folder = join(debians, String(version), 'bin')
    if (await isProgram(join(folder, 'postgres'))) return folder
  }
  return null
}

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
