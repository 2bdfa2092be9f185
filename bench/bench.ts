import type { BuiltEvent } from '@foyer/testkit/builder'
import {
  type BenchDatabase,
  fillPlaces,
  openBenchDatabase,
  PLENTY,
  stockRivals,
} from './database.ts'
import { BenchProcess } from './ipc.ts'
import type { Journey, LoadPlan, LoadReport } from './load/plan.ts'
import { runWrk } from './load/wrk.ts'
import type { Options } from './options.ts'
import { ServerProcess } from './server-process.ts'
import { VARIANTS, type Variant } from './variants.ts'

/** What every section of the benchmark gets. */
export interface Bench {
  options: Options
  database: BenchDatabase
  server: ServerProcess
  /** One session, with room for all. */
  hot: BuiltEvent
  /** A session of its own for each of the other ways, so that none waits for another's lock. */
  rivals: Record<Variant, { sessionId: string; typeId: string }>
  startServer(): Promise<ServerProcess>
  load(plan: LoadPlan): Promise<LoadReport>
}

/** `started` ends all of it. */
export async function openBench(options: Options, started: AsyncDisposableStack): Promise<Bench> {
  const database = await openBenchDatabase(started)
  const { build, tenantId } = database
  const hot = await build.event({ tenantId, capacity: PLENTY })
  const others = await build.event({ tenantId, capacity: PLENTY, sessions: VARIANTS.length })
  const lineOf = (variant: Variant) => ({
    sessionId: others.sessionIds[VARIANTS.indexOf(variant)] ?? '',
    typeId: others.typeId,
  })
  const rivals = {
    'no-op': lineOf('no-op'),
    'row-lock': lineOf('row-lock'),
    conditional: lineOf('conditional'),
    'place-rows': lineOf('place-rows'),
    'advisory-sum': lineOf('advisory-sum'),
  }
  const rivalSessions = Object.values(rivals).map((rival) => rival.sessionId)
  await stockRivals(database.pool, rivalSessions)
  await fillPlaces(database.pool, rivals['place-rows'].sessionId)
  const startServer = () =>
    ServerProcess.start(started, {
      databaseUrl: database.url,
      role: database.role,
      dataDir: database.dataDir,
      tenantId,
      eventId: others.eventId,
    })
  const server = await startServer()
  const loader = new BenchProcess<LoadPlan, LoadReport>(
    started,
    new URL('load.ts', import.meta.url),
  )
  return {
    options,
    database,
    server,
    hot,
    rivals,
    startServer,
    load: (plan) => loader.ask(plan),
  }
}

/** Medians over the rounds. */
export interface Sample {
  perSecond: number
  p50: number
  p99: number
  /** Answers of another status than expected, and none at all, over all rounds. */
  failed: number
  /** Answers of the expected status, over all rounds, late ones too. */
  answered: number
  /** What the first server spent on each of them, in CPU milliseconds; nothing else runs there. */
  cpuMsEach: number
  /** What the load generator used of a core. */
  generatorCpu: number
  /** Open loop: p99 of how much later than due a round was sent, in milliseconds. */
  lateMs: number
}

export interface Contender {
  journey: Journey
  /** What the last answer of a round should be. */
  status: number
  origins?: readonly string[]
  before?: () => Promise<unknown>
  /** Rounds that begin each second, answered or not; left out: closed loops. See LoadPlan. */
  arrivals?: number
  /** By `wrk` instead of the generator of our own. */
  byWrk?: boolean
}

/**
 * Runs all contenders in turn, round by round, so that what else the machine does falls on all
 * alike. Each is warmed up first.
 */
export async function interleave<Name extends string>(
  bench: Bench,
  contenders: Record<Name, Contender>,
  load: { clients: number; seconds: number },
): Promise<Record<Name, Sample>> {
  const { rounds, pace } = bench.options
  const names = Object.keys(contenders) as Name[]
  const reports = new Map<Name, LoadReport[]>()
  const cpuSeconds = new Map<Name, number>()
  const run = async (name: Name, seconds: number) => {
    const { journey, before, arrivals, byWrk, origins = [bench.server.url] } = contenders[name]
    await before?.()
    const plan: LoadPlan = { origins, journey, clients: load.clients, seconds }
    if (byWrk) return runWrk(plan)
    return bench.load(arrivals === undefined ? plan : { ...plan, arrivals })
  }
  for (const name of names) await run(name, 0.3)
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const before = await bench.server.usage()
      const report = await run(name, load.seconds * pace)
      const spent = (await bench.server.usage()).cpuSeconds - before.cpuSeconds
      cpuSeconds.set(name, (cpuSeconds.get(name) ?? 0) + spent)
      reports.set(name, [...(reports.get(name) ?? []), report])
    }
  }
  const samples = names.map((name) => [
    name,
    summary(reports.get(name) ?? [], contenders[name].status, cpuSeconds.get(name) ?? 0),
  ])
  return Object.fromEntries(samples)
}

function summary(reports: readonly LoadReport[], status: number, cpuSeconds: number): Sample {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const all = sum(reports.map(({ counts }) => sum(Object.values(counts))))
  const answered = sum(reports.map(({ counts }) => counts[status] ?? 0))
  return {
    perSecond: median(reports.map((report) => report.perSecond[status] ?? 0)),
    p50: median(reports.map((report) => report.p50)),
    p99: median(reports.map((report) => report.p99)),
    failed: all - answered + sum(reports.map((report) => report.unanswered)),
    answered,
    cpuMsEach: (cpuSeconds * 1000) / Math.max(1, answered),
    generatorCpu: median(reports.map((report) => report.cpuShare)),
    lateMs: median(reports.map((report) => report.lateMs)),
  }
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** A hold of `quantity` at `path`, from a browser of its own. */
export const holdJourney = (
  path: string,
  lines: readonly { sessionId: string; typeId: string }[],
  quantity = 1,
): Journey => ({ kind: 'hold', path, lines, quantity })

export const HOLDS = '/api/checkout/holds'
