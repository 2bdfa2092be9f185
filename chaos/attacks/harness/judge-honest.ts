import { ANSWER_WITHIN_MS } from '../../prober.ts'
import { percentile } from '../../statistics.ts'
import type { Attack, Breach } from './attack.ts'
import type { Met } from './honest-load.ts'

/** Largest allowed ratio of the honest calls' p99 under attack to its quiet value. */
const MAX_P99_FACTOR = 3
/** Allowed share of refused honest calls: a single refusal at an unlucky moment shows no pattern. */
const MAX_REFUSED_SHARE = 0.01

/** Measurements of one site, either in quiet or under attack. */
export interface Phase extends Met {
  /** The slowest answer of /healthz, in milliseconds. */
  healthMs: number
  /** Failures of /healthz. */
  failures: readonly string[]
}

/** Compares honest buyers under attack with the same load in quiet. */
export function judgeHonest(attack: Attack, quiet: Phase, attacked: Phase): Breach[] {
  return [
    ...judgeHealth(quiet, attacked),
    ...(attack.ignoresLatency ? [] : judgeLatency(quiet, attacked)),
    ...judgeRefusals(attack, quiet, attacked),
  ]
}

/**
 * The limit is one second. Only on a machine that is busy with something else, and therefore slow
 * without any attack, it is the quiet value times the factor that applies to latency.
 */
function judgeHealth(quiet: Phase, attacked: Phase): Breach[] {
  const [failure] = attacked.failures
  if (failure) return [{ criterion: 'health', text: `/healthz: ${failure}` }]
  const isTooBusy = quiet.healthMs > ANSWER_WITHIN_MS / 2
  const allowedMs = isTooBusy ? quiet.healthMs * MAX_P99_FACTOR : ANSWER_WITHIN_MS
  if (attacked.healthMs <= allowedMs) return []
  return [{ criterion: 'health', text: `/healthz took ${attacked.healthMs} ms` }]
}

function judgeLatency(quiet: Phase, attacked: Phase): Breach[] {
  const quietMs = percentile(quiet.latencies, 0.99)
  const attackedMs = percentile(attacked.latencies, 0.99)
  if (attackedMs <= quietMs * MAX_P99_FACTOR) return []
  const text = `honest p99 went from ${quietMs.toFixed(0)} to ${attackedMs.toFixed(0)} ms`
  return [{ criterion: 'latency', text }]
}

function judgeRefusals(attack: Attack, quiet: Phase, attacked: Phase): Breach[] {
  const wrong = attacked.refusals.filter(({ status }) => !attack.allows503 || status !== 503)
  const share = wrong.length / Math.max(1, attacked.latencies.length)
  // An error that load cannot explain counts even once.
  const isError = wrong.some(({ status }) => status >= 500 && status !== 503)
  const breaches: Breach[] = quiet.refusals
    .slice(0, 1)
    .map(({ text }) => ({ criterion: 'refused', text: `before the attack, ${text}` }))
  if (share > MAX_REFUSED_SHARE || isError) {
    const counted = `${wrong.length} of ${attacked.latencies.length} honest calls failed`
    const example = wrong.find(({ status }) => status >= 500 && status !== 503) ?? wrong[0]
    breaches.push({ criterion: 'refused', text: `${counted}: ${example?.text}` })
  }
  return breaches
}
