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

/** Input of every section of the benchmark. */
export interface Bench {
  options: Options
  database: BenchDatabase
  server: ServerProcess
  /** One session, with stock for all runs. */
  hot: BuiltEvent
  /** One session per rival mechanism, so that none waits for another's lock. */
  rivals: Record<Variant, { sessionId: string; typeId: string }>
  startServer(): Promise<ServerProcess>
  load(plan: LoadPlan): Promise<LoadReport>
}

/** `started` ends everything that this starts. */
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
  /** Answers with an unexpected status, and missing answers, over all rounds. */
  failed: number
  /** Answers with the expected status, over all rounds, including late ones. */
  answered: number
  /** CPU milliseconds that the first server spent on each answer; nothing else runs there. */
  cpuMsEach: number
  /** The load generator's use of one core. */
  generatorCpu: number
  /** Open loop: p99 of the delay between a round's due time and its sending, in milliseconds. */
  lateMs: number
}

export interface Contender {
  journey: Journey
  /** The expected status of a round's last answer. */
  status: number
  origins?: readonly string[]
  before?: () => Promise<unknown>
  /** Open loop: rounds begun per second, answered or not. If absent: closed loops. See LoadPlan. */
  arrivals?: number
  /** Sends with `wrk` instead of our own generator. */
  byWrk?: boolean
}

/**
 * Runs all contenders in turn, round by round, so that other work of the machine affects all of them
 * alike. Warms each up first.
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

/** A hold of `quantity` at `path`, each from a new browser. */
export const holdJourney = (
  path: string,
  lines: readonly { sessionId: string; typeId: string }[],
  quantity = 1,
): Journey => ({ kind: 'hold', path, lines, quantity })

export const HOLDS = '/api/checkout/holds'
