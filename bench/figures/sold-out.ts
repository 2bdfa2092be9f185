import { type Bench, HOLDS, holdJourney, interleave } from '../bench.ts'
import { type Figures, printTable, round } from '../report.ts'
import { pathOf } from '../variants.ts'

const CLIENTS = 256
const LAST_PLACES = 500

/** The cost of a refusal, and whether exactly as many tickets are held as there were. */
export async function measureSoldOut(bench: Bench): Promise<Partial<Figures>> {
  const { build, tenantId, pool } = bench.database
  const event = await build.event({ tenantId, capacity: LAST_PLACES, sessions: 10 })
  const { sessionId, typeId } = event
  const last = await bench.load({
    origins: [bench.server.url],
    journey: holdJourney(HOLDS, [event]),
    clients: CLIENTS,
    seconds: 1,
  })
  const taken = await pool.query(
    `select sum(quantity)::integer as places from holds where session_id = $1 and state = 'held'`,
    [sessionId],
  )
  printTable(`The last ${LAST_PLACES} places, ${CLIENTS} clients`, [
    {
      places: LAST_PLACES,
      granted: last.counts[201] ?? 0,
      'held in the database': taken.rows[0].places,
      refused: last.counts[409] ?? 0,
      unanswered: last.unanswered,
    },
  ])

  const samples = await interleave(
    bench,
    {
      refusal: { journey: holdJourney(HOLDS, [{ sessionId, typeId }]), status: 409 },
      'no-op': { journey: holdJourney(pathOf('no-op'), [bench.rivals['no-op']]), status: 201 },
    },
    { clients: CLIENTS, seconds: 1.5 },
  )
  const share = round(samples.refusal.perSecond / samples['no-op'].perSecond)
  printTable(`Refusals of a session without a place left, ${CLIENTS} clients`, [
    {
      'refusals a second': samples.refusal.perSecond,
      'no-op a second': samples['no-op'].perSecond,
      share,
      'p99 ms': samples.refusal.p99,
      failed: samples.refusal.failed,
    },
  ])
  return { soldOutShareOfNoop: share }
}
