import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * `npm run db:release [-- <commit>]`: declares a commit (by default the present one) the last release,
 * with its migrations. Run it in the commit after: what is not in the list belongs to the next release.
 * A released migration is never edited again, because databases have run it. A test compares the files
 * with the hashes that are stored here, and `npm run upgrade:drill` runs the commit beside the present code.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDER = 'packages/db/migrations'
const MIGRATIONS = new URL('../migrations/', import.meta.url)
const RELEASED = new URL('../released/migrations.json', import.meta.url)
const RELEASE = new URL('../released/release.json', import.meta.url)

/** SHA-256 of each migration, by its file name. */
export type Hashes = Readonly<Record<string, string>>

export async function currentHashes(): Promise<Hashes> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name) => {
    const body = await readFile(new URL(name, MIGRATIONS))
    return [name, createHash('sha256').update(body).digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The migrations of the last release. */
export async function releasedHashes(): Promise<Hashes> {
  return JSON.parse(await readFile(RELEASED, 'utf8'))
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })

/** The migrations as a commit has them. */
function hashesAt(commit: string): Hashes {
  const names = git('ls-tree', '--name-only', commit, `${FOLDER}/`).toString().trim().split('\n')
  const entries = names
    .filter((path) => path.endsWith('.sql'))
    .map((path): [string, string] => {
      const hash = createHash('sha256').update(git('show', `${commit}:${path}`))
      return [path.slice(FOLDER.length + 1), hash.digest('hex')]
    })
  return Object.fromEntries(entries)
}

/** Why the current migrations cannot bring a database of the last release up to date, in sentences. */
export function breaches(released: Hashes, current: Hashes): string[] {
  const last = Object.keys(released).sort().at(-1) ?? ''
  const found: string[] = []
  for (const [name, hash] of Object.entries(released)) {
    if (current[name] === hash) continue
    const what = current[name] === undefined ? 'removed' : 'edited'
    found.push(
      `The released migration ${name} was ${what}. Databases have run it as it was: restore it and add a new file.`,
    )
  }
  for (const name of Object.keys(current)) {
    if (released[name] !== undefined || name > last) continue
    found.push(`The new migration ${name} must have a higher number than the released ${last}.`)
  }
  return found
}

if (import.meta.main) {
  const commit = git('rev-parse', '--verify', `${process.argv[2] ?? 'HEAD'}^{commit}`)
    .toString()
    .trim()
  const next = hashesAt(commit)
  const found = breaches(await releasedHashes(), next)
  if (found.length === 0) {
    await writeFile(RELEASED, `${JSON.stringify(next, null, 2)}\n`)
    await writeFile(RELEASE, `${JSON.stringify({ commit }, null, 2)}\n`)
  } else {
    console.error(found.join('\n'))
    process.exitCode = 1
  }
}
