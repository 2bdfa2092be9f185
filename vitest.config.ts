import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node'

const FILES = [
  'packages/**/*.test.{ts,tsx}',
  'apps/**/*.test.{ts,tsx}',
  'deploy/**/*.test.ts',
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
 * nothing to do.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
const LONG = /\/apps\/server\/test\/(races\/|model-check|demo-in-production)/

const jsonFile = process.env.VITEST_JSON_OUTPUT_NAME
const jsonReport: InlineConfig['reporters'] = jsonFile ? [['json', { outputFile: jsonFile }]] : []

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
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Tests of the operator's programs start several, each of which takes seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // None, except where `.ci/run` asks for it: see e2e/playwright.config.ts.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    reporters: ['default', './scripts/lib/flaky-tests.mjs', ...jsonReport],
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
