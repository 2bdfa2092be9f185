import { existsSync, readFileSync } from 'node:fs'

export const repository = new URL('../../../', import.meta.url)

/** The text of a file, by its path in the repository. */
export const readRepository = (path: string): string =>
  readFileSync(new URL(path, repository), 'utf8')

/** What a test file calls its tests: each first argument of a call, without the tags of a window. */
function titlesOf(path: string): ReadonlySet<string> {
  const calls = readRepository(path).matchAll(/\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)\s*,/g)
  return new Set(
    [...calls].map(([, single, double, template]) =>
      (single ?? double ?? template ?? '').replace(/ @\w+/g, '').replaceAll("\\'", "'"),
    ),
  )
}

/** What is wrong with a reference 'path › title'; null when such a test exists. */
export function problemWith(reference: string): string | null {
  const [, path, title] = /^(\S+) › (.+)$/.exec(reference) ?? []
  if (!path || !title) return `'${reference}' is no 'file › test'`
  if (!/\.(test|spec)\.tsx?$/.test(path) || !existsSync(new URL(path, repository))) {
    return `there is no test file ${path}`
  }
  return titlesOf(path).has(title) ? null : `${path} has no test '${title}'`
}
