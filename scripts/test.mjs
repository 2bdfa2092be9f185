// `npm test`: everything that must hold, cheapest first; stops at the first failure.
// `npm test -- lint unit` runs only the named steps.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { Failure, runMain } from './lib/console.mjs'
import { countTests, describeCounts } from './lib/counts.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { environmentFor, root, run } from './lib/run.mjs'

const reports = join(root, '.cache/test-reports')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** Steps with `atOnce` that follow one another run at the same time: each alone leaves a core idle. */
const steps = [
  { name: 'lint', minutes: 2, atOnce: true, command: 'npm run --silent lint' },
  { name: 'types', minutes: 5, atOnce: true, command: 'npm run --silent types' },
  { name: 'boundaries', minutes: 2, atOnce: true, command: 'npm run --silent boundaries' },
  { name: 'dead code', minutes: 2, atOnce: true, command: 'npm run --silent knip' },
  // The tests' worker thread loads the built mails, as the program does.
  { name: 'pages', minutes: 6, atOnce: true, command: 'node scripts/build.mjs' },
  { name: 'unit', minutes: 30, command: 'vitest run' },
  { name: 'chaos', minutes: 5, command: 'npm run --silent chaos -- --short' },
  { name: 'chaos:money', minutes: 5, command: 'npm run --silent chaos:money -- --short' },
  { name: 'upgrade', minutes: 10, command: 'npm run --silent upgrade:drill -- --short' },
  { name: 'end-to-end', minutes: 35, needsBrowser: true, command: 'npm run --silent e2e' },
]

await runMain(async () => {
  const chosen = chooseSteps(process.argv.slice(2))
  const startedAt = performance.now()
  const node = await ensureInstalled()
  const browser = chosen.some((step) => step.needsBrowser) ? await ensureBrowser(node) : undefined
  const env = environmentFor(node, {
    // Set to "production", the tests would use the libraries' production builds.
    NODE_ENV: undefined,
    // Tests start our programs a hundred times, and half of a start is compiling the same modules.
    NODE_COMPILE_CACHE: join(root, '.cache/node-modules-compiled'),
    VITEST_JSON_OUTPUT_NAME: vitestReport,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    ...(browser && { CHROMIUM_PATH: browser }),
  })
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  for (const together of groupsOf(chosen)) {
    const problems = await Promise.all(
      together.map((step) => problemWith(step, env, together.length > 1)),
    )
    const failed = problems.findIndex(Boolean)
    if (failed >= 0) {
      console.log(`\n${describeCounts(currentCounts())}`)
      throw new Failure(`npm test failed at "${together[failed].name}": ${problems[failed]}.`)
    }
  }
  console.log(`\nAll of ${chosen.map((step) => step.name).join(', ')} in ${since(startedAt)}.`)
  console.log(describeCounts(currentCounts()))
})

function chooseSteps(names) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown) {
    const known = steps.map((step) => `"${step.name}"`).join(', ')
    throw new Failure(`There is no step "${unknown}". The steps are: ${known}.`)
  }
  return names.length === 0 ? steps : steps.filter((step) => names.includes(step.name))
}

/** The steps in their order, those in one array that run at the same time. */
function groupsOf(chosen) {
  const groups = []
  for (const step of chosen) {
    const before = groups.at(-1)
    if (step.atOnce && before?.[0].atOnce) before.push(step)
    else groups.push([step])
  }
  return groups
}

/**
 * Runs a step under its headline, with its output at its end if other steps run meanwhile. Returns
 * what is wrong, or undefined.
 */
async function problemWith(step, env, hasCompany) {
  const headline = `\n── ${step.name}`
  if (!hasCompany) console.log(headline)
  const startedAt = performance.now()
  const limits = { env, timeoutSeconds: step.minutes * 60, quiet: hasCompany }
  const { code, output, timedOut } = await run('sh', ['-c', step.command], limits)
  if (hasCompany) console.log(`${headline}\n${output.trimEnd()}`)
  if (timedOut) return `it took longer than ${step.minutes} minutes`
  if (code !== 0) return `exit code ${code}`
  console.log(`── ${step.name}: passed in ${since(startedAt)}`)
  return undefined
}

function currentCounts() {
  return countTests({ vitestReport, playwrightReport })
}

function since(startedAt) {
  const seconds = (performance.now() - startedAt) / 1000
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
