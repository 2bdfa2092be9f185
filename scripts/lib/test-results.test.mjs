import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readResults, summarize } from './test-results.mjs'

const folder = mkdtempSync(join(tmpdir(), 'foyer-results-'))
const unitReport = join(folder, 'unit.jsonl')
const browserReport = join(folder, 'browser.json')

afterAll(() => rmSync(folder, { recursive: true }))

const aTest = (title, more = {}) => ({ title, outcome: 'passed', seconds: 1, retries: 0, ...more })
const aFile = (file, tests, more = {}) => ({ file, seconds: 2, errors: [], tests, ...more })

it('counts nothing if no report was written', () => {
  const { text, problem } = summarize(readResults({ unitReport, browserReport }))
  expect([text, problem]).toEqual(['\n0 passed, 0 failed', undefined])
})

it('adds up both reports, and a file that could not be loaded counts as a failure', () => {
  const files = [
    aFile('a.test.ts', [aTest('one'), aTest('two', { outcome: 'failed' })]),
    aFile('b.test.ts', [], { errors: ['Cannot find module'] }),
  ]
  writeFileSync(unitReport, files.map((file) => `${JSON.stringify(file)}\n`).join(''))
  const results = [{ duration: 16_000 }, { duration: 17_000 }]
  const specs = [
    { title: 'a purchase', tests: [{ projectName: 'phone', status: 'flaky', results }] },
  ]
  writeFileSync(
    browserReport,
    JSON.stringify({ suites: [{ file: 'buy.spec.ts', suites: [{ specs }] }] }),
  )

  const { text, problem } = summarize(readResults({ unitReport, browserReport }))
  expect(text).toContain('  17.0 s  e2e/tests/buy.spec.ts: a purchase (phone)')
  expect(text).toContain('Passed only when repeated:\ne2e/tests/buy.spec.ts: a purchase (phone)')
  expect(text.split('\n').at(-1)).toBe('2 passed, 2 failed')
  expect(problem).toBeUndefined()
})

it('a run in which more than two tests passed only when repeated has failed', () => {
  const repeated = ['a', 'b', 'c'].map((title) => aTest(title, { retries: 1 }))
  const { problem } = summarize({ unit: [aFile('a.test.ts', repeated)], browser: [] })
  expect(problem).toBe('3 tests passed only when repeated, and at most 2 may')
})
