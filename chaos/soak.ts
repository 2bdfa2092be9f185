import { setTimeout as delay } from 'node:timers/promises'
import { checkEverything } from './checks.ts'
import { type Cluster, serversOf } from './cluster.ts'
import type { Problems } from './journal.ts'
import { Load } from './load.ts'
import { startProber } from './prober.ts'
import type { Outcome, Report } from './report.ts'
import { openSale } from './sale.ts'
import type { MemoryQuestion } from './serve.ts'
import { percentile, slopeOf } from './statistics.ts'

const CLIENTS = 64
const PEAK_SECONDS = 10
const WINDOWS = 10
/** The first windows fill caches and heaps, so they are not judged. */
const WARM_UP_WINDOWS = 2
/** A shorter soak prints the slope of memory but does not judge it. */
const JUDGED_FROM_SECONDS = 300

/**
 * Growth of the memory in use after a collection. A server remembers up to 20,000 browsers that hold tickets, at 560
 * bytes each. The load of the soak brings 1,300 new ones a minute, so that this map alone grows by 0.7 MB a minute
 * until it is full. In half an hour of selling nothing grew after twenty minutes (`bench:memory`).
 */
const MAX_GROWTH_MB_PER_MINUTE = 1.5
/** Largest allowed ratio of the second half's highest memory to the first half's. */
const MAX_PEAK_FACTOR = 1.15
/** The second half's median p99 may be this many times the first half's, or exceed it by the allowance. */
const MAX_P99_FACTOR = 2
const P99_ALLOWANCE_MS = 20
/** Clients always wait for answers, so a time without any answer means a stuck lane. */
const MAX_STANDSTILL_MS = 3000

/** Measurements of one window of the soak; memory per server. */
interface Window {
  p99Ms: number
  highestRssMb: readonly number[]
  /** The window's end. */
  atMinutes: number
  usedMb: readonly number[]
}

/** Runs half of the measured peak for a long time: memory and p99 stay flat, no lane is stuck. */
export const runSoak = (
  cluster: Cluster,
  problems: Problems,
  report: Report,
  seconds: number,
): Promise<void> =>
  report.scenario(`soak of ${seconds} s at half of the measured peak`, () =>
    soak(cluster, problems, seconds),
  )

async function soak(cluster: Cluster, problems: Problems, seconds: number): Promise<Outcome> {
  const sale = await openSale(cluster)
  const urls = cluster.nodes.map((node) => node.server.url)
  const stopProber = startProber(serversOf(cluster), problems)

  const peak = new Load({ urls, sale, problems, clients: CLIENTS })
  await delay(PEAK_SECONDS * 1000)
  const visitsAtPeak = peak.visitsBegun / PEAK_SECONDS
  const peakVisits = await peak.stop()

  const visitsPerSecond = visitsAtPeak / 2
  const load = new Load({ urls, sale, problems, clients: CLIENTS, visitsPerSecond })
  const windows: Window[] = []
  while (windows.length < WINDOWS) {
    const highestRssMb = await watch(cluster, load, problems, seconds / WINDOWS)
    const usedMb = await memoryOf(cluster, problems, 'memory in use')
    const p99Ms = percentile(load.takeLatencies(), 0.99)
    windows.push({ p99Ms, highestRssMb, atMinutes: performance.now() / 60_000, usedMb })
  }
  const visits = await load.stop()
  await stopProber()
  await checkEverything(cluster.sql, sale, [...peakVisits, ...visits], problems)

  if (seconds >= JUDGED_FROM_SECONDS) judge(problems, windows)
  return {
    operations: peak.operations + load.operations,
    acknowledged: peak.acknowledged + load.acknowledged,
    figures: {
      'carts/s at peak': Math.round(visitsAtPeak),
      'p99 ms per window': windows.map(({ p99Ms }) => Math.round(p99Ms)).join(' '),
      'highest RSS MB per window': windows
        .map(({ highestRssMb }) => rounded(highestRssMb))
        .join(' '),
      'MB in use after collection': windows.map(({ usedMb }) => rounded(usedMb)).join(' '),
      'its slope MB/min': growthOf(windows)
        .map((slope) => slope.toFixed(2))
        .join(' '),
    },
  }
}

/** Watches one window each second: that answers still arrive, and the highest memory. */
async function watch(
  cluster: Cluster,
  load: Load,
  problems: Problems,
  seconds: number,
): Promise<number[]> {
  const endsAt = performance.now() + seconds * 1000
  let answers = load.operations
  let answeredAt = performance.now()
  let highest: number[] = []
  while (performance.now() < endsAt) {
    await delay(Math.min(1000, Math.max(0, endsAt - performance.now())))
    const now = performance.now()
    if (load.operations > answers) {
      answers = load.operations
      answeredAt = now
    } else if (now - answeredAt > MAX_STANDSTILL_MS) {
      problems.add('unanswered', `no answer for ${Math.round(now - answeredAt)} ms of the soak`)
      answeredAt = now
    }
    const rss = await memoryOf(cluster, problems, 'memory')
    highest = rss.map((megabytes, index) => Math.max(megabytes, highest[index] ?? 0))
  }
  return highest
}

/** Megabytes of each server. */
const memoryOf = (cluster: Cluster, problems: Problems, question: MemoryQuestion) =>
  Promise.all(
    cluster.nodes.map(async ({ server }) => {
      const bytes = await server.memoryBytes(question)
      if (bytes === null) problems.add('unsteady', 'a server could not report its memory')
      return (bytes ?? 0) / 2 ** 20
    }),
  )

const rounded = (megabytes: readonly number[]) => megabytes.map(Math.round).join('+')

/** Growth of each warm server's memory, in megabytes a minute. */
const growthOf = (windows: readonly Window[]): number[] =>
  [0, 1].map((index) =>
    slopeOf(
      windows
        .slice(WARM_UP_WINDOWS)
        .map(({ atMinutes, usedMb }) => ({ x: atMinutes, y: usedMb[index] ?? 0 })),
    ),
  )

function judge(problems: Problems, windows: readonly Window[]): void {
  for (const slope of growthOf(windows)) {
    if (slope <= MAX_GROWTH_MB_PER_MINUTE) continue
    problems.add('unsteady', `memory grows by ${slope.toFixed(1)} MB a minute`)
  }
  const highest = (some: readonly Window[]) =>
    Math.max(...some.flatMap(({ highestRssMb }) => highestRssMb))
  const first = highest(windows.slice(0, WINDOWS / 2))
  const second = highest(windows.slice(WINDOWS / 2))
  if (second > first * MAX_PEAK_FACTOR) {
    const text = `the highest memory went from ${first.toFixed(0)} to ${second.toFixed(0)} MB`
    problems.add('unsteady', text)
  }
  // Other work on a shared machine can slow a single window. A real rise slows most windows, and so their median.
  const medianP99 = (some: readonly Window[]) =>
    percentile(
      some.map(({ p99Ms }) => p99Ms),
      0.5,
    )
  const early = medianP99(windows.slice(0, WINDOWS / 2))
  const late = medianP99(windows.slice(WINDOWS / 2))
  if (late > early * MAX_P99_FACTOR && late > early + P99_ALLOWANCE_MS) {
    problems.add('unsteady', `p99 went from ${early.toFixed(0)} to ${late.toFixed(0)} ms`)
  }
}
