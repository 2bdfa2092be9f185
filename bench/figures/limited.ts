import { type Bench, holdJourney, interleave } from '../bench.ts'
import { type Figures, printTable, round } from '../report.ts'
import { LIMITED, pathOf } from '../variants.ts'

const CLIENTS = 64

/** The cost of a request that is refused because its network has used up its limit for the minute. */
export async function measureLimited(bench: Bench): Promise<Partial<Figures>> {
  const place = bench.rivals['no-op']
  const samples = await interleave(
    bench,
    {
      limited: { journey: holdJourney(LIMITED, [place]), status: 429 },
      'no-op': { journey: holdJourney(pathOf('no-op'), [place]), status: 201 },
    },
    { clients: CLIENTS, seconds: 1.5 },
  )
  const cost = round(samples['no-op'].perSecond / samples.limited.perSecond)
  printTable(`Requests beyond a limit, ${CLIENTS} clients`, [
    {
      'refused a second': samples.limited.perSecond,
      'no-op a second': samples['no-op'].perSecond,
      'cost, as a multiple of a no-op': cost,
      'p99 ms': samples.limited.p99,
      failed: samples.limited.failed,
    },
  ])
  return { limitedCostOfNoop: cost }
}
