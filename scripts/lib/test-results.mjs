import { existsSync, readFileSync } from 'node:fs'

/** Seconds that a file of unit tests, and a browser test, may take on a quiet machine with two cores. */
const BUDGETS = { file: 20, browserTest: 15 }
/** A run in which more tests than this passed only when repeated has failed. */
const MOST_RETRIES = 2

const SLOWEST_SHOWN = 10

/**
 * @typedef {{ file: string, seconds: number, errors: string[], tests: TestResult[] }} FileResult
 * @typedef {{ title: string, outcome: 'passed' | 'failed' | 'skipped', seconds: number, retries: number }} TestResult
 */

/**
 * Reads the results of a run: those of vitest (`unit-report.mjs`) and those of Playwright's reporter
 * 'json'. A missing report has none.
 *
 * @returns {{ unit: FileResult[], browser: FileResult[] }}
 */
export function readResults({ unitReport, browserReport }) {
  const lines = existsSync(unitReport) ? readFileSync(unitReport, 'utf8').split('\n') : []
  const unit = lines.filter(Boolean).map((line) => JSON.parse(line))
  const { suites = [] } = existsSync(browserReport)
    ? JSON.parse(readFileSync(browserReport, 'utf8'))
    : {}
  return { unit, browser: suites.map(browserFile) }
}

function browserFile(suite) {
  const tests = specsOf(suite).flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      title: `${title} (${projectName})`,
      outcome: { expected: 'passed', flaky: 'passed', skipped: 'skipped' }[status] ?? 'failed',
      seconds: (results.at(-1)?.duration ?? 0) / 1000,
      retries: Math.max(0, results.length - 1),
    })),
  )
  const seconds = tests.reduce((total, test) => total + test.seconds, 0)
  return { file: `e2e/tests/${suite.file}`, seconds, errors: [], tests }
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * What a run ends with: the slowest files, what exceeded its budget, the tests that were repeated,
 * and, as the last line, the counts that people and machines read.
 *
 * @returns {{ text: string, problem: string | undefined, retried: number }} `problem` fails a run whose tests passed.
 */
export function summarize({ unit, browser }) {
  const files = [...unit, ...browser]
  const tests = files.flatMap(({ file, tests }) => tests.map((test) => ({ file, ...test })))
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
  const overBudget = [
    ...unit
      .filter(({ seconds }) => seconds > BUDGETS.file)
      .map(({ file, seconds }) => `${shown(seconds)}  ${file}`),
    ...browser.flatMap(({ file, tests }) =>
      tests
        .filter(({ seconds }) => seconds > BUDGETS.browserTest)
        .map(({ title, seconds }) => `${shown(seconds)}  ${file}: ${title}`),
    ),
  ]
  const retried = tests.filter(({ retries, outcome }) => retries > 0 && outcome === 'passed')
  const text = [
    section(
      'The slowest files',
      slowest.map(({ file, seconds }) => `${shown(seconds)}  ${file}`),
    ),
    section(
      `Over budget (${BUDGETS.file} s for a file, ${BUDGETS.browserTest} s for a browser test)`,
      overBudget,
    ),
    section(
      'Passed only when repeated',
      retried.map(({ file, title }) => `${file}: ${title}`),
    ),
    countLine(files, tests),
  ].join('')
  const problem =
    retried.length > MOST_RETRIES
      ? `${retried.length} tests passed only when repeated, and at most ${MOST_RETRIES} may`
      : undefined
  return { text, problem, retried: retried.length }
}

const shown = (seconds) => `${seconds.toFixed(1)} s`.padStart(8)

const section = (title, lines) =>
  lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `${line}\n`).join('')}`

function countLine(files, tests) {
  const count = (outcome) => tests.filter((test) => test.outcome === outcome).length
  const unloaded = files.filter(({ errors }) => errors.length > 0).length
  const skipped = count('skipped')
  const ending = skipped > 0 ? `, ${skipped} skipped` : ''
  return `\n${count('passed')} passed, ${count('failed') + unloaded} failed${ending}`
}
