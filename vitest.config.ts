import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const FILES = [
  'packages/**/*.test.{ts,tsx}',
  'apps/**/*.test.{ts,tsx}',
  '{deploy,mutations}/**/*.test.ts',
  'scripts/**/*.test.mjs',
]
const NO_FILES = ['**/node_modules/**', '**/dist/**']

/** Files that replace modules, which a process that has run others may have loaded already. */
const replacingModules = globSync(FILES, { cwd: import.meta.dirname, exclude: NO_FILES }).filter(
  (file) => readFileSync(new URL(file, import.meta.url), 'utf8').includes('vi.mock('),
)

/**
 * Begins with the files that take longest. Without an earlier run vitest begins with the largest
 * ones, but a race is a file of three lines that runs for a minute: left to the end, one worker had
 * nothing to do. `npm run check` gives an order of its own, the nearest files first.
 */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const given = process.env.TEST_ORDER?.split('\n')
    if (given) {
      const place = ({ moduleId }: TestSpecification) =>
        given.findIndex((file) => moduleId.endsWith(`/${file}`))
      return sorted.toSorted((a, b) => place(a) - place(b))
    }
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
const LONG = /\/apps\/server\/test\/(races\/|model-check|demo-in-production)/

export default defineConfig({
  resolve: {
    alias: {
      // The server loads them built; tests take the sources, so that they need no build.
      '@foyer/mails/templates': fileURLToPath(
        new URL('packages/mails/src/templates.tsx', import.meta.url),
      ),
    },
  },
  test: {
    pool: 'forks',
    maxWorkers: Number(process.env.TEST_WORKERS ?? availableParallelism()),
    sequence: { sequencer: InOrder },
    tags: [
      { name: 'night', description: 'Run by `npm run night` and not by `npm test`.' },
      { name: 'sampled', description: 'Tries some of its cases in `npm test`, all in the night.' },
    ],
    strictTags: true,
    // Tests of the operator's programs start several, each of which takes seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that fails is repeated once and listed: see scripts/lib/test-results.mjs.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    reporters: [
      'default',
      ['./scripts/lib/unit-report.mjs', { outputFile: process.env.UNIT_REPORT }],
    ],
    // A second, as it would be, is less than a pause of a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: FILES,
          exclude: [...NO_FILES, ...replacingModules],
          globalSetup: ['./scripts/lib/build-mails-for-tests.mjs', '@foyer/testkit/global-setup'],
          setupFiles: ['@foyer/testkit/reset-mocks'],
          // To start and load the same modules for every file would take as long as the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: replacingModules } },
    ],
  },
})
