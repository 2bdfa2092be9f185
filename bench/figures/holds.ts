import {
  type Bench,
  type Contender,
  HOLDS,
  holdJourney,
  interleave,
  type Sample,
} from '../bench.ts'
import { hasWrk } from '../load/wrk.ts'
import { type Figures, printTable, type Row, round } from '../report.ts'
import { pathOf, VARIANTS, type Variant } from '../variants.ts'

const CLIENTS = [1, 16, 64, 256]

const NAMES = {
  lane: 'Foyer',
  'no-op': 'no-op POST',
  'row-lock': 'row lock, a transaction a request',
  conditional: 'one conditional statement',
  'place-rows': 'row per place, SKIP LOCKED',
  'advisory-sum': 'advisory lock and SUM',
} as const satisfies Record<Variant | 'lane', string>
type Name = keyof typeof NAMES

/** Holds a second on one hot session, compared with other mechanisms. */
export async function measureHolds(bench: Bench): Promise<Partial<Figures>> {
  const rival = (variant: Variant): Contender => ({
    journey: holdJourney(pathOf(variant), [bench.rivals[variant]]),
    status: 201,
  })
  const { pool } = bench.database
  const contenders: Record<Name, Contender> = {
    lane: { journey: holdJourney(HOLDS, [bench.hot]), status: 201 },
    'no-op': rival('no-op'),
    'row-lock': rival('row-lock'),
    conditional: rival('conditional'),
    'place-rows': rival('place-rows'),
    // This mechanism's sum grows with every hold, so each run starts with an empty session.
    'advisory-sum': {
      ...rival('advisory-sum'),
      before: () => pool.query('truncate bench_reservations'),
    },
  }

  const byClients = new Map<number, Record<Name, Sample>>()
  for (const clients of CLIENTS) {
    const seconds = clients >= 64 ? 2 : 1
    byClients.set(clients, await interleave(bench, contenders, { clients, seconds }))
  }
  printTable('Holds on one session', [...byClients].flatMap(rowsOf))
  printTable('The same as ratios', [...byClients].map(ratiosOf))
  await measureReturning(bench)
  const peak = await measureByWrk(bench)
  const arriving = await measureArriving(bench, peak)

  const [at64, at256] = [byClients.get(64), byClients.get(256)]
  if (!at64 || !at256) return {}
  const rate = (name: Name) => at256[name].perSecond
  return {
    holdsPerSecond: Math.round(rate('lane')),
    naivePerSecond: Math.round(rate('row-lock')),
    noopPerSecond: Math.round(rate('no-op')),
    ratioToNaive: round(rate('lane') / rate('row-lock')),
    ratioToConditional: round(rate('lane') / rate('conditional')),
    shareOfNoop: round(rate('lane') / rate('no-op')),
    p99Ms64: round(at64.lane.p99),
    p99Ms256: round(at256.lane.p99),
    holdNodeCpuMs: round(at256.lane.cpuMsEach),
    holdPostgresCpuMs: at256.lane.postgresCpuMsEach && round(at256.lane.postgresCpuMsEach),
    holdWalBytes: Math.round(at256.lane.walBytesEach),
    generatorShare: round(at256.lane.generatorCpu),
    ...arriving,
  }
}

/**
 * Sends the same holds with our own generator and, if installed, with `wrk`, to show whether the
 * generator is the limit. Returns the higher rate.
 */
async function measureByWrk(bench: Bench): Promise<number> {
  const holds: Contender = { journey: holdJourney(HOLDS, [bench.hot]), status: 201 }
  const noop: Contender = {
    journey: holdJourney(pathOf('no-op'), [bench.rivals['no-op']]),
    status: 201,
  }
  const withWrk = hasWrk()
  const contenders: Record<string, Contender> = {
    'holds, our generator': holds,
    ...(withWrk && { 'holds, wrk': { ...holds, byWrk: true } }),
    'no-op, our generator': noop,
    ...(withWrk && { 'no-op, wrk': { ...noop, byWrk: true } }),
  }
  const samples = await interleave(bench, contenders, { clients: 256, seconds: 2 })
  printTable(
    `The load generator, 256 clients${withWrk ? '' : ' (wrk is not installed)'}`,
    Object.entries(samples).map(([way, sample]) => ({
      way,
      'a second': sample.perSecond,
      'p50 ms': sample.p50,
      'p99 ms': sample.p99,
      failed: sample.failed,
      ...costsOf(sample),
    })),
  )
  const rates = Object.entries(samples).filter(([way]) => way.startsWith('holds'))
  return Math.max(...rates.map(([, { perSecond }]) => perSecond))
}

/** Enough clients that a slow answer never delays the sending of a round. */
const ARRIVING_CLIENTS = 1024

/** Open loop: holds that arrive independently of answers, at half and at four fifths of the peak. */
async function measureArriving(bench: Bench, peak: number): Promise<Partial<Figures>> {
  const atShare = (share: number): Contender => ({
    journey: holdJourney(HOLDS, [bench.hot]),
    status: 201,
    arrivals: peak * share,
  })
  const samples = await interleave(
    bench,
    { half: atShare(0.5), fourFifths: atShare(0.8) },
    { clients: ARRIVING_CLIENTS, seconds: 3 },
  )
  const rowOf = (rate: string, share: number, sample: Sample): Row => ({
    rate,
    'due a second': peak * share,
    'a second': sample.perSecond,
    'p50 ms': sample.p50,
    'p99 ms': sample.p99,
    failed: sample.failed,
    'sent late by, p99 ms': sample.lateMs,
    'generator, share of a core': round(sample.generatorCpu),
  })
  printTable('Holds that arrive on their own (open loop), latency from the moment each was due', [
    rowOf('half of the peak', 0.5, samples.half),
    rowOf('four fifths', 0.8, samples.fourFifths),
  ])
  return {
    p99MsAtHalf: round(samples.half.p99),
    p99MsAtFourFifths: round(samples.fourFifths.p99),
  }
}

/** Browsers with a cookie, which the server only checks; for a new browser it makes and signs one. */
async function measureReturning(bench: Bench): Promise<void> {
  const returning = (path: string, line: { sessionId: string; typeId: string }): Contender => ({
    journey: { kind: 'hold', path, lines: [line], quantity: 1, keepsCookie: true },
    status: 201,
  })
  const samples = await interleave(
    bench,
    {
      lane: returning(HOLDS, bench.hot),
      'no-op': returning(pathOf('no-op'), bench.rivals['no-op']),
    },
    { clients: 256, seconds: 1 },
  )
  printTable('The same from browsers that bring their cookie, 256 clients', [
    {
      'holds a second': samples.lane.perSecond,
      'no-op a second': samples['no-op'].perSecond,
      share: round(samples.lane.perSecond / samples['no-op'].perSecond),
      'p99 ms': samples.lane.p99,
      failed: samples.lane.failed,
    },
  ])
}

/** The costs of a hold, which other work on the machine hardly changes. */
const costsOf = (sample: Sample): Row => ({
  'node, CPU ms each': sample.cpuMsEach,
  'PostgreSQL, CPU ms each': sample.postgresCpuMsEach,
  'WAL bytes each': sample.walBytesEach,
  'generator, share of a core': round(sample.generatorCpu),
})

const ORDER: readonly Name[] = ['lane', ...VARIANTS]

const rowsOf = ([clients, samples]: [number, Record<Name, Sample>]): Row[] =>
  ORDER.map((name) => ({
    way: NAMES[name],
    clients,
    'a second': Math.round(samples[name].perSecond),
    'p50 ms': samples[name].p50,
    'p99 ms': samples[name].p99,
    failed: samples[name].failed,
    ...costsOf(samples[name]),
  }))

function ratiosOf([clients, samples]: [number, Record<Name, Sample>]): Row {
  const times = (name: Name) => round(samples.lane.perSecond / samples[name].perSecond)
  return {
    clients,
    'of a no-op': times('no-op'),
    'times the row lock': times('row-lock'),
    'times the conditional statement': times('conditional'),
    'times place rows': times('place-rows'),
    'times advisory lock and SUM': times('advisory-sum'),
  }
}
