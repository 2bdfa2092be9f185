import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { currentArea } from './areas.ts'
import { keepFork } from './kept-fork.ts'

const { tests, noTests } = currentArea()
const inCopy = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Most mutants are killed by a worked case, which then spares the thousands of a property. */
const isSlow = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('.property.'))

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => isSlow(a) - isSlow(b) || a.moduleId.localeCompare(b.moduleId))
  }
}

export default defineConfig({
  plugins: [keepFork],
  resolve: {
    alias: {
      // As in the configuration of all tests.
      '@foyer/mails/templates': inCopy('packages/mails/src/templates.tsx'),
    },
  },
  test: {
    include: [...tests],
    exclude: ['**/node_modules/**', ...noTests],
    sequence: { sequencer: QuickestFirst },
    tags: [{ name: 'night' }, { name: 'sampled' }],
    // One process runs all files: to load the same modules for each would take most of the time.
    isolate: false,
    maxWorkers: 1,
    // A mutant of which an answer never comes is killed after this.
    testTimeout: 15_000,
    hookTimeout: 15_000,
    expect: { poll: { timeout: 5000 } },
    setupFiles: [inCopy('mutations/setup.ts')],
  },
})
