import { type Bench, HOLDS, holdJourney, interleave } from '../bench.ts'
import { PLENTY } from '../database.ts'
import { type Figures, printTable, round } from '../report.ts'
import { pathOf } from '../variants.ts'
import { meanBatch } from './commit-latency.ts'

const CLIENTS = 256
const WAYS = ['holds, 1 process', 'holds, 2 processes', 'row lock, 2 processes'] as const

/** Holds on one hot session through one server process and through two, each with its own lane. */
export async function measureProcesses(bench: Bench): Promise<Partial<Figures>> {
  const second = await bench.startServer()
  try {
    const both = [bench.server.url, second.url]
    const { build, tenantId, pool } = bench.database
    const [alone, shared] = [
      await build.event({ tenantId, capacity: PLENTY }),
      await build.event({ tenantId, capacity: PLENTY }),
    ]
    const holdsIn = (event: typeof alone) => holdJourney(HOLDS, [event])
    const naive = holdJourney(pathOf('row-lock'), [bench.rivals['row-lock']])
    const samples = await interleave(
      bench,
      {
        'holds, 1 process': { journey: holdsIn(alone), status: 201 },
        'holds, 2 processes': { journey: holdsIn(shared), status: 201, origins: both },
        'row lock, 2 processes': { journey: naive, status: 201, origins: both },
      },
      { clients: CLIENTS, seconds: 1.5 },
    )
    const batches = [
      await meanBatch(pool, alone.sessionId),
      await meanBatch(pool, shared.sessionId),
      1,
    ]
    printTable(
      `Server processes on one database and one session, ${CLIENTS} clients`,
      WAYS.map((way, index) => ({
        way,
        'a second': samples[way].perSecond,
        'p50 ms': samples[way].p50,
        'p99 ms': samples[way].p99,
        'holds a commit': round(batches[index] ?? 0),
        failed: samples[way].failed,
      })),
    )
  } finally {
    await second.stop()
  }
  return {}
}
