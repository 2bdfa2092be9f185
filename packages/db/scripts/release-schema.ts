import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'

/**
 * `npm run db:release`: declares all migrations released. A released migration is never edited again,
 * because databases have run it. A test compares the files with the hashes that are stored here.
 */

const MIGRATIONS = new URL('../migrations/', import.meta.url)
const RELEASED = new URL('../released/migrations.json', import.meta.url)

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
  const current = await currentHashes()
  const found = breaches(await releasedHashes(), current)
  if (found.length === 0) {
    await writeFile(RELEASED, `${JSON.stringify(current, null, 2)}\n`)
  } else {
    console.error(found.join('\n'))
    process.exitCode = 1
  }
}
