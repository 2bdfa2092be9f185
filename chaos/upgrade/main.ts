/**
 * `npm run upgrade:drill [-- --short]`: the last release and this one side by side on one database, under
 * load: forward server by server, back, forward again, and contract. Prints a row for each step and
 * exits with 1 if a single request failed. The short form takes one server forward and back. What it
 * proves: docs/reliability.md.
 */
import { parseArgs } from 'node:util'
import { migrate } from '@foyer/db'
import { runCommand } from '@foyer/testkit/command'
import { checkEverything } from '../checks.ts'
import { Problems } from '../journal.ts'
import { Load } from '../load.ts'
import { percentile } from '../statistics.ts'
import { checkOutLastRelease, type LastRelease, NoReleaseError } from './last-release.ts'
import { openStage, type Stage } from './stage.ts'

const CLIENTS = 16
/** Fewer than the servers can take, because servers start beside them on the same cores. */
const VISITS_PER_SECOND = 5
/** Acknowledged answers that each step waits for, beside what it does. */
const ACKNOWLEDGED_EACH = 150
const ACKNOWLEDGED_EACH_IN_SHORT = 40
const CROWD = { clients: CLIENTS, visitsPerSecond: VISITS_PER_SECOND }
const FAILURES_SHOWN = 3
/**
 * A server refuses holds while its machine gives it no time. Here both servers, the one that starts, the
 * database and the buyers share it, so a step that fails for nothing else is played once more.
 */
const OVERLOADED = '503 busy'

interface Step {
  name: string
  isShort: boolean
  run(stage: Stage): Promise<unknown>
}

const nothing = async () => {}
const expand = ({ postgres, migrations }: Stage) => migrate(postgres.url, { folder: migrations })

const STEPS: readonly Step[] = [
  { name: 'two servers of the last release', isShort: true, run: nothing },
  { name: 'migrations of phase expand', isShort: true, run: expand },
  { name: 'forward: the first server', isShort: true, run: (on) => on.replace(0, 'present') },
  { name: 'forward: the second server', isShort: false, run: (on) => on.replace(1, 'present') },
  { name: 'back: the first server', isShort: true, run: (on) => on.replace(0, 'last') },
  { name: 'back: the second server', isShort: false, run: (on) => on.replace(1, 'last') },
  {
    name: 'forward again: the first server',
    isShort: false,
    run: (on) => on.replace(0, 'present'),
  },
  {
    name: 'forward again: the second server',
    isShort: false,
    run: (on) => on.replace(1, 'present'),
  },
  {
    name: 'migrations of phase contract',
    isShort: false,
    run: ({ postgres, migrations }) =>
      migrate(postgres.url, { folder: migrations, contract: true }),
  },
]

/** What a migration must not do in phase expand: the last release writes this column with each hold. */
const DESTRUCTIVE = 'alter table holds rename column line to rank'

let passed = 0
let failed = 0
function check(name: string, isGood: boolean, figures = '', details: readonly string[] = []): void {
  if (isGood) passed += 1
  else failed += 1
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name.padEnd(36)} ${figures}`)
  for (const detail of details.slice(0, FAILURES_SHOWN)) console.log(`         ${detail}`)
}

async function drill(started: AsyncDisposableStack, last: LastRelease, isShort: boolean) {
  const problems = new Problems()
  const stage = await openStage(started, last, problems)
  const failures: string[] = []
  const onFailure = (what: string) => failures.push(what)
  const { sale, url } = stage
  const load = new Load({ urls: [url], sale, problems, onFailure, ...CROWD })
  let requests = 0
  const play = async (step: Step) => {
    const begunAt = performance.now()
    await step.run(stage)
    await load.untilAcknowledged(isShort ? ACKNOWLEDGED_EACH_IN_SHORT : ACKNOWLEDGED_EACH)
    const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
    const latencies = load.takeLatencies()
    const p99 = Math.round(percentile(latencies, 0.99))
    const slowest = Math.round(percentile(latencies, 1))
    requests += latencies.length
    const failed = failures.splice(0)
    const figures = `${seconds} s, ${latencies.length} requests, p99 ${p99} ms, slowest ${slowest} ms, failed ${failed.length}`
    return { figures, failed }
  }
  for (const step of STEPS) {
    if (isShort && !step.isShort) continue
    let played = await play(step)
    if (played.failed.length > 0 && played.failed.every((what) => what.endsWith(OVERLOADED))) {
      console.log(`again  ${step.name.padEnd(36)} ${played.figures}, all for overload`)
      played = await play(step)
    }
    check(step.name, played.failed.length === 0, played.figures, played.failed)
  }
  const visits = await load.stop()
  await checkEverything(stage.sql, sale, visits, problems)
  const found = problems.takeNew()
  const figures = `${requests} requests, ${load.acknowledged} acknowledged, ${visits.length} carts`
  check('nothing lost, and the audit agrees', found.length === 0, figures, found)
  const folder = await stage.close(failed > 0)
  if (failed > 0) console.log(`Logs of the servers and of PostgreSQL: ${folder}`)
}

async function control(started: AsyncDisposableStack, last: LastRelease) {
  const problems = new Problems()
  const stage = await openStage(started, last, problems)
  let failures = 0
  const onFailure = () => {
    failures += 1
  }
  const { sale, url } = stage
  const load = new Load({ urls: [url], sale, problems, onFailure, ...CROWD })
  await load.untilAcknowledged(ACKNOWLEDGED_EACH_IN_SHORT)
  const before = failures
  await stage.sql(DESTRUCTIVE)
  await untilFound(() => failures > before)
  await stage.sql('alter table holds rename column rank to line')
  await load.stop()
  await stage.close(false)
  const isFound = before === 0 && failures > 0
  check('control: a column renamed at a start', isFound, `failed ${failures} (must be more than 0)`)
}

const CONTROL_WITHIN_MS = 20_000
async function untilFound(isFound: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + CONTROL_WITHIN_MS
  while (!isFound() && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

await runCommand(async (started) => {
  const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
  try {
    const last = await checkOutLastRelease((text) => console.log(text))
    console.log(`The last release is ${last.commit.slice(0, 12)}; ${CLIENTS} buyers never stop.`)
    await drill(started, last, values.short)
    if (!values.short) await control(started, last)
  } catch (error) {
    if (!(error instanceof NoReleaseError)) throw error
    // A copy without the history is no reason to fail the tests there.
    console.log(`${values.short ? 'Left out. ' : ''}${error.message}`)
    return values.short ? 0 : 1
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
