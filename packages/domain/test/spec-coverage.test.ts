import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTables, rowsOf } from './worked-table.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const page = read('docs/spec-coverage.md')
const tables = readTables(page)
const COLUMNS = ['Statement', 'Shown by', 'Where we differ, and why']
const rows = [...tables.keys()].flatMap((heading) =>
  rowsOf(tables, heading, COLUMNS).map(([statement = '', shownBy = '']) => ({
    statement,
    shownBy,
  })),
)

/** What a test file calls its tests: each first argument of a call, without the tags of a window. */
function titlesOf(path: string): ReadonlySet<string> {
  const calls = read(path).matchAll(/\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)\s*,/g)
  return new Set(
    [...calls].map(([, single, double, template]) =>
      (single ?? double ?? template ?? '').replace(/ @\w+/g, '').replaceAll("\\'", "'"),
    ),
  )
}

/** What is wrong with a reference 'path › title'; null when such a test exists. */
function problemWith(reference: string): string | null {
  const [, path, title] = /^`(\S+) › (.+)`$/.exec(reference) ?? []
  if (!path || !title) return `'${reference}' is no \`file › test\``
  if (!/\.(test|spec)\.tsx?$/.test(path) || !existsSync(new URL(path, root))) {
    return `there is no test file ${path}`
  }
  return titlesOf(path).has(title) ? null : `${path} has no test '${title}'`
}

test('the nine points of the specification are all there, each with its rows', () => {
  const [, ...points] = page.split(/^## /m)
  expect(points.map((point) => Number.parseInt(point, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(points.filter((point) => !point.includes(`| ${COLUMNS.join(' | ')} |`))).toEqual([])
})

test.each(rows)('$statement', ({ shownBy }) => {
  const references = shownBy.split('<br>').map((reference) => reference.trim())
  expect(references.map(problemWith).filter((problem) => problem !== null)).toEqual([])
})

test('a row that names no test is found, as a control', () => {
  const file = 'packages/domain/test/spec-coverage.test.ts'
  expect(
    problemWith(
      `\`${file} › the nine points of the specification are all there, each with its rows\``,
    ),
  ).toBeNull()
  expect(problemWith(`\`${file} › a test that nobody wrote\``)).toContain('has no test')
  expect(problemWith('`e2e/tests/none.spec.ts › anything`')).toContain('no test file')
  expect(problemWith('open')).toContain('is no')
})
