import {
  DISRUPTION_KINDS,
  isPlainText,
  LONGEST_SESSION_MINUTES,
  minutesOf,
  UNANSWERED_DEFAULTS,
} from '@foyer/domain'
import * as z from 'zod/mini'
import {
  byNeedStaffWho,
  RECENT_STAFF_ERRORS,
  recentStaffWho,
  STAFF_ERRORS,
  staffWho,
} from './access.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, currency, instant, minorAmount, text, uuid, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import {
  capacityOverrideSchema,
  capacitySummarySchema,
  SESSION_STATE_NAMES,
  sessionSchema,
} from './sessions.ts'

/**
 * The dates of an event in the back office: its sessions, listed, created, changed, moved and called off
 * one by one; many at a time are in bulk-changes.ts. Dates and times that are sent are those of the
 * venue.
 */

export const clockTime = z
  .string()
  .check(z.refine((time) => minutesOf(time) !== null, { error: 'Must be a time like 19:30' }))

/** How many can be sold; null is without limit. */
export const capacity = z.nullable(z.int().check(z.gte(0), z.lte(1_000_000)))

/** Of one ticket, in minor units of the event's currency. Null: not priced yet, so not on sale. */
export const ticketPrice = z.nullable(minorAmount.check(z.gte(0), z.lte(99_999_999)))

export const sessionName = text(100, 0)

/** From five minutes to four weeks. */
export const durationMinutes = z.int().check(z.gte(5), z.lte(LONGEST_SESSION_MINUTES))

/** A ticket type that a session sells. */
export const sessionType = z.object({
  ticketTypeId: uuid,
  /** Its own limit within the session's capacity. */
  capacity: z._default(capacity, null),
  /** Only for a type that is priced by session. */
  priceMinor: z.optional(ticketPrice),
})

export const sessionTypes = z.array(sessionType).check(
  z.maxLength(50),
  z.refine((types) => new Set(types.map((type) => type.ticketTypeId)).size === types.length, {
    error: 'Each ticket type may be named once',
  }),
)

/** The room of its event's venue that a session is in; null: it is in none. Absent: it stays as it is. */
export const sessionRoom = z.optional(z.nullable(uuid))

const venueRoom = z.object({ id: uuid, name: z.string(), capacity: z.int() })
export type VenueRoom = z.output<typeof venueRoom>

/** What a list says of a session. */
const listedSession = z.object({
  id: uuid,
  startsAt: instant,
  endsAt: instant,
  /** Its day at the venue. */
  date: calendarDate,
  name: z.string(),
  state: z.enum(SESSION_STATE_NAMES),
  /** In places, of which a ticket may take several: how many there are, in carts and sold. */
  capacity: z.nullable(z.int()),
  held: z.int(),
  sold: z.int(),
  room: z.nullable(venueRoom),
  /** Another session that is in the same room at the same time; null if there is none, or it is over. */
  roomConflict: z.nullable(z.object({ startsAt: instant, eventName: z.string() })),
})
export type ListedSession = z.output<typeof listedSession>

/** Which sessions of an event: by days of the venue, state, and what was sold. */
export const sessionFilter = {
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  state: z.optional(z.enum(SESSION_STATE_NAMES)),
  /** none: nothing is sold. some: at least one ticket. full: nothing is left. */
  sold: z.optional(z.enum(['none', 'some', 'full'])),
}

/** How many sessions a page of the list has at most. */
export const SESSIONS_PAGE = 100
/** How many days a page of days has at most. */
export const DAYS_PAGE = 31

const disruptionProgress = z.object({
  id: uuid,
  kind: z.enum(DISRUPTION_KINDS),
  state: z.enum(['listing', 'working', 'done', 'superseded']),
  fromStartsAt: instant,
  toStartsAt: z.nullable(instant),
  answerBy: z.nullable(instant),
  /** Orders that are settled, that wait for an answer or a refund, and that failed. */
  settled: z.int(),
  open: z.int(),
  failed: z.int(),
  /** When somebody stopped the work; null while it goes on. */
  stoppedAt: z.nullable(instant),
  /** Refunds that were decided, and those of them that the provider has made. */
  refunds: z.object({
    decided: z.int(),
    decidedMinor: minorAmount,
    made: z.int(),
    madeMinor: minorAmount,
  }),
  /** Why orders failed, with how many. */
  problems: z.array(z.object({ problem: z.string(), count: z.int() })),
})
export type DisruptionProgress = z.output<typeof disruptionProgress>
const disruption = z.object({ disruption: z.nullable(disruptionProgress) })

/** What a form changes of a session. */
const editableSession = z.object({
  name: z.string(),
  capacity: z.nullable(z.int()),
  roomId: z.nullable(uuid),
  state: z.enum(SESSION_STATE_NAMES),
  startsAt: instant,
  /** The types that it sells. */
  types: z.array(
    z.object({
      ticketTypeId: uuid,
      capacity: z.nullable(z.int()),
      /** Null for a type with one price for all sessions, or one that is not priced yet. */
      priceMinor: z.nullable(minorAmount),
    }),
  ),
  version,
})
export type EditableSession = z.output<typeof editableSession>

const sessionDetails = z.object({
  ...listedSession._zod.def.shape,
  eventId: uuid,
  /** The same session under the names of the specification. */
  session: sessionSchema,
  edit: editableSession,
  /** What the types of each group share that shares a capacity, in places. */
  shares: z.array(z.object({ name: z.string(), capacity: z.int(), held: z.int(), sold: z.int() })),
  /** What it has of each of its types, and what is taken of it. */
  capacitySummaries: z.array(capacitySummarySchema),
  /** The types with a limit of their own. */
  capacityOverrides: z.array(capacityOverrideSchema),
  /** Orders with valid tickets of the session, and what these were bought at. */
  orders: z.int(),
  amountMinor: minorAmount,
})
export type SessionDetails = z.output<typeof sessionDetails>

const eventParams = z.object({ eventId: uuid })
const sessionParams = z.object({ sessionId: uuid })

const base = { admission: 'finish', limits: BACK_OFFICE } as const

export const dates = {
  getDates: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/events/:eventId/dates',
    access: staffWho('catalog.read'),
    reads: 'recent',
    summary: 'What the sessions of an event have in common: zone, currency, ticket types',
    params: eventParams,
    output: z.object({
      eventId: uuid,
      name: z.string(),
      timeZone: z.string(),
      currency,
      isPublished: z.boolean(),
      /** The current day at the venue. */
      today: calendarDate,
      types: z.array(
        z.object({
          id: uuid,
          name: z.string(),
          isPricedBySession: z.boolean(),
          /** Its price in all sessions; null if it is priced by session. */
          priceMinor: z.nullable(minorAmount),
          isArchived: z.boolean(),
        }),
      ),
      /** The rooms of its venue. */
      rooms: z.array(venueRoom),
    }),
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  listSessions: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/events/:eventId/sessions',
    access: staffWho('catalog.read'),
    reads: 'recent',
    summary: 'The sessions of an event, by start, a page at a time',
    params: eventParams,
    query: z.object({
      ...sessionFilter,
      /** `next` of the page before. */
      after: z.optional(instant),
    }),
    output: z.object({
      sessions: z.array(listedSession).check(z.maxLength(SESSIONS_PAGE)),
      /**
       * Leads to the next page; null on the last one. One page looks through a limited number of
       * sessions, so a page with a filter may have few sessions, or none, and a next one.
       */
      next: z.nullable(instant),
      /** Only on the first page, if no filter but days is set, and up to 20,000. */
      total: z.nullable(z.int()),
    }),
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  listDays: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/events/:eventId/days',
    access: staffWho('catalog.read'),
    reads: 'recent',
    summary: 'The days on which an event has sessions, with the places that are sold on each',
    params: eventParams,
    query: z.object({
      from: sessionFilter.from,
      to: sessionFilter.to,
      /** `next` of the page before. */
      after: z.optional(calendarDate),
    }),
    output: z.object({
      days: z
        .array(
          z.object({
            date: calendarDate,
            firstStartsAt: instant,
            lastStartsAt: instant,
            sessions: z.int(),
            /** Of these, on sale by their own state. */
            active: z.int(),
            /** In places, as `sold` and `held`, of the active ones; null: one of them has no limit. */
            capacity: z.nullable(z.int()),
            sold: z.int(),
            held: z.int(),
          }),
        )
        .check(z.maxLength(DAYS_PAGE)),
      next: z.nullable(calendarDate),
    }),
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  getSession: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/sessions/:sessionId',
    access: staffWho('catalog.read'),
    summary: 'A session with what it sells and what was sold',
    params: sessionParams,
    output: sessionDetails,
    errors: [...STAFF_ERRORS, 'session_not_found'],
  }),
  createSession: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/events/:eventId/sessions',
    access: staffWho('catalog.change'),
    summary: 'Creates one session of an event',
    status: 201,
    params: eventParams,
    body: z.object({
      date: calendarDate,
      time: clockTime,
      durationMinutes,
      name: sessionName,
      /** Absent: that of the room; without one no limit. */
      capacity: z.optional(capacity),
      roomId: sessionRoom,
      types: sessionTypes,
    }),
    output: sessionDetails,
    errors: [
      ...STAFF_ERRORS,
      'validation_failed',
      'event_not_found',
      'ticket_type_not_found',
      'room_not_found',
      'session_exists',
    ],
  }),
  changeSession: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/admin/sessions/:sessionId',
    access: staffWho('catalog.change'),
    summary: 'Changes name, capacity, room, types and prices of a session',
    params: sessionParams,
    body: z.object({
      version,
      name: sessionName,
      capacity,
      roomId: sessionRoom,
      /** A type that the session sells and that is not named stays as it is. */
      types: sessionTypes,
    }),
    output: sessionDetails,
    errors: [
      ...STAFF_ERRORS,
      'session_not_found',
      'ticket_type_not_found',
      'room_not_found',
      'validation_failed',
      'capacity_below_taken',
      'changed_meanwhile',
      'busy',
    ],
  }),
  setSessionState: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/admin/sessions/:sessionId/state',
    access: staffWho('catalog.change'),
    summary: 'Closes a session, whose tickets stay valid, or opens it again',
    params: sessionParams,
    body: z.object({ state: z.enum(['active', 'cancelled']) }),
    output: sessionDetails,
    errors: [...STAFF_ERRORS, 'session_not_found', 'session_not_changeable'],
  }),
  disruptSession: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/sessions/:sessionId/disruption',
    access: byNeedStaffWho('catalog.change'),
    summary: 'Moves a session to another time or calls it off, and asks its buyers',
    status: 201,
    params: sessionParams,
    body: z.object({
      kind: z.enum(DISRUPTION_KINDS),
      /** The new start of a session that is moved. */
      toDate: z.optional(calendarDate),
      toTime: z.optional(clockTime),
      message: z.string().check(
        z.trim(),
        z.maxLength(1000),
        z.refine((all) => all.split('\n').every(isPlainText), {
          error: 'Must not contain control characters',
        }),
      ),
      /** The last day on which buyers may answer; without one, what is unanswered counts at once. */
      answerByDate: z.optional(calendarDate),
      unanswered: z.enum(UNANSWERED_DEFAULTS),
    }),
    output: z.object({ disruptionId: uuid }),
    errors: [...RECENT_STAFF_ERRORS, 'session_not_found', 'session_not_changeable', 'busy'],
  }),
  getDisruption: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/sessions/:sessionId/disruption',
    access: staffWho('catalog.read'),
    summary: 'How far the work is after a session was moved or called off',
    params: sessionParams,
    output: disruption,
    errors: [...STAFF_ERRORS, 'session_not_found'],
  }),
  stopDisruption: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/sessions/:sessionId/disruption/stop',
    access: staffWho('catalog.change'),
    summary: 'Stops asking and refunding the buyers of a session; what was decided is made',
    params: sessionParams,
    output: disruption,
    errors: [...STAFF_ERRORS, 'session_not_found'],
  }),
  continueDisruption: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/sessions/:sessionId/disruption/continue',
    access: recentStaffWho('catalog.change'),
    summary: 'Goes on with what was stopped, and tries again the orders that failed',
    params: sessionParams,
    output: disruption,
    errors: [...RECENT_STAFF_ERRORS, 'session_not_found'],
  }),
} as const
