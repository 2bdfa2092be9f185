import { setTimeout as delay } from 'node:timers/promises'
import { checkEverything } from './checks.ts'
import type { Cluster } from './cluster.ts'
import type { Problems } from './journal.ts'
import { Load } from './load.ts'
import { startProber } from './prober.ts'
import type { Outcome, Report } from './report.ts'
import { openSale } from './sale.ts'
import { percentile, slopeOf } from './statistics.ts'

const CLIENTS = 64
const PEAK_SECONDS = 10
const WINDOWS = 10
/** The first windows fill caches and heaps; what is flat is flat after them. */
const WARM_UP_WINDOWS = 2
/** Shorter soaks say nothing about memory: they print its slope and do not judge it. */
const JUDGED_FROM_SECONDS = 300

const MAX_GROWTH_MB_PER_MINUTE = 3
/** The p99 of a later window may be so many times that of the first ones, or so much more. */
const MAX_P99_FACTOR = 2
const P99_ALLOWANCE_MS = 20
/** With answers awaited all the time, a second without any would be a lane that is stuck. */
const MAX_STANDSTILL_MS = 3000

interface Sample {
  atMinutes: number
  rssMb: readonly number[]
}

/** Half of what the servers can do, for a long time: memory flat, p99 steady, nothing stuck. */
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
  const stopProber = startProber(cluster, problems)

  const peak = new Load({ urls, sale, problems, clients: CLIENTS })
  await delay(PEAK_SECONDS * 1000)
  const visitsAtPeak = peak.visitsBegun / PEAK_SECONDS
  const peakVisits = await peak.stop()

  const visitsPerSecond = visitsAtPeak / 2
  const load = new Load({ urls, sale, problems, clients: CLIENTS, visitsPerSecond })
  const samples: Sample[] = []
  const p99Ms: number[] = []
  for (let window = 0; window < WINDOWS; window += 1) {
    await sampleMemory(cluster, load, problems, samples, seconds / WINDOWS)
    p99Ms.push(percentile(load.takeLatencies(), 0.99))
  }
  const visits = await load.stop()
  await stopProber()
  await checkEverything(cluster.sql, sale, [...peakVisits, ...visits], problems)

  const growth = growthOf(samples.slice((samples.length * WARM_UP_WINDOWS) / WINDOWS))
  if (seconds >= JUDGED_FROM_SECONDS) judge(problems, p99Ms, growth)
  return {
    operations: peak.operations + load.operations,
    acknowledged: peak.acknowledged + load.acknowledged,
    figures: {
      'carts/s at peak': Math.round(visitsAtPeak),
      'p99 ms per window': p99Ms.map(Math.round).join(' '),
      'RSS MB': [samples.at(0), samples.at(-1)]
        .map((sample) => sample?.rssMb.map(Math.round).join(' '))
        .join(' to '),
      'RSS slope MB/min': growth.map((slope) => slope.toFixed(2)).join(' '),
    },
  }
}

/** For one window, second by second: memory, and whether answers still come. */
async function sampleMemory(
  cluster: Cluster,
  load: Load,
  problems: Problems,
  samples: Sample[],
  seconds: number,
): Promise<void> {
  const endsAt = performance.now() + seconds * 1000
  let answers = load.operations
  let answeredAt = performance.now()
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
    const rss = await Promise.all(cluster.nodes.map(({ server }) => server.rssBytes()))
    samples.push({ atMinutes: now / 60_000, rssMb: rss.map((bytes) => (bytes ?? 0) / 2 ** 20) })
  }
}

const growthOf = (samples: readonly Sample[]): number[] =>
  [0, 1].map((index) =>
    slopeOf(samples.map(({ atMinutes, rssMb }) => ({ x: atMinutes, y: rssMb[index] ?? 0 }))),
  )

function judge(problems: Problems, p99Ms: readonly number[], growth: readonly number[]): void {
  for (const slope of growth) {
    if (slope <= MAX_GROWTH_MB_PER_MINUTE) continue
    problems.add('unsteady', `memory grows by ${slope.toFixed(1)} MB a minute`)
  }
  const early = Math.max(...p99Ms.slice(0, WARM_UP_WINDOWS))
  const late = Math.max(...p99Ms.slice(WARM_UP_WINDOWS))
  if (late > early * MAX_P99_FACTOR && late > early + P99_ALLOWANCE_MS) {
    problems.add('unsteady', `p99 went from ${early.toFixed(0)} to ${late.toFixed(0)} ms`)
  }
}
