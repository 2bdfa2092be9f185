import { BULK_KINDS, BULK_SESSIONS, BULK_STATES } from '@foyer/domain'
import * as z from 'zod/mini'
import { RECENT_STAFF_ERRORS, recentStaffWho, STAFF_ERRORS, staffWho } from './access.ts'
import {
  capacity,
  clockTime,
  durationMinutes,
  sessionFilter,
  sessionName,
  sessionRoom,
  sessionTypes,
  ticketPrice,
} from './dates.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, instant, text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/**
 * Many sessions of an event created or changed in one go: a plan that is previewed, then worked off by a
 * job, slice by slice, which can be stopped.
 */

const everyDate = z.array(calendarDate).check(z.maxLength(400))

const clockTimes = z.union([
  z.object({ at: z.array(clockTime).check(z.minLength(1), z.maxLength(96)) }),
  z.object({
    first: clockTime,
    /** The last start; before the first: of the next day. */
    last: clockTime,
    everyMinutes: z.int().check(z.gte(5), z.lte(1440)),
  }),
])

const sessionParts = {
  capacity,
  types: sessionTypes,
}

/** What differs for sessions on these weekdays at these times. Later ones precede earlier ones. */
const variation = z.object({
  /** 0 is Sunday; none: all days. */
  weekdays: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.maxLength(7)),
  /** From this start on, and before that one. */
  from: z.optional(clockTime),
  to: z.optional(clockTime),
  /** Absent: as usual. */
  capacity: z.optional(capacity),
  prices: z.array(z.object({ ticketTypeId: uuid, priceMinor: ticketPrice })).check(z.maxLength(50)),
})

export const schedule = z.object({
  /** A rule of RFC 5545 for days: 'FREQ=WEEKLY;BYDAY=TU,WE'. Times are apart, in `times`. */
  rule: text(200),
  /** Its first and last day. */
  from: calendarDate,
  to: calendarDate,
  /** Days of the rule on which nothing takes place, and further days on which something does. */
  exceptDates: everyDate,
  extraDates: everyDate,
  times: clockTimes,
  durationMinutes,
  name: sessionName,
  roomId: sessionRoom,
  ...sessionParts,
  variations: z.array(variation).check(z.maxLength(20)),
})
export type Schedule = z.output<typeof schedule>

/** Sessions that exist: those that are named, or all of a filter but those that are excepted. */
const selection = z.union([
  z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({
    filter: z.object(sessionFilter),
    exceptIds: z.array(uuid).check(z.maxLength(500)),
  }),
])
export type SessionSelection = z.output<typeof selection>

const bulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), schedule }),
  z.object({
    kind: z.literal('edit'),
    selection,
    /** What is absent stays as it is. */
    name: z.optional(sessionName),
    capacity: z.optional(capacity),
    roomId: sessionRoom,
    /** A session that does not sell one of these begins to. */
    types: z
      .array(
        z.object({
          ticketTypeId: uuid,
          capacity: z.optional(capacity),
          priceMinor: z.optional(ticketPrice),
        }),
      )
      .check(z.maxLength(50)),
  }),
  z.object({ kind: z.literal('close'), selection }),
  z.object({ kind: z.literal('reopen'), selection }),
])
export type BulkChange = z.output<typeof bulkChange>

const callOff = z.object({
  selection,
  message: text(1000, 0),
  /** The last day on which buyers may answer; without one, all are refunded at once. */
  answerByDate: z.optional(calendarDate),
})
export type BulkCallOff = z.output<typeof callOff>

/** Why a session of the plan stays as it is. */
export const BULK_SKIPS = [
  'exists',
  'past',
  'closed_already',
  'open_already',
  'called_off',
  'capacity_below_taken',
  'nothing_to_change',
] as const
export type BulkSkip = (typeof BULK_SKIPS)[number]

export const bulkPreview = z.object({
  kind: z.enum(BULK_KINDS),
  /** Sent back to start exactly this plan. */
  digest: text(64),
  /** How many sessions are created or changed, from when to when. */
  sessions: z.int(),
  days: z.int(),
  firstStartsAt: z.nullable(instant),
  lastStartsAt: z.nullable(instant),
  /** The sessions that stay as they are, by the reason. */
  skipped: z.array(
    z.object({ reason: z.enum(BULK_SKIPS), sessions: z.int(), firstStartsAt: instant }),
  ),
  /** Tickets sold and held in sessions that are changed, and in how many of them. */
  ticketsSold: z.int(),
  sessionsSold: z.int(),
  ticketsHeld: z.int(),
  /**
   * Sessions that would overlap others in their room, of whatever event; and new ones that overlap others of
   * this event, and of other events of the venue. Sessions in two different rooms do not overlap.
   */
  overlaps: z.object({
    own: z.int(),
    venue: z.int(),
    room: z.int(),
    examples: z.array(
      z.object({ startsAt: instant, otherStartsAt: instant, otherEvent: z.string() }),
    ),
  }),
  /** Sessions that would sell more than fits into their room. */
  beyondRoom: z.int(),
  /** Local times that the clocks skip on their day, so that the session begins an hour later. */
  movedByClocks: z.array(instant),
  /** The first and last few new sessions as they would be. */
  examples: z.array(
    z.object({ startsAt: instant, endsAt: instant, capacity: z.nullable(z.int()) }),
  ),
})
export type BulkPreview = z.output<typeof bulkPreview>

const bulkChangeView = z.object({
  id: uuid,
  eventId: uuid,
  kind: z.enum(BULK_KINDS),
  state: z.enum(BULK_STATES),
  total: z.int(),
  /** How many of the total were worked on, and how many of these could not be changed. */
  position: z.int(),
  refused: z.int(),
  /** The first of those, each with its reason. */
  problems: z.array(z.object({ startsAt: instant, problem: z.string() })),
  createdAt: instant,
  finishedAt: z.nullable(instant),
})
export type BulkChangeView = z.output<typeof bulkChangeView>

const eventParams = z.object({ eventId: uuid })
const bulkParams = z.object({ bulkChangeId: uuid })

const base = { admission: 'finish', limits: BACK_OFFICE } as const

const PLAN_ERRORS = [
  'validation_failed',
  'event_not_found',
  'ticket_type_not_found',
  'room_not_found',
] as const
const START_ERRORS = [...PLAN_ERRORS, 'changed_meanwhile', 'bulk_change_running'] as const

export const bulkChanges = {
  previewBulkChange: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/events/:eventId/bulk-changes/preview',
    access: staffWho('catalog.change'),
    summary: `What a change of up to ${BULK_SESSIONS} sessions would touch; changes nothing`,
    params: eventParams,
    body: z.object({ change: bulkChange }),
    output: bulkPreview,
    errors: [...STAFF_ERRORS, ...PLAN_ERRORS],
  }),
  startBulkChange: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/events/:eventId/bulk-changes',
    access: staffWho('catalog.change'),
    summary: 'Starts a change that was previewed; a job works it off',
    status: 201,
    params: eventParams,
    body: z.object({ change: bulkChange, digest: text(64) }),
    output: bulkChangeView,
    errors: [...STAFF_ERRORS, ...START_ERRORS],
  }),
  previewCallOff: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/events/:eventId/bulk-changes/call-off/preview',
    access: staffWho('catalog.change'),
    summary: 'What calling off these sessions would touch; changes nothing',
    params: eventParams,
    body: z.object({ callOff }),
    output: bulkPreview,
    errors: [...STAFF_ERRORS, ...PLAN_ERRORS],
  }),
  startCallOff: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/events/:eventId/bulk-changes/call-off',
    access: recentStaffWho('catalog.change'),
    summary: 'Calls off sessions as previewed, and asks or refunds their buyers',
    status: 201,
    params: eventParams,
    body: z.object({ callOff, digest: text(64) }),
    output: bulkChangeView,
    errors: [...RECENT_STAFF_ERRORS, ...START_ERRORS],
  }),
  listBulkChanges: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/events/:eventId/bulk-changes',
    access: staffWho('catalog.read'),
    summary: 'The latest changes of many sessions of an event, the newest first',
    params: eventParams,
    output: z.object({ changes: z.array(bulkChangeView).check(z.maxLength(10)) }),
    errors: [...STAFF_ERRORS],
  }),
  stopBulkChange: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/bulk-changes/:bulkChangeId/stop',
    access: staffWho('catalog.change'),
    summary: 'Stops a change after the sessions in progress; what was done stays',
    params: bulkParams,
    output: bulkChangeView,
    errors: [...STAFF_ERRORS, 'bulk_change_not_found'],
  }),
  continueBulkChange: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/bulk-changes/:bulkChangeId/continue',
    access: recentStaffWho('catalog.change'),
    summary: 'Goes on with a change that was stopped',
    params: bulkParams,
    output: bulkChangeView,
    errors: [...RECENT_STAFF_ERRORS, 'bulk_change_not_found', 'bulk_change_running'],
  }),
} as const
