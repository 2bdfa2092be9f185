// `npm run check`: the loop from hour to hour. Lint of what changed, types, boundaries, and the tests
// that the change can reach, nearest first. Begins nothing new after two minutes, and lists what it
// left.
// `npm run check -- --since <commit>` takes what changed since then; otherwise what is not committed,
// or, if everything is, the last commit.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Failure, runMain } from './lib/console.mjs'
import { prepareRun } from './lib/prepare.mjs'
import { importersIn, readText, testsReached } from './lib/reach.mjs'
import { root, run } from './lib/run.mjs'
import { runSteps, since } from './lib/steps.mjs'
import { readResults, summarize } from './lib/test-results.mjs'

const LIMIT_SECONDS = 120
/** What the end of a run takes: stopping the database, and what a file does when it is stopped. */
const ENDING_SECONDS = 8
const LEFT_SHOWN = 15

await runMain(async () => {
  const startedAt = performance.now()
  const { changed, changedText } = readChange(process.argv.slice(2))
  if (changed.length === 0) throw new Failure('Nothing has changed.')
  const { env, reports } = await prepareRun('check', { needsBrowser: false })

  const { report, problem } = await readImports(env)
  const failures = problem ? [problem] : []
  const reached = testsReached(changed, importersIn(report), {
    changedText,
    textOf: readText(root),
  })
  const linted = changed.filter((path) => existsSync(join(root, path)))
  const named = linted.map((path) => `'${path}'`).join(' ')
  const left = (LIMIT_SECONDS - ENDING_SECONDS) * 1000 - (performance.now() - startedAt)
  const steps = [
    {
      name: 'lint',
      minutes: 2,
      command: `biome check --no-errors-on-unmatched ${named} && node scripts/lint-patterns.mjs ${named}`,
    },
    { name: 'types', minutes: 2, command: 'npm run --silent types' },
    ...(reached.length === 0 ? [] : [{ name: 'tests', minutes: 3, command: testCommand(reached) }]),
  ]
  const testEnv = {
    ...env,
    TEST_ORDER: reached.join('\n'),
    TEST_ENDS_AT: String(Date.now() + left),
  }
  const problems = await runSteps(steps, { env: testEnv, cores: availableParallelism() + 1 })

  const results = readResults(reports)
  const isWhole = ({ tests }) => tests.every(({ outcome }) => outcome !== 'pending')
  const done = new Set(results.unit.filter(isWhole).map(({ file }) => file))
  const missing = reached.filter((path) => !done.has(path))
  console.log(
    `\n${done.size} of ${reached.length} test files that the change can reach, in ${since(startedAt)}.`,
  )
  if (missing.length > 0) printLeft(missing)
  // Vitest ends with 1 as well if it was told to stop, whatever the tests that have run said.
  const wasOnlyCut = missing.length > 0 && !results.unit.some(hasFailed)
  failures.push(...problems.filter((problem) => !(wasOnlyCut && problem.startsWith('"tests"'))))
  if (changed.some((path) => /^(apps|packages|e2e)\//.test(path))) {
    console.log('Left to `npm test`: the browser tests and chaos.')
  }
  console.log(summarize(results).text)
  if (failures.length > 0) throw new Failure(`npm run check failed: ${failures.join('; ')}.`)
})

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim()
}

function hasFailed({ errors, tests }) {
  return errors.length > 0 || tests.some(({ outcome }) => outcome === 'failed')
}

/** The paths that changed, and the lines of the change with their surroundings. */
function readChange([option, commit]) {
  if (option !== undefined && (option !== '--since' || !commit)) {
    throw new Failure('Usage: npm run check -- [--since <commit>]')
  }
  const base = commit ?? (git('status', '--porcelain') ? 'HEAD' : 'HEAD~1')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const changed = `${git('diff', '--name-only', base)}\n${untracked}`.split('\n').filter(Boolean)
  // The heading of each part names the function around it.
  return { changed, changedText: git('diff', '-U1', base) }
}

/** Reads who imports whom; the same run checks the boundaries. */
async function readImports(env) {
  const folders = 'apps packages scripts deploy'
  const command = `depcruise --config .dependency-cruiser.cjs --output-type json ${folders} 2>/dev/null`
  const { output } = await run('sh', ['-c', command], { env, timeoutSeconds: 60, quiet: true })
  const report = JSON.parse(output)
  const broken = report.summary.violations.filter(({ from }) => /^(apps|packages)\//.test(from))
  for (const { rule, from, to } of broken) console.log(`${rule.name}: ${from} → ${to}`)
  return {
    report,
    problem: broken.length > 0 ? `"boundaries": ${broken.length} broken` : undefined,
  }
}

/** The tags leave out what belongs to the night. */
function testCommand(files) {
  return `vitest run --tags-filter '!night' ${files.map((path) => `'${path}'`).join(' ')}`
}

function printLeft(missing) {
  console.log(`Left at ${LIMIT_SECONDS} s: ${missing.length} files, the nearest of them:`)
  for (const path of missing.slice(0, LEFT_SHOWN)) console.log(`  ${path}`)
}
