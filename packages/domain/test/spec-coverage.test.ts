import { expect, test } from 'vitest'
import { problemWith, readRepository as read, repository } from './named-tests.ts'
import { readTables, rowsOf } from './worked-table.ts'

const page = read('docs/spec-coverage.md')
const tables = readTables(page)
const COLUMNS = ['Statement', 'Shown by', 'Decision']
const rows = [...tables.keys()].flatMap((heading) =>
  rowsOf(tables, heading, COLUMNS).map(([statement = '', shownBy = '', named = '']) => ({
    statement,
    shownBy,
    named: named.split('; ').filter((name) => name !== ''),
  })),
)

const decisions = rowsOf(
  readTables(read('docs/spec-decisions.md')),
  'Decisions about the specification',
  ['Decision', 'The specification', 'The product', 'Why'],
).map(([name = '']) => name)

/** What a row may name although the specification says nothing of it. */
const BEYOND = 'Beyond the specification'

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
    ([, at = '']) =>
      read(new URL(at, new URL(path, repository)).pathname.slice(repository.pathname.length)),
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

/** What is wrong with a cell's reference, which is set as code; null when such a test exists. */
const problemWithCell = (reference: string): string | null =>
  problemWith(/^`(.+)`$/.exec(reference)?.[1] ?? '')

test('the nine points of the specification are all there, each with its rows', () => {
  const [, ...points] = page.split(/^## /m)
  expect(points.map((point) => Number.parseInt(point, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(points.filter((point) => !point.includes(`| ${COLUMNS.join(' | ')} |`))).toEqual([])
})

test.each(rows)('$statement', ({ statement, shownBy }) => {
  const references = shownBy.split('<br>').map((reference) => reference.trim())
  expect(references.map(problemWithCell).filter((problem) => problem !== null)).toEqual([])
  expect(unmentioned(statement, references)).toEqual([])
})

test('a row differs only by decisions, which are written down once', () => {
  const known = [BEYOND, ...decisions]
  const excuses = rows.flatMap(({ statement, named }) =>
    named.filter((name) => !known.includes(name)).map((name) => `${statement}: ${name}`),
  )
  expect(excuses).toEqual([])
  expect(decisions).toEqual([...new Set(decisions)])
})

test('every decision is needed by a row', () => {
  const needed = new Set(rows.flatMap(({ named }) => named))
  expect(decisions.filter((name) => !needed.has(name))).toEqual([])
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
    problemWithCell(
      `\`${file} › the nine points of the specification are all there, each with its rows\``,
    ),
  ).toBeNull()
  expect(problemWithCell(`\`${file} › a test that nobody wrote\``)).toContain('has no test')
  expect(problemWithCell('`e2e/tests/none.spec.ts › anything`')).toContain('no test file')
  expect(problemWithCell('open')).toContain('is no')
})
