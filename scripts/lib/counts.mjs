import { existsSync, readFileSync } from 'node:fs'

/**
 * How many tests passed, failed and were skipped, read from the JSON reports of vitest and
 * Playwright. A report that is missing counts nothing.
 */
export function countTests({ vitestReport, playwrightReport }) {
  const vitest = readReport(vitestReport)
  const { stats = {} } = readReport(playwrightReport)
  return {
    passed: sum(vitest.numPassedTests, stats.expected, stats.flaky),
    failed: sum(vitest.numFailedTests, stats.unexpected),
    skipped: sum(vitest.numPendingTests, vitest.numTodoTests, stats.skipped),
  }
}

/** The line by which people and machines know how a run went. */
export function describeCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

function sum(...counts) {
  return counts.reduce((total, count) => total + (count ?? 0), 0)
}
