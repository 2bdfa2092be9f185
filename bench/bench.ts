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
import { type PostgresUsage, postgresUsage } from './postgres-usage.ts'
import { ServerProcess } from './server-process.ts'
import { VARIANTS, type Variant } from './variants.ts'

/** A server under load. */
export interface Target {
  server: ServerProcess
  database: BenchDatabase
}

/** Input of every section of the benchmark. */
export interface Bench extends Target {
  options: Options
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
  /** CPU milliseconds of all processes of PostgreSQL per answer; null where it cannot be read. */
  postgresCpuMsEach: number | null
  /** Bytes that each answer added to PostgreSQL's write-ahead log. */
  walBytesEach: number
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
  /** Another server and its database than the benchmark's own. */
  target?: Target
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
  bench: Target & Pick<Bench, 'options' | 'load'>,
  contenders: Record<Name, Contender>,
  load: { clients: number; seconds: number },
): Promise<Record<Name, Sample>> {
  const { rounds, pace } = bench.options
  const names = Object.keys(contenders) as Name[]
  const reports = new Map<Name, Round[]>()
  const run = async (name: Name, seconds: number): Promise<Round> => {
    const { journey, before, arrivals, byWrk, target = bench, origins } = contenders[name]
    await before?.()
    const plan: LoadPlan = {
      origins: origins ?? [target.server.url],
      journey,
      clients: load.clients,
      seconds,
    }
    const from = await usageOf(target)
    const report = byWrk
      ? await runWrk(plan)
      : await bench.load(arrivals === undefined ? plan : { ...plan, arrivals })
    const to = await usageOf(target)
    return {
      ...report,
      serverCpuSeconds: to.serverCpuSeconds - from.serverCpuSeconds,
      cpuSeconds:
        to.cpuSeconds === null || from.cpuSeconds === null ? null : to.cpuSeconds - from.cpuSeconds,
      walBytes: to.walBytes - from.walBytes,
    }
  }
  for (const name of names) await run(name, 0.3)
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      reports.set(name, [...(reports.get(name) ?? []), await run(name, load.seconds * pace)])
    }
  }
  const samples = names.map((name): [Name, Sample] => [
    name,
    summary(reports.get(name) ?? [], contenders[name].status),
  ])
  for (const [name, { generatorCpu }] of samples) warnOfGenerator(name, generatorCpu)
  return Object.fromEntries(samples) as Record<Name, Sample>
}

/**
 * The generator has one thread: above this share of a core its own queue delays requests, and it may be
 * what is measured.
 */
const LIMITING_SHARE = 0.7

function warnOfGenerator(name: string, share: number): void {
  if (share <= LIMITING_SHARE) return
  console.log(`\nWARNING: the load generator used ${share.toFixed(2)} of a core for '${name}'.
Its own speed may limit this figure.`)
}

interface Round extends LoadReport, PostgresUsage {
  serverCpuSeconds: number
}

async function usageOf({ server, database }: Target) {
  const [{ cpuSeconds: serverCpuSeconds }, postgres] = await Promise.all([
    server.usage(),
    postgresUsage(database.pool),
  ])
  return { serverCpuSeconds, ...postgres }
}

function summary(rounds: readonly Round[], status: number): Sample {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const all = sum(rounds.map(({ counts }) => sum(Object.values(counts))))
  const answered = sum(rounds.map(({ counts }) => counts[status] ?? 0))
  const each = (total: number) => total / Math.max(1, answered)
  const postgresCpu = rounds.flatMap(({ cpuSeconds }) => cpuSeconds ?? [])
  return {
    perSecond: median(rounds.map((round) => round.perSecond[status] ?? 0)),
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
    failed: all - answered + sum(rounds.map((round) => round.unanswered)),
    answered,
    cpuMsEach: each(sum(rounds.map((round) => round.serverCpuSeconds)) * 1000),
    postgresCpuMsEach: postgresCpu.length > 0 ? each(sum(postgresCpu) * 1000) : null,
    walBytesEach: each(sum(rounds.map(({ walBytes }) => walBytes))),
    generatorCpu: median(rounds.map((round) => round.cpuShare)),
    lateMs: median(rounds.map((round) => round.lateMs)),
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
