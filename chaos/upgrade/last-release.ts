import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RELEASE = join(ROOT, 'packages/db/released/release.json')

/** The code of the last release is not in this copy of the repository. */
export class NoReleaseError extends Error {}

export interface LastRelease {
  commit: string
  /** Its files, with packages installed and mails built. */
  folder: string
}

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean }>
}

/**
 * Puts the code of the last release into `.cache/releases`, once. It gets the packages of this checkout
 * where these have the versions that it needs, and otherwise installs its own.
 *
 * @throws NoReleaseError when its commit is missing, as in a shallow clone.
 */
export async function checkOutLastRelease(print: (text: string) => void): Promise<LastRelease> {
  const { commit }: { commit: string } = JSON.parse(await readFile(RELEASE, 'utf8'))
  await execute('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).catch(() => {
    throw new NoReleaseError(
      `The code of the last release (commit ${commit.slice(0, 12)}) is not in this copy: it needs a clone with the ` +
        'whole history ("git fetch --unshallow").',
    )
  })
  const folder = join(ROOT, '.cache/releases', commit)
  if (existsSync(folder)) return { commit, folder }
  print(`Preparing the last release, ${commit.slice(0, 12)}`)
  const draft = `${folder}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  await execute('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, draft], {
    cwd: ROOT,
  })
  if (!(await linkPackages(draft))) {
    print('Its packages are not those of this checkout: installing them')
    await execute('npm', ['ci', '--no-audit', '--no-fund'], { cwd: draft })
  }
  await execute('npm', ['run', 'build', '-w', 'packages/mails'], {
    cwd: draft,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await rename(draft, folder)
  return { commit, folder }
}

/**
 * Links every package of this checkout into `folder`, and the workspaces of `folder` itself. Returns
 * false if a version differs.
 */
async function linkPackages(folder: string): Promise<boolean> {
  const read = async (of: string): Promise<Lock> =>
    JSON.parse(await readFile(join(of, 'package-lock.json'), 'utf8'))
  const wanted = (await read(folder)).packages
  const present = (await read(ROOT)).packages
  const isPackage = (path: string) => path.includes('node_modules/')
  const hasAll = Object.entries(wanted)
    .filter(([path, { link }]) => isPackage(path) && !link)
    .every(([path, { version }]) => present[path]?.version === version)
  if (!hasAll) return false

  const link = async (target: string, path: string) => {
    await mkdir(dirname(path), { recursive: true })
    // The folder gets its name at the end, so its own workspaces are named relatively.
    await symlink(relative(dirname(path), target), path)
  }
  const workspaces = Object.entries(wanted).filter(([, entry]) => entry.link)
  for (const [path, { resolved }] of workspaces) {
    await link(join(folder, resolved ?? ''), join(folder, path))
  }
  const ours = new Set(workspaces.map(([path]) => path.split('/').slice(0, 2).join('/')))
  const folders = [
    'node_modules',
    ...new Set(
      Object.keys(wanted)
        .filter(isPackage)
        .map((path) => path.slice(0, path.indexOf('node_modules/') + 'node_modules'.length)),
    ),
  ]
  for (const parent of new Set(folders)) {
    for (const name of await readdir(join(ROOT, parent))) {
      // Packages of ours are those of the release.
      if (!ours.has(`${parent}/${name}`))
        await link(join(ROOT, parent, name), join(folder, parent, name))
    }
  }
  return true
}
