import { type Bench, interleave } from '../bench.ts'
import { buildYear } from '../database.ts'
import { type Figures, printTable } from '../report.ts'

const CLIENTS = 64

/** Reads of the calendar of 3,650 sessions with four types, and repeated reads answered with 304. */
export async function measureCalendar(bench: Bench): Promise<Partial<Figures>> {
  const { eventId } = await buildYear(bench.database)
  const path = `/api/pricing/calendar/${eventId}`
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  const begin = performance.now()
  const answer = await fetch(bench.server.url + path, { headers })
  const body = await answer.text()
  const firstMs = performance.now() - begin
  const etag = answer.headers.get('etag') ?? ''

  const get = (more: Record<string, string>) =>
    ({ kind: 'get', path, headers: { ...headers, ...more } }) as const
  const samples = await interleave(
    bench,
    {
      reads: { journey: get({}), status: 200 },
      notModified: { journey: get({ 'if-none-match': etag }), status: 304 },
    },
    { clients: CLIENTS, seconds: 1.5 },
  )
  const rowOf = (name: string, sample: (typeof samples)['reads']) => ({
    answer: name,
    'a second': sample.perSecond,
    'p50 ms': sample.p50,
    'p99 ms': sample.p99,
    failed: sample.failed,
  })
  printTable(`Calendar of a year, ${CLIENTS} clients`, [
    rowOf('200, cached', samples.reads),
    rowOf('304', samples.notModified),
  ])
  printTable('The same, asked for the first time', [
    { days: Object.keys(JSON.parse(body).data.dates).length, bytes: body.length, ms: firstMs },
  ])
  return {
    calendarReadsPerSecond: Math.round(samples.reads.perSecond),
    notModifiedPerSecond: Math.round(samples.notModified.perSecond),
  }
}
