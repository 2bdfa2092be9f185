import type { TurnPosition, WalkState } from '@foyer/db'

/** A pass through a whole table that took several turns. */
export interface EndedPass {
  walk: string
  seconds: number
}

/**
 * Stores in the position, after a turn, when each pass began and how far it is. Returns the passes
 * that ended with this turn. A walk is in a pass unless it rests.
 */
export function followPasses(
  before: TurnPosition,
  after: TurnPosition,
  nowMs: number,
): { position: TurnPosition; ended: EndedPass[] } {
  const ended: EndedPass[] = []
  const walks = Object.entries(after).map(([walk, { after: key, restsUntil }]) => {
    const pass = before[walk]?.pass
    if (restsUntil === 0) {
      const { beganAt, from } = pass ?? { beganAt: nowMs, from: key }
      const share = shareOf(key, from, nowMs)
      return [walk, { after: key, restsUntil, pass: { beganAt, from, share } }] as const
    }
    if (pass) ended.push({ walk, seconds: Math.round((nowMs - pass.beganAt) / 1000) })
    return [walk, { after: key, restsUntil }] as const
  })
  return { position: Object.fromEntries<WalkState>(walks), ended }
}

const TIME_ORDERED = /^[0-9a-f]{8}-[0-9a-f]{4}-7/
const ALL_PREFIXES = 2 ** 32

/**
 * The share of a table that lies behind a key, from 0 to 1, estimated without counting rows. Keys
 * that begin with the time (newId) are compared with the first key of the pass and with now; other
 * UUIDs are evenly spread.
 */
function shareOf(key: string, from: string, nowMs: number): number {
  const share =
    TIME_ORDERED.test(key) && TIME_ORDERED.test(from)
      ? (timeOf(key) - timeOf(from)) / Math.max(1, nowMs - timeOf(from))
      : Number.parseInt(key.slice(0, 8), 16) / ALL_PREFIXES
  return Math.round(Math.min(1, Math.max(0, share || 0)) * 1000) / 1000
}

/** Milliseconds since 1970. */
const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
