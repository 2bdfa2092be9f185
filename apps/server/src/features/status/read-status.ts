import type { StatusLatency, StatusView } from '@foyer/contract'
import type { Database } from '@foyer/db'
import { sql } from 'kysely'
import type { Cells } from '../../cells/cells.ts'
import { addLatencies, countOf, type Latencies, percentileMs } from '../../http/answer-counts.ts'
import { readAudits } from './read-audit.ts'
import { KEPT_DAYS } from './roll-up-status.ts'

/** Without a sample for so long, nobody measures. */
const UNMEASURED_MS = 3 * 60_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WEEK_DAYS = 7
const MOST_INCIDENTS = 50

interface DayRow {
  day: string
  first_minute: Date
  measured_until: Date
  up_minutes: number
  errors: number
  latencies: Latencies
  hold_latencies: Latencies
}

/** Reads what /status shows. The home cell has all of it but what the audits of other cells found. */
export async function readStatus(
  cells: Pick<Cells, 'home' | 'answering'>,
  now: Date,
): Promise<StatusView> {
  const { registry } = cells.home().db
  const others = cells.answering().filter((cell) => cell !== cells.home())
  const [days, samples, ofHome, audit, ...elsewhere] = await Promise.all([
    registry.selectFrom('status_days').selectAll().orderBy('day').execute(),
    sql<{ is_ready: boolean }>`
      select bool_or(probes > failed_probes) as is_ready from status_samples
      where minute > ${new Date(now.getTime() - UNMEASURED_MS)}
      group by minute order by minute desc limit 1`.execute(registry),
    selectIncidents(cells.home().db),
    readAudits(cells.answering().map(({ db }) => db)),
    ...others.map(({ db }) => selectIncidents(db).catch(() => [])),
  ])
  const incidents = [...ofHome, ...elsewhere.flat()]
    .sort((a, b) => b.began_at.getTime() - a.began_at.getTime())
    .slice(0, MOST_INCIDENTS)
  const calendar = calendarOf(days, now)
  const sumOf = (part: 'measuredMinutes' | 'downMinutes') =>
    calendar.reduce((sum, day) => sum + day[part], 0)
  const measuredMinutes = sumOf('measuredMinutes')
  const downMinutes = sumOf('downMinutes')
  const latest = samples.rows[0]
  return {
    state: stateOf(latest?.is_ready, isAnyOpen(incidents, now)),
    at: now.toISOString(),
    since: days[0]?.first_minute.toISOString() ?? null,
    measuredUntil: days.at(-1)?.measured_until.toISOString() ?? null,
    uptime: shareUp(measuredMinutes, downMinutes),
    measuredMinutes,
    downMinutes,
    days: calendar,
    latency: {
      today: latencyOf(lastDays(days, 1, now)),
      week: latencyOf(lastDays(days, WEEK_DAYS, now)),
      all: latencyOf(days),
    },
    audit: audit && { ...audit, at: audit.at.toISOString() },
    incidents: incidents.map(({ kind, began_at, ended_at, note }) => ({
      kind,
      beganAt: began_at.toISOString(),
      endedAt: ended_at?.toISOString() ?? null,
      note,
    })),
  }
}

const selectIncidents = ({ registry }: Pick<Database, 'registry'>) =>
  registry
    .selectFrom('status_incidents')
    .select(['kind', 'began_at', 'ended_at', 'note'])
    .orderBy('began_at', 'desc')
    .limit(MOST_INCIDENTS)
    .execute()

/** An error series that is still going on was prolonged at the last turn of the job. */
const isAnyOpen = (
  incidents: readonly { kind: string; began_at: Date; ended_at: Date | null }[],
  now: Date,
) =>
  incidents.some(
    ({ kind, began_at, ended_at }) =>
      began_at <= now &&
      (ended_at === null ||
        (kind !== 'outage' && ended_at.getTime() > now.getTime() - UNMEASURED_MS)),
  )

function stateOf(isReady: boolean | undefined, hasIncident: boolean): StatusView['state'] {
  if (isReady === undefined) return 'unmeasured'
  if (!isReady) return 'down'
  return hasIncident ? 'incident' : 'operational'
}

/** The last 90 days. On a day after the first measurement, every minute without a sample is down. */
function calendarOf(rows: readonly DayRow[], now: Date): StatusView['days'] {
  const since = rows[0]?.first_minute.getTime() ?? Number.POSITIVE_INFINITY
  const until = rows.at(-1)?.measured_until.getTime() ?? 0
  const upMinutes = new Map(rows.map(({ day, up_minutes }) => [day, up_minutes]))
  return Array.from({ length: KEPT_DAYS }, (_, index) => {
    const day = dayOf(now.getTime() - (KEPT_DAYS - 1 - index) * DAY_MS)
    const begin = Date.parse(`${day}T00:00:00Z`)
    const measured = Math.min(begin + DAY_MS, until) - Math.max(begin, since)
    const measuredMinutes = Math.max(0, Math.round(measured / MINUTE_MS))
    const downMinutes = Math.max(0, measuredMinutes - (upMinutes.get(day) ?? 0))
    return { day, uptime: shareUp(measuredMinutes, downMinutes), measuredMinutes, downMinutes }
  })
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const shareUp = (measured: number, down: number): number | null =>
  measured === 0 ? null : (measured - down) / measured

const lastDays = (rows: readonly DayRow[], count: number, now: Date): readonly DayRow[] => {
  const first = dayOf(now.getTime() - (count - 1) * DAY_MS)
  return rows.filter(({ day }) => day >= first)
}

function latencyOf(rows: readonly DayRow[]): StatusLatency {
  const all = rows.map(({ latencies }) => latencies).reduce(addLatencies, [])
  const holds = rows.map(({ hold_latencies }) => hold_latencies).reduce(addLatencies, [])
  return {
    answers: countOf(all),
    errors: rows.reduce((sum, { errors }) => sum + errors, 0),
    p50Ms: percentileMs(all, 0.5),
    p95Ms: percentileMs(all, 0.95),
    p99Ms: percentileMs(all, 0.99),
    holds: countOf(holds),
    holdP99Ms: percentileMs(holds, 0.99),
  }
}
