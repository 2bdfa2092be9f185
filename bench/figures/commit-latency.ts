import type pg from 'pg'
import { type Bench, HOLDS, holdJourney, interleave, median } from '../bench.ts'
import { PLENTY } from '../database.ts'
import { type Figures, printTable, type Row, round } from '../report.ts'
import { pathOf } from '../variants.ts'

const CLIENTS = 256
const DELAYS_MS = [0, 1, 5]

/** A slower disk delays every commit: batches should grow, and throughput should stay. */
export async function measureCommitLatency(bench: Bench): Promise<Partial<Figures>> {
  const { build, tenantId, pool } = bench.database
  const rows: Row[] = []
  try {
    for (const delay of DELAYS_MS) {
      await delayCommits(pool, delay)
      const event = await build.event({ tenantId, capacity: PLENTY })
      const samples = await interleave(
        bench,
        {
          holds: { journey: holdJourney(HOLDS, [event]), status: 201 },
          'row lock': {
            journey: holdJourney(pathOf('row-lock'), [bench.rivals['row-lock']]),
            status: 201,
          },
        },
        { clients: CLIENTS, seconds: 1.5 },
      )
      rows.push({
        'added ms': delay,
        'a lone commit, ms': round(await loneCommitMs(pool)),
        'holds a second': samples.holds.perSecond,
        'p50 ms': samples.holds.p50,
        'p99 ms': samples.holds.p99,
        'holds a commit': round(await meanBatch(pool, event.sessionId)),
        failed: samples.holds.failed,
        'row lock a second': samples['row lock'].perSecond,
      })
    }
  } finally {
    await delayCommits(pool, 0)
  }
  printTable(`Added latency of a commit, ${CLIENTS} clients`, rows)
  return {}
}

/** Makes PostgreSQL itself sleep before each flush of its log, however few sessions wait. */
async function delayCommits(pool: pg.Pool, milliseconds: number): Promise<void> {
  await pool.query(`alter system set commit_delay = ${milliseconds * 1000}`)
  await pool.query('alter system set commit_siblings = 0')
  await pool.query('select pg_reload_conf()')
  // Sessions adopt the change between two commands.
  await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Measured time of a durable transaction that writes one row, to show that the delay is real. */
async function loneCommitMs(pool: pg.Pool): Promise<number> {
  await pool.query('create table if not exists bench_commits (at timestamptz)')
  const taken: number[] = []
  for (let turn = 0; turn < 30; turn += 1) {
    const begin = performance.now()
    await pool.query('insert into bench_commits values (now())')
    taken.push(performance.now() - begin)
  }
  return median(taken)
}

/** Mean number of holds per transaction; rows of one transaction have the same number. */
export async function meanBatch(pool: pg.Pool, sessionId: string): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::float8 / count(distinct xmin::text) as mean from holds where session_id = $1`,
    [sessionId],
  )
  return rows[0].mean
}
