import { createHash } from 'node:crypto'
import { narrower } from '@foyer/domain'
import type { DemoEvent } from './demo-types.ts'
import type { PlannedSession } from './plan-sessions.ts'

/** Shares of days with `busyDays`: sold out, and nearly so. */
const FULL_DAYS = 0.06
const NEARLY_FULL_DAYS = 0.16

/**
 * How far sessions deviate from their share. Single nights do not deviate, so none sells out by
 * chance.
 */
const STEADY = 0.2
const UNEVEN = 0.6

/** How many tickets of an event's first type a box office has sold for a session. */
export function soldBefore(event: DemoEvent, session: PlannedSession): number {
  const { sold } = event
  // The type may have fewer seats of its own than the session has in total.
  const room = narrower(event.schedule.capacity, event.types[0]?.capacity ?? null)
  if (!sold || room === null) return 0
  if (sold === 'all') return room
  if ('leaving' in sold) return Math.max(0, room - sold.leaving)
  const ofSession = noise(`${event.key} ${session.startsAt.toISOString()}`)
  const ofDay = sold.busyDays ? noise(`${event.key} ${session.localDate}`) : 1
  if (ofDay < FULL_DAYS) return room
  if (ofDay < NEARLY_FULL_DAYS) return Math.round(room * (0.9 + 0.1 * ofSession))
  const strays = (sold.busyDays ? UNEVEN : STEADY) * (2 * ofSession - 1)
  return Math.min(room, Math.round(room * sold.about * (1 + strays)))
}

/**
 * A number from 0 to 1 that depends on the text only: a demo looks the same wherever it is seeded.
 */
const noise = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 0xffffffff
