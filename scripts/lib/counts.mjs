import { existsSync, readFileSync } from 'node:fs'

/**
 * Reads from the JSON reports of vitest and Playwright how many tests passed, failed and were
 * skipped. A missing report counts nothing.
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

/** The line that tells people and machines the result of a run. */
export function describeCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

function sum(...counts) {
  return counts.reduce((total, count) => total + (count ?? 0), 0)
}
