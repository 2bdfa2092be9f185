import { type Bench, type Contender, HOLDS, holdJourney, interleave } from '../bench.ts'
import { PLENTY } from '../database.ts'
import { type Figures, printTable } from '../report.ts'

const CLIENTS = 256
const COUNTS = ['1', '10', '100'] as const

/** Shows whether holds spread over several sessions cost more than holds of a single hot one. */
export async function measureSessions(bench: Bench): Promise<Partial<Figures>> {
  const { build, tenantId } = bench.database
  const { sessionIds, typeId } = await build.event({ tenantId, capacity: PLENTY, sessions: 100 })
  const contender = (count: number): Contender => ({
    journey: holdJourney(
      HOLDS,
      sessionIds.slice(0, count).map((sessionId) => ({ sessionId, typeId })),
    ),
    status: 201,
  })
  const samples = await interleave(
    bench,
    { '1': contender(1), '10': contender(10), '100': contender(100) },
    { clients: CLIENTS, seconds: 1.5 },
  )
  printTable(
    `Holds over several sessions, ${CLIENTS} clients`,
    COUNTS.map((count) => ({
      sessions: count,
      'a second': samples[count].perSecond,
      'p50 ms': samples[count].p50,
      'p99 ms': samples[count].p99,
      failed: samples[count].failed,
    })),
  )
  return {}
}
