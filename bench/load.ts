/** The load generator, a process of its own: closed loops over raw sockets. See load/plan.ts. */
import { answerQuestions } from './ipc.ts'
import { Connection } from './load/connection.ts'
import { Histogram } from './load/histogram.ts'
import { travellerOf } from './load/journeys.ts'
import type { LoadPlan, LoadReport } from './load/plan.ts'

/** How long answers may take to come after the last request. */
const DRAIN_MILLISECONDS = 10_000

async function run(plan: LoadPlan): Promise<LoadReport> {
  const { origins, journey, clients, seconds } = plan
  const latencies = new Histogram()
  const counts: Record<number, number> = {}
  const inTime: Record<number, number> = {}
  let underway = 0
  let endsAt = Number.POSITIVE_INFINITY
  let onDrained = () => {}

  function client(origin: string) {
    const traveller = travellerOf(journey, new URL(origin).host)
    let begunAt = 0
    const begin = (now: number) => {
      begunAt = now
      underway += 1
      connection.send(traveller.begin())
    }
    const connection = new Connection(origin, {
      keepsBody: journey.kind === 'purchase',
      onLost: () => {},
      onAnswer(answer) {
        const next = traveller.after(answer)
        if (next !== null) {
          connection.send(next)
          return
        }
        const now = performance.now()
        underway -= 1
        counts[answer.status] = (counts[answer.status] ?? 0) + 1
        if (now < endsAt) {
          inTime[answer.status] = (inTime[answer.status] ?? 0) + 1
          latencies.record(now - begunAt)
          begin(now)
        } else if (underway === 0) onDrained()
      },
    })
    return { connection, begin }
  }

  const all = Array.from({ length: clients }, (_, index) =>
    client(origins[index % origins.length] ?? ''),
  )
  await Promise.all(all.map(({ connection }) => connection.opened()))
  const cpu = process.cpuUsage()
  const start = performance.now()
  endsAt = start + seconds * 1000
  const drained = new Promise<void>((resolve) => {
    onDrained = resolve
  })
  for (const { begin } of all) begin(start)
  const giveUp = setTimeout(() => onDrained(), seconds * 1000 + DRAIN_MILLISECONDS)
  await drained
  clearTimeout(giveUp)
  const { user, system } = process.cpuUsage(cpu)
  for (const { connection } of all) connection.close()

  const rounds = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    perSecond: Object.fromEntries(
      Object.entries(inTime).map(([status, count]) => [status, count / seconds]),
    ),
    counts,
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
    unanswered: underway,
    cpuMicros: (user + system) / Math.max(1, rounds),
  }
}

answerQuestions(run)
