import { type Bench, HOLDS, holdJourney, interleave } from '../bench.ts'
import { type Figures, printTable } from '../report.ts'
import { pathOf } from '../variants.ts'

const CLIENTS = 256
const WAYS = ['holds, 1 process', 'holds, 2 processes', 'row lock, 2 processes'] as const

/** The same hot session through one server process and through two, each with a lane for it. */
export async function measureProcesses(bench: Bench): Promise<Partial<Figures>> {
  const second = await bench.startServer()
  try {
    const both = [bench.server.url, second.url]
    const journey = holdJourney(HOLDS, [bench.hot])
    const naive = holdJourney(pathOf('row-lock'), [bench.rivals['row-lock']])
    const samples = await interleave(
      bench,
      {
        'holds, 1 process': { journey, status: 201 },
        'holds, 2 processes': { journey, status: 201, origins: both },
        'row lock, 2 processes': { journey: naive, status: 201, origins: both },
      },
      { clients: CLIENTS, seconds: 1.5 },
    )
    printTable(
      `Server processes on one database and one session, ${CLIENTS} clients`,
      WAYS.map((way) => ({
        way,
        'a second': samples[way].perSecond,
        'p50 ms': samples[way].p50,
        'p99 ms': samples[way].p99,
        failed: samples[way].failed,
      })),
    )
  } finally {
    await second.stop()
  }
  return {}
}
