import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const notSources = new Set(['node_modules', 'dist'])
const testFile = /\.test\.[a-z]+$/

/** A hash over the names and contents of all sources in `paths`, which are files or folders of `base`. */
export function hashSources(base, paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => [...filesBelow(base, path)])) {
    const content = readFileSync(join(base, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function* filesBelow(base, path) {
  const found = statSync(join(base, path), { throwIfNoEntry: false })
  if (!found?.isDirectory()) {
    if (found && !testFile.test(path)) yield path
    return
  }
  for (const name of readdirSync(join(base, path)).sort()) {
    if (!notSources.has(name)) yield* filesBelow(base, `${path}/${name}`)
  }
}
