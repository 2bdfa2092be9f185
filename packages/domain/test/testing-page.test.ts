import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRepository as read, repository } from './named-tests.ts'
import { readTables, rowsOf } from './worked-table.ts'

const COLUMNS = ['Promise', 'Shown by npm test', 'Shown by the night']
const rows = rowsOf(readTables(read('docs/testing.md')), 'Promises', COLUMNS).map(
  ([promise = '', byTest = '', byNight = '']) => ({ promise, byTest, byNight }),
)

/** Of each title of a test or a group of tests, whether only the night runs it, everywhere it is used. */
const inTheNight = readTitles()

function readTitles(): ReadonlyMap<string, boolean> {
  const files = globSync(
    [
      '{apps,packages,deploy,scripts}/**/*.test.{ts,tsx,mjs}',
      'e2e/tests/*.spec.ts',
      'apps/server/test/races/prove.ts',
    ],
    { cwd: repository, exclude: ['**/node_modules/**'] },
  )
  const titles = new Map<string, boolean>()
  for (const file of files) {
    const source = readFileSync(new URL(file, repository), 'utf8')
    const calls = source.matchAll(
      /\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|`([^`]+)`)\s*,\s*(\{[^}]*\})?/g,
    )
    for (const [, single, double, template, options = ''] of calls) {
      const written = (single ?? double ?? template ?? '').replaceAll("\\'", "'")
      const isNight =
        source.includes('@module-tag night') ||
        written.includes('@night') ||
        /tags: \[[^\]]*'night'/.test(options)
      const title = written.replace(/ @\w+/g, '')
      titles.set(title, isNight && (titles.get(title) ?? true))
    }
  }
  return titles
}

/** The titles of a cell, which are set as code and divided by line breaks. */
const titlesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title)
const partsOfTheNight = [
  ...read('scripts/lib/night-parts.mjs').matchAll(/^ {4}name: '([\w-]+)'/gm),
].map(([, name]) => name)

test.each(rows)('$promise', ({ byTest, byNight }) => {
  expect(titlesIn(byTest).length).toBeGreaterThan(0)
  for (const title of titlesIn(byTest))
    expect([title, inTheNight.get(title)]).toEqual([title, false])
  for (const title of titlesIn(byNight)) {
    if (partsOfTheNight.includes(title)) continue
    expect([title, inTheNight.has(title)]).toEqual([title, true])
  }
})

test('a title that no test has, and one that the night alone runs, are found as a control', () => {
  expect(inTheNight.get('a test that nobody wrote')).toBeUndefined()
  expect(inTheNight.get('but not without $without')).toBe(true)
})
