import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Documents name only files that exist, also after files were moved. */

const ROOT = join(import.meta.dirname, '../../..')
const NOT_OURS = new Set([
  '.git',
  '.foyer',
  '.cache',
  'node_modules',
  'dist',
  'shots',
  'test-results',
  'playwright-report',
])
const FILES = filesBelow('')
const DOCUMENTS = FILES.filter((file) => file.endsWith('.md'))

/**
 * Every file and folder, also as documents may shorten it: without leading folders, and without
 * `src`.
 */
const KNOWN = new Set(
  FILES.flatMap((file) => [file, file.replace('/src/', '/')]).flatMap((file) => {
    const parts = file.split('/')
    return parts.flatMap((_, from) =>
      parts.slice(from).map((_, to) => parts.slice(from, from + to + 1).join('/')),
    )
  }),
)

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return NOT_OURS.has(entry.name) ? [] : filesBelow(path)
  })
}

const FILE = /`([\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|sql|[mc]js|md|css|lua))`/g
const FOLDER =
  /`((?:apps|packages|docs|engine|features|http|jobs|chaos|bench|e2e|routing|shared|data)\/[\w./-]+)`/g
const LINK = /\]\((?!\w+:)([^)#\s]+)(?:#[^)]*)?\)/g

/** A cell of the table 'To change X, go to Y' in docs/ARCHITECTURE.md, which shortens two folders. */
const SHORTENED = /`(server|storefront)\/([^`]+)`/g

/** Returns the paths and links of a document that do not exist. */
function unknownIn(document: string, text: string): string[] {
  const isThere = (path: string) =>
    KNOWN.has(path.replace(/\/$/, '')) || existsSync(join(ROOT, dirname(document), path))
  const named = [FILE, FOLDER].flatMap((pattern) => [...text.matchAll(pattern)])
  const shortened = [...text.matchAll(SHORTENED)].map(([, app, path]) => `apps/${app}/src/${path}`)
  const links = [...text.matchAll(LINK)].map(([, link = '']) => link)
  const paths = new Set([...named.map(([, path = '']) => path), ...shortened])
  return [
    ...[...paths].filter((path) => !isThere(path)),
    ...links.filter((link) => !existsSync(join(ROOT, dirname(document), link))),
  ]
}

describe('every path that a document names exists', () => {
  test.each(DOCUMENTS)('%s', (document) => {
    expect(unknownIn(document, readFileSync(join(ROOT, document), 'utf8'))).toEqual([])
  })

  test('a path and a link that lead to nothing are found (control)', { tags: ['night'] }, () => {
    const text =
      'See `engine/nowhere.ts`, `features/none`, `server/env/`, [this](gone.md) and `engine/refusals.ts`.'
    expect(unknownIn('docs/x.md', text)).toEqual([
      'engine/nowhere.ts',
      'features/none',
      'apps/server/src/env/',
      'gone.md',
    ])
  })
})
