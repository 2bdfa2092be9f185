import { setTimeout as sleep } from 'node:timers/promises'
import { availability } from '@foyer/contract'
import type { BuiltEvent } from '@foyer/testkit/builder'
import { type Bench, HOLDS, holdJourney } from '../bench.ts'
import { PLENTY } from '../database.ts'
import { Histogram } from '../load/histogram.ts'
import { type Figures, printTable, type Row, round } from '../report.ts'
import { openLiveView } from './live-view.ts'
import { placeHold } from './place-hold.ts'

const SECONDS = 12
const CAPACITY = 1000
const GIVE_UP_MS = 5000
const BUSY_CLIENTS = 64

/**
 * Measures the time from a hold's answer until other clients see the lower availability, on the live
 * stream and by GET /api/price/daily; on a quiet server, and while 64 clients hold as fast as they
 * can. The figure is the p99 of the slower of the two ways under that load.
 */
export async function measureFreshness(bench: Bench): Promise<Partial<Figures>> {
  const { build, tenantId } = bench.database
  const watched = () => build.event({ tenantId, capacity: CAPACITY })
  const crowd = await build.event({ tenantId, capacity: PLENTY })
  const seconds = SECONDS * bench.options.pace

  const quiet = await watch(bench, await watched(), seconds)
  const busyEvent = await watched()
  const load = bench.load({
    origins: [bench.server.url],
    journey: holdJourney(HOLDS, [crowd]),
    clients: BUSY_CLIENTS,
    seconds: seconds + 2,
  })
  const busy = await watch(bench, busyEvent, seconds)
  await load
  printTable('Freshness of a shown availability, ms from the answer of a hold', [
    ...rowsOf('quiet', quiet),
    ...rowsOf(`${BUSY_CLIENTS} clients hold elsewhere`, busy),
  ])
  const latest = Math.max(busy.live?.percentile(0.99) ?? 0, busy.daily.percentile(0.99))
  return { freshnessMs: round(latest) }
}

interface Watched {
  /** Null if this server has no live stream. */
  live: Histogram | null
  daily: Histogram
  holds: number
  /** Changes that no client saw within GIVE_UP_MS; each is recorded with that time. */
  unseen: number
}

async function watch(bench: Bench, event: BuiltEvent, seconds: number): Promise<Watched> {
  const { url } = bench.server
  const view = await openLiveView(url, event.eventId)
  const live = new Histogram()
  const daily = new Histogram()
  let holds = 0
  let unseen = 0
  const endsAt = performance.now() + seconds * 1000
  while (performance.now() < endsAt) {
    // A random pause, to stay out of step with a server that reports changes at regular intervals.
    await sleep(Math.random() * 300)
    await placeHold(url + HOLDS, event)
    holds += 1
    const answeredAt = performance.now()
    const room = CAPACITY - holds
    const note = async (histogram: Histogram, shown: Promise<boolean>) => {
      if (!(await shown)) unseen += 1
      histogram.record(performance.now() - answeredAt)
    }
    await Promise.all([
      view && note(live, view.shows(event.sessionId, room, GIVE_UP_MS)),
      note(daily, dailyShows(url, event, room)),
    ])
  }
  view?.close()
  return { live: view && live, daily, holds, unseen }
}

async function dailyShows(url: string, event: BuiltEvent, room: number): Promise<boolean> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${url}/api/price/daily?eventId=${event.eventId}&date=${event.date}`)
    const { data } = availability.getDailyPrices.output.parse(await answer.json())
    if ((data.sessions[event.sessionId]?.available_count ?? PLENTY) <= room) return true
    await sleep(4)
  }
  return false
}

const rowsOf = (load: string, { live, daily, holds, unseen }: Watched): Row[] => [
  row(load, 'live stream', live, holds, unseen),
  row(load, 'GET /api/price/daily', daily, holds, unseen),
]

const row = (
  load: string,
  way: string,
  shown: Histogram | null,
  holds: number,
  unseen: number,
) => ({
  load,
  way,
  holds,
  median: shown?.percentile(0.5) ?? null,
  p99: shown?.percentile(0.99) ?? null,
  unseen,
})
