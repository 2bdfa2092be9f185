const LINEAR = 256
const STEPS = 128
const BUCKETS = LINEAR + STEPS * 24

/**
 * Latencies as counts per bucket of at most 0.8 % width, as HdrHistogram keeps them: recording
 * costs a few instructions and no memory, however long the run.
 */
export class Histogram {
  readonly #counts = new Uint32Array(BUCKETS)
  #total = 0

  /** `milliseconds` is stored with a precision of a microsecond. */
  record(milliseconds: number): void {
    const micros = Math.max(0, Math.round(milliseconds * 1000))
    const bucket = Math.min(BUCKETS - 1, bucketOf(micros))
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#total += 1
  }

  /** The latency in milliseconds that `share` (0 to 1) of all records do not exceed; 0 without records. */
  percentile(share: number): number {
    const rank = Math.ceil(share * this.#total)
    let seen = 0
    for (const [bucket, count] of this.#counts.entries()) {
      seen += count
      if (count > 0 && seen >= rank) return upperEndOf(bucket) / 1000
    }
    return 0
  }
}

function bucketOf(micros: number): number {
  if (micros < LINEAR) return micros
  const exponent = 31 - Math.clz32(micros)
  const step = (micros >>> (exponent - 7)) - STEPS
  return LINEAR + (exponent - 8) * STEPS + step
}

function upperEndOf(bucket: number): number {
  if (bucket < LINEAR) return bucket
  const exponent = Math.floor((bucket - LINEAR) / STEPS) + 8
  const step = (bucket - LINEAR) % STEPS
  return (STEPS + step + 1) * 2 ** (exponent - 7) - 1
}
