// `npm test`: what must hold before a change is merged; the rest is `npm run night`. Steps run beside
// one another, as many as the machine has cores for.
// `npm test -- lint unit` runs only the named steps.
import { availableParallelism } from 'node:os'
import { Failure, runMain } from './lib/console.mjs'
import { prepareRun } from './lib/prepare.mjs'
import { runSteps, since } from './lib/steps.mjs'
import { readResults, summarize } from './lib/test-results.mjs'

const steps = [
  { name: 'pages', minutes: 6, command: 'node scripts/build.mjs' },
  { name: 'types', minutes: 5, command: 'npm run --silent types' },
  { name: 'lint', minutes: 3, command: 'npm run --silent lint' },
  { name: 'boundaries', minutes: 3, command: 'npm run --silent boundaries' },
  { name: 'dead code', minutes: 3, command: 'npm run --silent knip' },
  {
    name: 'end-to-end',
    minutes: 20,
    after: ['pages'],
    needsBrowser: true,
    command: 'npm run --silent e2e',
  },
  // The tests' worker thread loads the built mails, as the program does.
  {
    name: 'unit',
    minutes: 20,
    after: ['pages'],
    command: 'npm run --silent unit',
  },
  {
    name: 'chaos',
    minutes: 5,
    after: ['pages'],
    command: 'npm run --silent chaos -- --short --only crashes',
  },
]

await runMain(async () => {
  const startedAt = performance.now()
  const chosen = chooseSteps(process.argv.slice(2))
  const { env, reports } = await prepareRun('test', {
    needsBrowser: chosen.some(({ needsBrowser }) => needsBrowser),
  })
  const failures = await runSteps(chosen, { env, cores: availableParallelism() })
  const { text, problem } = summarize(readResults(reports))
  if (problem) failures.push(problem)
  const names = chosen.map(({ name }) => name).join(', ')
  if (failures.length === 0) console.log(`\nAll of ${names} in ${since(startedAt)}.`)
  console.log(text)
  if (failures.length > 0) throw new Failure(`npm test failed: ${failures.join('; ')}.`)
})

function chooseSteps(names) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown) {
    const known = steps.map((step) => `"${step.name}"`).join(', ')
    throw new Failure(`There is no step "${unknown}". The steps are: ${known}.`)
  }
  return names.length === 0 ? steps : steps.filter((step) => names.includes(step.name))
}
