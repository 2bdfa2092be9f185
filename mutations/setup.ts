import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Stryker's: whether tests are looked for that reach mutants, or a mutant is tested. */
    mode?: 'dry-run' | 'mutant'
    mutantActivation?: 'static' | 'runtime'
  }
}

// With another seed in each run, some mutants would be killed in one run and survive the next.
fc.configureGlobal({ seed: 20_270_531 })

/** What Stryker's own set-up file, which runs before this one, keeps in the process of the tests. */
interface Instrumenter {
  activeMutant?: string
  currentTestId?: string | undefined
  mutantCoverage?: {
    static: Record<string, number>
    perTest: Record<string, Record<string, number>>
  }
}

interface Task {
  name: string
  type: string
  suite?: Task | undefined
  tasks?: readonly Task[]
}

/**
 * While tests are looked for that reach a mutant, Stryker counts what runs outside of a test, such as a
 * `beforeAll` that sells tickets, as if a module ran it while it is loaded, and would run all tests for
 * such a mutant. It is counted as reached by all tests of its file instead.
 */
const stryker: Instrumenter | undefined = Reflect.get(globalThis, '__stryker__')

// Still that of the run before, in a process that is kept; the next one is switched on before the first
// test, so that what a test file does while it is loaded is done without any.
if (stryker && inject('mutantActivation') === 'runtime') delete stryker.activeMutant

if (stryker && inject('mode') === 'dry-run') {
  const file = expect.getState().testPath ?? ''
  const besideTests = `${file}#beside tests`
  let testId: string | undefined
  let isLoaded = false
  // The process has counted for the files before this one, and has reported that. Counted again with
  // each file, a loop would end only after many times as many rounds as needed.
  const { perTest: before = {}, static: staticBefore = {} } = stryker.mutantCoverage ?? {}
  for (const key of Object.keys(before)) delete before[key]
  for (const key of Object.keys(staticBefore)) delete staticBefore[key]
  Object.defineProperty(stryker, 'currentTestId', {
    configurable: true,
    get: () => testId ?? (isLoaded ? besideTests : undefined),
    set(id: string | undefined) {
      testId = id
    },
  })
  let tests: readonly string[] = []
  beforeAll(() => {
    isLoaded = true
  })
  beforeEach(({ task }) => {
    if (tests.length === 0) tests = testsIn(task.file)
  })
  afterAll(() => {
    isLoaded = false
    const { perTest = {} } = stryker.mutantCoverage ?? {}
    const reached = Object.entries(perTest[besideTests] ?? {})
    delete perTest[besideTests]
    for (const name of tests) {
      const id = `${file}#${name}`
      const ofTest = perTest[id] ?? {}
      for (const [mutant, hits] of reached) ofTest[mutant] = (ofTest[mutant] ?? 0) + hits
      perTest[id] = ofTest
    }
  })
}

/** The tests of a suite, by the names that Stryker gives them. */
function testsIn({ tasks = [] }: Task): string[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : fullName(task)))
}

function fullName(task: Task): string {
  const names = [task.name]
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name)
  return names.join(' > ').trim()
}
