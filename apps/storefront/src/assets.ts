import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageAssets } from './data/page-data.ts'

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, ManifestEntry>

const ENTRY = 'src/entry-client.tsx'
const BOOT = 'src/boot.ts'

/**
 * Reads dist/client/.vite/manifest.json. Returns a function from a page's route modules to its
 * files.
 */
export function readAssets(clientDir: string): (modules: readonly string[]) => PageAssets {
  const manifest: Manifest = JSON.parse(
    readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8'),
  )
  const find = (key: string): ManifestEntry => {
    const entry = manifest[key]
    if (!entry) throw new Error(`${key} is not in the build's manifest: run the build`)
    return entry
  }
  const url = (file: string) => `/${file}`
  const boot = url(find(BOOT).file)
  return (modules) => {
    const entries = withImports([ENTRY, ...modules], find)
    return {
      boot,
      styles: entries.flatMap(({ css }) => css ?? []).map(url),
      modules: entries.map(({ file }) => url(file)),
    }
  }
}

/** The entries and everything they import statically, each once. */
function withImports(
  keys: readonly string[],
  find: (key: string) => ManifestEntry,
): ManifestEntry[] {
  const seen = new Map<string, ManifestEntry>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    const entry = find(key)
    seen.set(key, entry)
    entry.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return [...seen.values()]
}
