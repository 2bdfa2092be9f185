import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, HOLDS } from '../bench.ts'
import { PLENTY } from '../database.ts'
import { BenchProcess } from '../ipc.ts'
import { type Figures, printTable, round } from '../report.ts'
import type { ServerProcess } from '../server-process.ts'
import type { SubscriberQuestion, SubscriberReply } from '../subscribers.ts'
import { placeHold } from './place-hold.ts'

const SUBSCRIBERS = 10_000
const UPDATES = 20
const ARRIVAL_MS = 10_000

/**
 * The cost of 10,000 subscribers of one event: memory for each, and CPU time to send a change to
 * all. Runs on a server of its own, so that its memory contains nothing else.
 */
export async function measureLive(bench: Bench): Promise<Partial<Figures>> {
  const { build, tenantId } = bench.database
  // Limited stock, so that each hold changes a figure that is shown.
  const event = await build.event({ tenantId, capacity: PLENTY })
  const server = await bench.startServer()
  await using started = new AsyncDisposableStack()
  const program = new URL('../subscribers.ts', import.meta.url)
  const subscribers = new BenchProcess<SubscriberQuestion, SubscriberReply>(started, program)
  const tell = (question: SubscriberQuestion) => subscribers.ask(question)
  try {
    const path = `/api/events/${event.eventId}/live`
    const hold = () => placeHold(server.url + HOLDS, event)
    // Loads all code and fills all caches before memory is compared.
    const first = await tell({ ask: 'open', origin: server.url, path, count: 20 })
    if (first.open === 0) {
      printTable('Live availability', [{ subscribers: 0, refused: 20 }])
      return {}
    }
    await hold()
    await sleep(500)
    const before = await settledRss(server)
    const { open, refused } = await tell({
      ask: 'open',
      origin: server.url,
      path,
      count: SUBSCRIBERS - 20,
    })
    const after = await settledRss(server)
    const bytesEach = (after - before) / open

    const idle = await idleShare(server)
    const begin = performance.now()
    const { cpuSeconds: cpuBefore } = await server.usage()
    let reached = 0
    let bytes = 0
    for (let update = 0; update < UPDATES; update += 1) {
      await tell({ ask: 'expect' })
      await hold()
      const arrived = await tell({ ask: 'arrived', timeoutMs: ARRIVAL_MS })
      reached += arrived.reached
      bytes += arrived.bytes
    }
    const { cpuSeconds: cpuAfter } = await server.usage()
    const seconds = (performance.now() - begin) / 1000
    const cpuEach = (cpuAfter - cpuBefore - idle * seconds) / UPDATES
    const figures = {
      sseUpdatesPerSecondQuarterCore: round(0.25 / cpuEach),
      sseBytesPerSubscriber: Math.round(bytesEach),
    }
    printTable('Live availability', [
      {
        subscribers: open,
        refused,
        'bytes each': figures.sseBytesPerSubscriber,
        'CPU ms an update': cpuEach * 1000,
        'updates a second on 1/4 core': figures.sseUpdatesPerSecondQuarterCore,
        'reached by an update': reached / UPDATES,
        'bytes sent each, an update': bytes / Math.max(1, reached),
        'updates a second, seen': UPDATES / seconds,
      },
    ])
    return figures
  } finally {
    await subscribers.stop()
    await server.stop()
  }
}

/** Resident bytes, once further garbage collections no longer reduce them. */
async function settledRss(server: ServerProcess): Promise<number> {
  let last = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 10; turn += 1) {
    const { rssBytes } = await server.usage({ collectGarbage: true })
    if (rssBytes >= last * 0.995) return rssBytes
    last = rssBytes
    await sleep(300)
  }
  return last
}

/** CPU seconds per second while nothing changes. */
async function idleShare(server: ServerProcess): Promise<number> {
  const { cpuSeconds } = await server.usage()
  await sleep(2000)
  return ((await server.usage()).cpuSeconds - cpuSeconds) / 2
}
