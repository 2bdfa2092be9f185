import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { CACHE, currentArea } from './areas.ts'

const { name, files, mutatorsOff, mutatesConstants, notCopied } = currentArea()

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  // By its path, since Stryker would look for plugins beside itself and load all that it finds.
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  vitest: { configFile: 'mutations/vitest.config.ts', pool: 'forks' },
  mutate: [...files],
  mutator: { excludedMutations: [...mutatorsOff] },
  coverageAnalysis: 'perTest',
  ignoreStatic: !mutatesConstants,
  // Vitest removes types without checking them.
  disableTypeChecks: false,
  // Stryker would rewrite it with the interface of an older TypeScript. The copies need no other one.
  tsconfigFile: 'none',
  tempDirName: `${CACHE}/copies/${name}`,
  cleanTempDir: 'always',
  ignorePatterns: [...notCopied, '/.cache', '/test-results', '/shots'],
  // A link to our node_modules would lead tests to the packages outside the copy, without mutants.
  symlinkNodeModules: false,
  buildCommand: 'node mutations/link-workspaces.ts',
  incremental: true,
  incrementalFile: `${CACHE}/${name}-results.json`,
  reporters: ['json', 'html', ...(process.stdout.isTTY ? ['progress'] : ['progress-append-only'])],
  jsonReporter: { fileName: `${CACHE}/${name}.json` },
  htmlReporter: { fileName: `${CACHE}/${name}.html` },
  // What a run may take beyond what it took without a mutant, before it counts as endless.
  timeoutMS: 10_000,
  timeoutFactor: 1.5,
  dryRunTimeoutMinutes: 15,
  // Stryker would leave a core to whoever works beside it.
  concurrency: availableParallelism(),
  allowConsoleColors: false,
  logLevel: 'info',
}
