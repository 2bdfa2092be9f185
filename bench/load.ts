/** The load generator, a process of its own: raw sockets, closed or open loops. See load/plan.ts. */
import { answerQuestions } from './ipc.ts'
import { Connection } from './load/connection.ts'
import { Histogram } from './load/histogram.ts'
import { travellerOf } from './load/journeys.ts'
import type { LoadPlan, LoadReport } from './load/plan.ts'
import { type Client, closedLoop, OpenLoop, type Schedule } from './load/schedule.ts'

/** How long answers may take after the last request. */
const DRAIN_MILLISECONDS = 10_000

interface LoadClient extends Client {
  connection: Connection
}

async function run(plan: LoadPlan): Promise<LoadReport> {
  const { origins, journey, clients, seconds, arrivals } = plan
  const latencies = new Histogram()
  const lateness = new Histogram()
  const counts: Record<number, number> = {}
  const inTime: Record<number, number> = {}
  let inProgress = 0
  let endsAt = Number.POSITIVE_INFINITY
  let onDrained = () => {}
  let schedule: Schedule = closedLoop(Number.POSITIVE_INFINITY)

  function open(origin: string): LoadClient {
    const traveller = travellerOf(journey, new URL(origin).host)
    let dueAt = 0
    const client: LoadClient = {
      begin(at) {
        dueAt = at
        inProgress += 1
        client.connection.send(traveller.begin())
      },
      connection: new Connection(origin, {
        keepsTexts:
          journey.kind === 'purchase' || (journey.kind === 'hold' && !!journey.keepsCookie),
        onLost: () => {},
        onAnswer(answer) {
          const next = traveller.after(answer)
          if (next !== null) {
            client.connection.send(next)
            return
          }
          const now = performance.now()
          inProgress -= 1
          counts[answer.status] = (counts[answer.status] ?? 0) + 1
          if (now < endsAt) inTime[answer.status] = (inTime[answer.status] ?? 0) + 1
          // Late answers of an open loop are its slowest, so they must be counted.
          if (now < endsAt || arrivals !== undefined) latencies.record(now - dueAt)
          schedule.onIdle(client, now)
          if (inProgress === 0 && schedule.isOver(now)) onDrained()
        },
      }),
    }
    return client
  }

  const all = Array.from({ length: clients }, (_, index) =>
    open(origins[index % origins.length] ?? ''),
  )
  await Promise.all(all.map(({ connection }) => connection.opened()))
  const cpu = process.cpuUsage()
  const start = performance.now()
  endsAt = start + seconds * 1000
  const drained = new Promise<void>((resolve) => {
    onDrained = resolve
  })
  schedule =
    arrivals === undefined
      ? closedLoop(endsAt)
      : new OpenLoop(arrivals, start, endsAt, (lateMs) => lateness.record(lateMs))
  for (const client of all) schedule.onIdle(client, start)
  const giveUp = setTimeout(() => onDrained(), seconds * 1000 + DRAIN_MILLISECONDS)
  await drained
  clearTimeout(giveUp)
  const { user, system } = process.cpuUsage(cpu)
  const elapsedMs = performance.now() - start
  for (const { connection } of all) connection.close()

  return {
    perSecond: Object.fromEntries(
      Object.entries(inTime).map(([status, count]) => [status, count / seconds]),
    ),
    counts,
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
    unanswered: inProgress,
    cpuShare: (user + system) / 1000 / elapsedMs,
    lateMs: lateness.percentile(0.99),
  }
}

answerQuestions(run)
