/**
 * `npm run mutations`: changes one decision about money or stock at a time and runs the tests that reach
 * it. A change that no test notices is a survivor: a test is missing, or the change makes no difference.
 * Prints the scores and the survivors; exits with 1 if a score is below its floor (areas.ts), or if an
 * explanation of a survivor (explained.ts) fits none.
 *
 * `npm run mutations -- rules` or `-- lanes` runs one of the areas; `--file refund.ts` mutates the files
 * whose path ends so; `--fresh` forgets the results of earlier runs, which otherwise count as long as
 * neither the mutated code nor the tests that reach it changed. That cannot see a change of other code
 * that they use: a score that is to be published comes from a fresh run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, runCommand } from '@foyer/testkit/command'
import { endGroup } from '../scripts/lib/process-group.mjs'
import { AREA_NAMES, AREA_VARIABLE, AREAS, type AreaName, CACHE } from './areas.ts'
import { EXPLAINED } from './explained.ts'
import { type Result, readReport, scoreOf, survivorText, tableOf } from './report.ts'

const root = resolve(import.meta.dirname, '..')

await runCommand(async (started) => {
  const { areas, file, isFresh } = readOptions()
  mkdirSync(join(root, CACHE), { recursive: true })
  const problems: string[] = []
  for (const area of areas) {
    const files = filesOf(area, file)
    if (files.length === 0) continue
    const startedAt = performance.now()
    const report = await mutate(started, area, files, isFresh)
    const result = readReport(report, files, EXPLAINED)
    const text = describe(area, result, (performance.now() - startedAt) / 60_000)
    writeFileSync(join(root, CACHE, `${area}.txt`), text)
    console.log(text)
    problems.push(...problemsOf(area, result, file === ''))
  }
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
})

function filesOf(area: AreaName, ending: string): readonly string[] {
  return AREAS[area].files.filter((each) => each.endsWith(ending))
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fresh: { type: 'boolean', default: false },
      file: { type: 'string', default: '' },
    },
  })
  const { file, fresh: isFresh } = values
  const unknown = positionals.find((word) => !(word in AREAS))
  if (unknown !== undefined)
    throw new CommandError(`'${unknown}' is none of ${AREA_NAMES.join(', ')}`)
  const areas = AREA_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name))
  if (!areas.some((area) => filesOf(area, file).length > 0))
    throw new CommandError(`No file that is mutated has a path that ends with '${file}'`)
  return { areas, file, isFresh }
}

/** Runs Stryker in a process of its own, since it ends its process and takes its options from a file. */
async function mutate(
  started: AsyncDisposableStack,
  area: AreaName,
  files: readonly string[],
  isFresh: boolean,
) {
  const report = join(root, CACHE, `${area}.json`)
  rmSync(report, { force: true })
  const program = join(root, 'mutations/node_modules/.bin/stryker')
  const args = ['run', 'mutations/stryker.mjs', '--mutate', files.join(',')]
  const child = spawn(program, isFresh ? [...args, '--force'] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      [AREA_VARIABLE]: area,
      // Set to "production", the tests would use the libraries' production builds.
      NODE_ENV: undefined,
      // Every mutant of a constant is tested in a new process, which would compile the same modules again.
      NODE_COMPILE_CACHE: join(root, '.cache/node-modules-compiled'),
    },
    // A group of its own can be ended as a whole, with the processes of the tests.
    detached: true,
  })
  started.defer(() => {
    endGroup(child)
    rmSync(join(root, CACHE, 'copies', area), { recursive: true, force: true })
  })
  const [code] = await once(child, 'exit')
  // The processes of the tests may outlive it.
  endGroup(child)
  if (code !== 0) throw new CommandError(`Stryker could not mutate ${area}: exit code ${code}`)
  return JSON.parse(readFileSync(report, 'utf8'))
}

function describe(area: AreaName, result: Result, minutes: number): string {
  const { title, floor } = AREAS[area]
  const score = scoreOf(result.total).toFixed(1)
  return [
    `\n${title}\n`,
    tableOf(result),
    `\nScore: ${score} %, of at least ${floor} %, in ${minutes.toFixed(1)} minutes`,
    `\n${result.survivors.length} survivors\n`,
    ...result.survivors.map(survivorText),
    `\n${result.explained.length} explained\n`,
    ...result.explained.map((each) => `${survivorText(each)}\n    ${each.reason}`),
    '',
  ].join('\n')
}

function problemsOf(area: AreaName, { total, problems }: Result, isWhole: boolean): string[] {
  const { title, floor } = AREAS[area]
  const score = scoreOf(total)
  const isBelow = isWhole && score < floor
  return [
    ...problems,
    ...(isBelow ? [`${title}: the score of ${score.toFixed(1)} % is below ${floor} %`] : []),
  ]
}
