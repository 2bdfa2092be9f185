import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@foyer/db'
import { sql } from 'kysely'
import type { Clock } from '../../adapters/clock.ts'
import {
  type AnswerCounts,
  addLatencies,
  countOf,
  type Latencies,
} from '../../http/answer-counts.ts'

/** Several in each minute, so that no minute is missed because a turn came late. */
export const SAMPLE_SECONDS = 20
/** An answer that takes longer is as bad as none. */
const PATIENCE_MS = 5000
const MINUTE_MS = 60_000

interface Sampling {
  db: Pick<Database, 'registry'>
  clock: Clock
  answers: Pick<AnswerCounts, 'take'>
  /** The name of this process. */
  process: string
  /** Asks the server whether it is ready, as a load balancer does. */
  probe(): Promise<boolean>
}

interface Sample {
  minute: number
  probes: number
  failedProbes: number
  errors: number
  latencies: Latencies
  holdLatencies: Latencies
}

/**
 * Returns a function that measures this process once and writes its row of the current minute. If
 * the database cannot be written, the minute has no row and counts as down, which is true: nobody
 * can buy then.
 */
export function createStatusSampler({ db, clock, answers, process, probe }: Sampling) {
  let sample: Sample | null = null

  return async (): Promise<number> => {
    const isReady = await probe()
    const minute = Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS
    const taken = answers.take()
    const before = sample?.minute === minute ? sample : null
    sample = {
      minute,
      probes: (before?.probes ?? 0) + 1,
      failedProbes: (before?.failedProbes ?? 0) + (isReady ? 0 : 1),
      errors: (before?.errors ?? 0) + taken.errors,
      latencies: addLatencies(before?.latencies ?? [], taken.latencies),
      holdLatencies: addLatencies(before?.holdLatencies ?? [], taken.holdLatencies),
    }
    await write(sample)
    return 0
  }

  async function write(row: Sample): Promise<void> {
    await sql`
      insert into status_samples (minute, process, probes, failed_probes, answers, errors,
        latencies, hold_latencies)
      values (${new Date(row.minute)}, ${process}, ${row.probes}, ${row.failedProbes},
        ${countOf(row.latencies)}, ${row.errors}, ${row.latencies}, ${row.holdLatencies})
      on conflict (minute, process) do update set probes = excluded.probes,
        failed_probes = excluded.failed_probes, answers = excluded.answers,
        errors = excluded.errors, latencies = excluded.latencies,
        hold_latencies = excluded.hold_latencies`.execute(db.registry)
  }
}

/** Whether the server that listens at `address` answers /readyz in time that it is ready. */
export const probeReadiness = ({ address, port }: AddressInfo): Promise<boolean> =>
  new Promise((resolve) => {
    const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
    const request = get(
      { host, port, path: '/readyz', agent: false, timeout: PATIENCE_MS },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    request.on('timeout', () => request.destroy(new Error('The server took too long')))
    request.on('error', () => resolve(false))
  })
