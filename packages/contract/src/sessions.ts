import { CAPACITY_TYPES, SESSION_STATES, type SessionState } from '@foyer/domain'
import * as z from 'zod/mini'
import { instant, uuid } from './fields.ts'

/** The names of the states, as a list with the type of each. */
export const SESSION_STATE_NAMES = Object.keys(SESSION_STATES) as readonly SessionState[]

/**
 * A session under the names of the specification. Lists that repeat sessions by the hundred have names of
 * their own and fewer fields.
 */
export const sessionSchema = z.object({
  id: uuid,
  eventId: uuid,
  startTime: instant,
  endTime: instant,
  capacityType: z.enum(CAPACITY_TYPES),
  /** How many tickets it has over all types; null if its capacity is unlimited. */
  capacityValue: z.nullable(z.int()),
  status: z.enum(SESSION_STATE_NAMES),
  displayName: z.string(),
  /** The same as `displayName`: a session has one name. */
  title: z.string(),
})
export type SessionView = z.output<typeof sessionSchema>

/** The limit that a ticket type has in one session, within the session's own capacity. */
export const capacityOverrideSchema = z.object({
  ticketTypeId: uuid,
  sessionId: uuid,
  capacityValue: z.int(),
})

/** What one session has of one ticket type, and what is taken of it. */
export const capacitySummarySchema = z.object({
  sessionId: uuid,
  ticketTypeId: uuid,
  /** The smaller of the capacities of the session and of the type; null is without limit. */
  totalCapacity: z.nullable(z.int()),
  soldCount: z.int(),
  heldCount: z.int(),
  /** The smaller of what the session and the type have left; null is without limit. */
  availableCount: z.nullable(z.int()),
  /** When tickets of the type were last held, sold or given back; null if that never happened. */
  lastUpdated: z.nullable(instant),
})
