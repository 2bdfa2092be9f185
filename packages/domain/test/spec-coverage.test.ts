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

/**
 * The texts and addresses that a statement quotes, cut where a value stands in them: {status}, $price,
 * or N, X and Y for a number.
 */
function quotedIn(statement: string): string[] {
  const texts = statement.matchAll(/(?<!\w)'([^']+)'(?!\w)|"([^"]+)"/g)
  const addresses = statement.matchAll(/`(?:[A-Z]+ )?(\/[^`?[]*)[^`]*`/g)
  return [
    ...[...texts].flatMap(([, single = '', double = '']) =>
      (single || double).split(/\{[^}]*\}|\$[a-z]+\b|\b[NXY]\b|…|\.\.\.$/),
    ),
    ...[...addresses].flatMap(([, address = '']) => address.split(/\{[^}]*\}/).slice(0, 1)),
  ]
    .map((part) => part.trim().replace(/(?<=.)\/$/, ''))
    .filter((part) => part.length > 2)
}

/** A test file with the helpers of tests that it imports: their texts are what the test looks for. */
function sourceOf(path: string): string {
  const source = read(path)
  const helpers = [...source.matchAll(/from '(\.[^']*\/(?:support|test)\/[^']+)'/g)].map(
    ([, at = '']) => read(new URL(at, new URL(path, root)).pathname.slice(root.pathname.length)),
  )
  return [source, ...helpers]
    .join('\n')
    .replaceAll("\\'", "'")
    .replaceAll('’', "'")
    .replaceAll('\\/', '/')
}

/** The texts of a statement that none of the test files named beside it mentions. */
function unmentioned(statement: string, references: readonly string[]): string[] {
  const paths = references.flatMap((reference) => /^`(\S+) › /.exec(reference)?.[1] ?? [])
  const sources = paths.map(sourceOf).join('\n')
  return quotedIn(statement).filter((text) => !sources.includes(text))
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

test.each(rows)('$statement', ({ statement, shownBy }) => {
  const references = shownBy.split('<br>').map((reference) => reference.trim())
  expect(references.map(problemWith).filter((problem) => problem !== null)).toEqual([])
  expect(unmentioned(statement, references)).toEqual([])
})

test('a text that no named test mentions is found, as a control', () => {
  const reference = '`apps/storefront/src/routes/event-list.test.tsx › shows a dozen`'
  expect(unmentioned("Empty: 'Upcoming Events' and 'N left in Town'", [reference])).toEqual([
    'left in Town',
  ])
  expect(unmentioned('`GET /api/nothing/{id}`: a list', [reference])).toEqual(['/api/nothing'])
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
