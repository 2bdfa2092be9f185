import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'

/**
 * A reporter of vitest: appends a line of JSON for each test file as soon as it ends, so that a run
 * that is stopped leaves what it has shown (`test-results.mjs` reads them). Prints the tests that
 * passed only when they were repeated, and why they failed first.
 *
 * A test that the filter of tags leaves out is not reported: it belongs to another command.
 */
export default class UnitReport {
  #file

  /** `TEST_ENDS_AT` is the moment, in milliseconds of the epoch, after which no test begins. */
  onInit(vitest) {
    const endsAt = Number(process.env.TEST_ENDS_AT)
    if (!endsAt) return
    const timer = setTimeout(() => vitest.cancelCurrentRun('keyboard-input'), endsAt - Date.now())
    timer.unref()
  }

  constructor({ outputFile } = {}) {
    this.#file = outputFile
    if (outputFile) mkdirSync(dirname(outputFile), { recursive: true })
  }

  onTestModuleEnd(module) {
    if (!this.#file) return
    const { duration, collectDuration, setupDuration } = module.diagnostic()
    const tests = [...module.children.allTests()].filter((test) => !isLeftOut(test))
    const line = {
      file: pathOf(module),
      seconds: (duration + collectDuration + setupDuration) / 1000,
      // Of a file that cannot be loaded, no test is known.
      errors: module.errors().map(({ message }) => message),
      tests: tests.map((test) => ({
        title: test.fullName,
        outcome: test.result().state,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000,
        retries: test.diagnostic()?.retryCount ?? 0,
      })),
    }
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  onTestRunEnd(modules) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    )
    if (flaky.length === 0) return
    console.log(`\n ${flaky.length} passed only when repeated`)
    for (const test of flaky) {
      const reasons = (test.result().errors ?? []).map(({ message }) => `\n     ${message}`)
      console.log(`   ${pathOf(test.module)} > ${test.fullName}${reasons.join('')}`)
    }
  }
}

const pathOf = (module) => relative(process.cwd(), module.moduleId)

const isLeftOut = (test) =>
  test.result().state === 'skipped' && test.module.project.config.tagsFilter !== undefined
