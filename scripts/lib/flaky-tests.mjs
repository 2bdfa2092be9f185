import { relative } from 'node:path'

/** A reporter of vitest: lists the tests that failed first and passed when they were repeated, and why. */
export default class FlakyTests {
  onTestRunEnd(modules) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    )
    if (flaky.length === 0) return
    console.log(`\n ${flaky.length} flaky`)
    for (const test of flaky) {
      const file = relative(process.cwd(), test.module.moduleId)
      const reasons = (test.result().errors ?? []).map(({ message }) => `\n     ${message}`)
      console.log(`   ${file} > ${test.fullName}${reasons.join('')}`)
    }
  }
}
