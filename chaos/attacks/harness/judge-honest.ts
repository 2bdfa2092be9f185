import { ANSWER_WITHIN_MS } from '../../prober.ts'
import { percentile } from '../../statistics.ts'
import type { Attack, Breach } from './attack.ts'
import type { Met } from './honest-load.ts'

/** The p99 of honest calls under attack may be so many times its quiet value. */
const MAX_P99_FACTOR = 3
/** Of honest calls, so many may be refused: one that falls into a moment is no pattern. */
const MAX_REFUSED_SHARE = 0.01

/** What was measured of a house in quiet, or under attack. */
export interface Phase extends Met {
  /** The slowest answer of /healthz, in milliseconds. */
  healthMs: number
  /** What /healthz met instead of an answer. */
  failures: readonly string[]
}

/** Compares honest buyers under attack with the same buyers in quiet. */
export function judgeHonest(attack: Attack, quiet: Phase, attacked: Phase): Breach[] {
  return [
    ...judgeHealth(quiet, attacked),
    ...(attack.ignoresLatency ? [] : judgeLatency(quiet, attacked)),
    ...judgeRefusals(attack, quiet, attacked),
  ]
}

/**
 * A second, always. Only a machine that is slower than that without any attack, being busy with
 * something else, is allowed as many times its quiet value as latency is.
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
  // Errors that no load explains are never a matter of share.
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
