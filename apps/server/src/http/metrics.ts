import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '@foyer/contract'
import type { OnRead } from '@foyer/db'
import type pg from 'pg'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import { HOME } from '../cells/cells.ts'
import type { LimitKind } from '../limits/caller-limits.ts'
import type { SlowWork, WorkerMetrics } from '../worker/slow-work.ts'
import { type AnswerCounts, createAnswerCounts } from './answer-counts.ts'

/** The load of this process's lanes at the moment. */
interface LaneLoad {
  lanes: number
  /** Operations that wait for a batch. */
  queued: number
  /** How long the oldest of them has waited. */
  oldestMs: number
}

/** The load of this process by hold requests, and of its event loop. */
interface RequestLoad {
  holdsInProgress: number
  lagMs: number
}

interface MoneyCounts {
  payments: ReadonlyMap<string, number>
  refunds: ReadonlyMap<string, number>
  /** Differences that the reconciler found and could not correct. */
  problems: number
}

/** Passes of one job that are in progress, over all tenants. */
interface PassCounts {
  count: number
  /** The share of the tenant whose pass is the least advanced; 1 if no pass is under way. */
  leastShare: number
  /** Seconds since the oldest of them began; 0 if no pass is under way. */
  oldestSeconds: number
}

type Outcome = ErrorCode | 'ok'

/**
 * What this process counts about itself, for /metrics. Counting in each request is a plain
 * addition; the library's own objects are filled only when the metrics are read.
 */
export interface Metrics {
  /** Returns a counter for one endpoint's responses; `call` is its method and path. */
  callCounter(call: string): (outcome: Outcome) => void
  /** Counts a hold that was refused before its body was read, by reason. */
  shed(reason: 'lag' | 'queue'): void
  /** Counts a request or a hold that a limit of its caller refused. */
  limited(kind: LimitKind): void
  /** Counts a batch of a lane, committed or not; `waitedMs` is the wait of its oldest operation. */
  batch(batch: { ops: number; waitedMs: number; commitMs: number; ok: boolean }): void
  /** Counts a look into the response cache. */
  cacheLooked(isHit: boolean): void
  /** How long answers took, for /status. */
  answers: AnswerCounts
  /** Counts a read that replicas may answer, by why it was made where it was. */
  recentRead: OnRead
  streamOpened(): void
  streamClosed(): void
  jobSucceeded(name: string): void
  audited(differences: number): void
  /**
   * Sets how many payments and refunds are in each unfinished state, and the number of problems.
   */
  moneyCounted(counts: MoneyCounts): void
  /** Sets how many mails are waiting, and how many failed for good in the last day. */
  mailsCounted(mails: ReadonlyMap<string, number>): void
  /** Sets how many moves of organizers have ended halfway. */
  movesInterrupted(count: number): void
  /** Sets how far the passes of a job over history are. */
  passesCounted(job: string, counts: PassCounts): void
  watchLanes(read: () => LaneLoad): void
  watchRequests(read: () => RequestLoad): void
  watchPool(pool: pg.Pool): void
  /** Adds how old the data of replicas is. */
  watchReplica(replica: { ageMs(): number }): void
  /** Adds the worker's metrics, and its state, to the text. */
  watchWorker(worker: Pick<SlowWork, 'run' | 'state'>): void
  /** Adds whether the thread is up, and its restarts, to the text. */
  watchThread(name: 'worker' | 'emulator', thread: Pick<SlowWork, 'state'>): void
  /** Adds the metrics of another cell to the text. */
  watchCell(metrics: Pick<Metrics, 'collect'>): void
  /** All metrics as data, for another thread. */
  snapshot(): Promise<WorkerMetrics>
  /** The metrics of this thread, of its worker and of other cells. */
  collect(): Promise<WorkerMetrics[]>
  /** The text that Prometheus reads. */
  render(): Promise<string>
}

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** If the worker takes longer to answer, its metrics are missing from the text. */
const WORKER_PATIENCE_MS = 2000
const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500]
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface MetricsOptions {
  isWorker?: boolean
  /** The label of all metrics; null, the default, with one cell. */
  cell?: string | null
  answers?: AnswerCounts
}

/** Makes the metrics of one process, or of one of its cells; tests make one per server. */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const { isWorker = false, cell = null, answers = createAnswerCounts() } = options
  const register = new Registry()
  if (cell !== null) register.setDefaultLabels({ cell })
  // These describe the whole process, so a worker thread or another cell would repeat them.
  if (!isWorker && (cell === null || cell === HOME)) collectDefaultMetrics({ register })
  let worker: Pick<SlowWork, 'run' | 'state'> | null = null
  const otherCells: Pick<Metrics, 'collect'>[] = []
  const calls = new Map<string, Map<Outcome, number>>()
  const shed = { lag: 0, queue: 0 }
  const limited: Record<LimitKind, number> = {
    network: 0,
    browser: 0,
    target: 0,
    guess: 0,
    underway: 0,
    stream: 0,
    held: 0,
  }
  const looked = { hit: 0, miss: 0 }
  const recentReads = { recent: 0, newer: 0, away: 0, behind: 0, other_history: 0, failed: 0 }
  let replica: { ageMs(): number } | null = null
  const batches = { committed: 0, failed: 0 }
  let streams = 0

  const tally = (name: string, help: string, label: string, counts: Record<string, number>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [register],
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count)
      },
    })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers: [register] })
  const watchThread: Metrics['watchThread'] = (name, { state }) => {
    gauge(`foyer_${name}_up`, `0 while the thread of the ${name} is away`, () =>
      state().isUp ? 1 : 0,
    )
    gauge(
      `foyer_${name}_restarts`,
      `How often the thread of the ${name} was started again`,
      () => state().restarts,
    )
  }

  new Counter({
    name: 'foyer_calls_total',
    help: 'Answers of the API by call and outcome: ok, or the code of the refusal',
    labelNames: ['call', 'outcome'],
    registers: [register],
    collect() {
      this.reset()
      for (const [call, outcomes] of calls) {
        for (const [outcome, count] of outcomes) this.inc({ call, outcome }, count)
      }
    },
  })
  tally('foyer_holds_shed_total', 'Holds refused unread under overload', 'reason', shed)
  tally('foyer_limited_total', 'Requests refused by a limit of their caller', 'limit', limited)
  tally('foyer_answer_cache_total', 'Look-ups of cached answers', 'result', looked)
  tally('foyer_batches_total', 'Batches of the lanes', 'result', batches)
  new Counter({
    name: 'foyer_replica_reads_total',
    help: 'Reads that replicas may answer, by where they were made and why',
    labelNames: ['from', 'why'],
    registers: [register],
    collect() {
      this.reset()
      for (const [why, count] of Object.entries(recentReads)) {
        this.inc({ from: why === 'recent' ? 'replica' : 'primary', why }, count)
      }
    },
  })
  new Gauge({
    name: 'foyer_replica_age_seconds',
    help: 'How far replicas may be behind at most; infinite while none can be read',
    registers: [register],
    collect() {
      if (replica) this.set(replica.ageMs() / 1000)
      // Without replicas there is no age.
      else this.remove()
    },
  })
  const batchSize = histogram('foyer_batch_operations', 'Operations in a batch', BATCH_SIZES)
  const commit = histogram('foyer_batch_commit_seconds', 'From lock to commit', SECONDS)
  const wait = histogram('foyer_batch_wait_seconds', 'Wait of the oldest in its batch', SECONDS)
  gauge('foyer_live_streams', 'Browsers that listen to live availability', () => streams)
  const jobs = new Gauge({
    name: 'foyer_job_last_success_timestamp_seconds',
    help: 'When each job last did all it had to',
    labelNames: ['job'],
    // Some jobs of both threads have the same name.
    aggregator: 'max',
    registers: [register],
  })
  const differences = new Gauge({
    name: 'foyer_audit_differences',
    help: 'What the last round of the audit found to disagree; anything but 0 is an alarm',
    registers: [register],
  })
  const byState = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['state'], registers: [register] })
  const payments = byState('foyer_payments', 'Payments that still ask for work, by state')
  const refunds = byState('foyer_refunds', 'Refunds that are not there yet, by state')
  const mails = byState(
    'foyer_mails',
    'Mails that wait, and those given up in the last day, by state',
  )
  const ofJob = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['job'], registers: [register] })
  const passes = ofJob('foyer_history_passes', 'Passes over history that are under way, by job')
  const passShare = ofJob(
    'foyer_history_pass_share',
    'How far the least advanced of them is, about, from 0 to 1; 1 where none is under way',
  )
  const passAge = ofJob(
    'foyer_history_pass_age_seconds',
    'How long the oldest of them has been under way',
  )
  const problems = new Gauge({
    name: 'foyer_money_problems',
    help: 'What the reconciler found and could not heal; anything but 0 is an alarm',
    registers: [register],
  })

  const moves = new Gauge({
    name: 'foyer_moves_interrupted',
    help: 'Moves of organizers whose command has ended halfway; anything but 0 is an alarm',
    registers: [register],
  })

  async function ofWorker(): Promise<WorkerMetrics[]> {
    if (!worker) return []
    const patience = delay(WORKER_PATIENCE_MS, null, { ref: false })
    const theirs = await Promise.race([worker.run('metrics', null), patience]).catch(() => null)
    return theirs ? [theirs] : []
  }

  const collect: Metrics['collect'] = async () => {
    const [own, theirs, ...cells] = await Promise.all([
      register.getMetricsAsJSON(),
      ofWorker(),
      ...otherCells.map((metrics) => metrics.collect()),
    ])
    return [own, ...theirs, ...cells.flat()]
  }

  return {
    callCounter(call) {
      const outcomes = calls.get(call) ?? new Map<Outcome, number>()
      calls.set(call, outcomes)
      return (outcome) => {
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    },
    shed(reason) {
      shed[reason] += 1
    },
    limited(kind) {
      limited[kind] += 1
    },
    batch({ ops, waitedMs, commitMs, ok }) {
      batches[ok ? 'committed' : 'failed'] += 1
      batchSize.observe(ops)
      wait.observe(waitedMs / 1000)
      commit.observe(commitMs / 1000)
    },
    cacheLooked(isHit) {
      looked[isHit ? 'hit' : 'miss'] += 1
    },
    recentRead(why) {
      recentReads[why] += 1
    },
    answers,
    streamOpened() {
      streams += 1
    },
    streamClosed() {
      streams -= 1
    },
    jobSucceeded: (name) => jobs.setToCurrentTime({ job: name }),
    audited: (count) => differences.set(count),
    moneyCounted(counts) {
      for (const [state, count] of counts.payments) payments.set({ state }, count)
      for (const [state, count] of counts.refunds) refunds.set({ state }, count)
      problems.set(counts.problems)
    },
    mailsCounted(counts) {
      for (const [state, count] of counts) mails.set({ state }, count)
    },
    movesInterrupted: (count) => moves.set(count),
    passesCounted(job, { count, leastShare, oldestSeconds }) {
      passes.set({ job }, count)
      passShare.set({ job }, leastShare)
      passAge.set({ job }, oldestSeconds)
    },
    watchLanes(read) {
      gauge('foyer_lanes', 'Sessions that are being bought', () => read().lanes)
      gauge('foyer_lane_queue', 'Operations waiting for a batch', () => read().queued)
      gauge(
        'foyer_lane_oldest_wait_seconds',
        'Wait of the oldest of them',
        () => read().oldestMs / 1000,
      )
    },
    watchRequests(read) {
      gauge('foyer_holds_underway', 'Hold requests not answered yet', () => read().holdsInProgress)
      gauge(
        'foyer_event_loop_lag_seconds',
        'Mean lag of the last second, which sheds holds beyond its bound',
        () => read().lagMs / 1000,
      )
    },
    watchPool(pool) {
      gauge(
        'foyer_database_connections_used',
        'Database connections at work',
        () => pool.totalCount - pool.idleCount,
      )
      gauge('foyer_database_waiting', 'Work waiting for a connection', () => pool.waitingCount)
    },
    watchReplica(watched) {
      replica = watched
    },
    watchWorker(watched) {
      worker = watched
      watchThread('worker', watched)
    },
    watchThread,
    watchCell: (metrics) => void otherCells.push(metrics),
    snapshot: () => register.getMetricsAsJSON(),
    collect,
    async render() {
      const [own, ...others] = await collect()
      return own && others.length > 0
        ? AggregatorRegistry.aggregate([own, ...others]).metrics()
        : register.metrics()
    },
  }
}
