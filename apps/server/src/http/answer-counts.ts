import type { Admission } from '@foyer/contract'

/**
 * How long answers took, as counts by bucket. A bucket ends where the next one begins, at 19 % more
 * time, so that the counts of minutes, days and processes can be added up, and a percentile of the
 * sum is at most 19 % too high.
 */
const BUCKETS = 60
const FIRST_MS = 0.5
const PER_DOUBLING = 4

export type Latencies = readonly number[]

const noLatencies = (): number[] => new Array<number>(BUCKETS).fill(0)

/** The answers of this process since they were last taken. */
interface TakenAnswers {
  /** All answers, those of holds included. */
  latencies: Latencies
  holdLatencies: Latencies
  /** See {@link isError}. */
  errors: number
}

export interface AnswerCounts {
  /** Counts an answer to a call of the API or to a page. It allocates nothing. */
  add(milliseconds: number, status: number, admission: Admission): void
  /** Returns what was counted since the last call. */
  take(): TakenAnswers
}

export function createAnswerCounts(): AnswerCounts {
  let latencies = noLatencies()
  let holdLatencies = noLatencies()
  let errors = 0
  return {
    add(milliseconds, status, admission) {
      const bucket = bucketOf(milliseconds)
      latencies[bucket] = (latencies[bucket] ?? 0) + 1
      if (admission === 'sale') holdLatencies[bucket] = (holdLatencies[bucket] ?? 0) + 1
      if (isError(status, admission)) errors += 1
    },
    take() {
      const taken = { latencies, holdLatencies, errors }
      latencies = noLatencies()
      holdLatencies = noLatencies()
      errors = 0
      return taken
    },
  }
}

/**
 * A status of 500 or more, without reads that were refused under load: a client that asks for hundreds
 * at once gets these for itself, and must not be able to write an incident on a public page.
 */
const isError = (status: number, admission: Admission): boolean =>
  status >= 500 && !(status === 503 && admission === 'read')

function bucketOf(milliseconds: number): number {
  if (!(milliseconds > FIRST_MS)) return 0
  const bucket = Math.ceil(Math.log2(milliseconds / FIRST_MS) * PER_DOUBLING)
  return Math.min(bucket, BUCKETS - 1)
}

export const countOf = (latencies: Latencies): number =>
  latencies.reduce((sum, count) => sum + count, 0)

export const addLatencies = (one: Latencies, other: Latencies): number[] =>
  noLatencies().map((_, bucket) => (one[bucket] ?? 0) + (other[bucket] ?? 0))

/**
 * The time within which this share of the answers was given, in milliseconds: the end of its
 * bucket. Null without answers.
 */
export function percentileMs(latencies: Latencies, share: number): number | null {
  const count = countOf(latencies)
  if (count === 0) return null
  let seen = 0
  const bucket = latencies.findIndex((inBucket) => {
    seen += inBucket
    return seen >= count * share
  })
  return FIRST_MS * 2 ** (bucket / PER_DOUBLING)
}
