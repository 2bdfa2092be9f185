import {
  EVENT_CATEGORIES,
  EVENT_MOVE_NAMES,
  EVENT_STATE_NAMES,
  EVENT_STATUSES,
  FACT_LIMITS,
  IMPORTANT_INFORMATION_LIMITS,
  isPlainText,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  instant,
  minorAmount,
  supportedCurrency,
  text,
  uuid,
  version,
} from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import { VALIDATION_TEXTS } from './validation-texts.ts'

/** The events of an organizer, as the team edits them: drafts and archived ones included. */

/** A text of several lines, without other control characters. Empty: none. */
export const prose = (maximum: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maximum),
    z.refine((value) => value.split(/\r?\n/).every(isPlainText), {
      error: VALIDATION_TEXTS.notPlain,
    }),
  )

/** A list of texts of one line each. */
export const textLines = (most: number, characters: number) =>
  z.array(text(characters)).check(z.maxLength(most))

export const EVENT_LIMITS = { name: 160, description: 600 } as const

const lineUpEntry = z.object({
  name: text(FACT_LIMITS.lineUpCharacters),
  role: z.nullable(text(FACT_LIMITS.lineUpCharacters)),
  /** Wall-clock time at the venue, 'HH:MM'. */
  time: z.nullable(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 19:30')),
  ),
})

/** What is edited of an event on its screen 'Details'. */
const eventDetails = z.object({
  name: text(EVENT_LIMITS.name),
  /** The short text below the name. */
  description: prose(EVENT_LIMITS.description),
  /** Paragraphs separated by empty lines. */
  story: prose(FACT_LIMITS.story),
  category: z.enum(EVENT_CATEGORIES),
  venueId: uuid,
  currency: supportedCurrency,
  /** For all its ticket types without a fee set of their own; null: no fee. */
  feeSetId: z.nullable(uuid),
  /** Whether buyers choose a time after the day. */
  isTimedEntry: z.boolean(),
  /** Whether the calendar shows all days in a row; otherwise it shows a month at a time. */
  isContinuousCalendar: z.boolean(),
  isPriceDifferenceShown: z.boolean(),
  doorsMinutes: z.nullable(z.int().check(z.gte(0), z.lte(FACT_LIMITS.doorsMinutes))),
  /** In years; 0 is for all ages, null is not stated. */
  minimumAge: z.nullable(z.int().check(z.gte(0), z.lte(FACT_LIMITS.minimumAge))),
  ageNote: text(FACT_LIMITS.lineCharacters, 0),
  accessNotes: textLines(FACT_LIMITS.lines, FACT_LIMITS.lineCharacters),
  lineUp: z.array(lineUpEntry).check(z.maxLength(FACT_LIMITS.lineUp)),
  /** Null: only the default lines of important information forbid it. */
  isTransferable: z.nullable(z.boolean()),
  /** Null: the default lines. */
  importantInformation: z.nullable(
    textLines(IMPORTANT_INFORMATION_LIMITS.lines, IMPORTANT_INFORMATION_LIMITS.characters),
  ),
})
export type EventDetailsInput = z.input<typeof eventDetails>

/** A picture with the point that its crops keep in sight. */
export const officePicture = z.object({
  /** Names its files: `/pictures/<hash>/whole.webp` below the tenant's pages. */
  hash: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  focus: z.object({ x: z.number(), y: z.number() }),
})
export type OfficePicture = z.output<typeof officePicture>

const venueName = z.object({
  id: uuid,
  name: z.string(),
  city: z.string(),
  timeZone: z.string(),
})

export const officeEventSchema = z.object({
  id: uuid,
  state: z.enum(EVENT_STATE_NAMES),
  createdAt: instant,
  venue: venueName,
  /** Null: shown with its drawn poster. */
  picture: z.nullable(officePicture),
  /** How many sessions it has, past and closed ones included. */
  sessionCount: z.int(),
  details: eventDetails,
  version,
})
export type OfficeEvent = z.output<typeof officeEventSchema>

const eventRow = z.object({
  id: uuid,
  name: z.string(),
  state: z.enum(EVENT_STATE_NAMES),
  category: z.enum(EVENT_CATEGORIES),
  venue: venueName,
  /** The picture or the poster, below the tenant's pages. */
  imageUrl: z.string(),
  /** Sessions that are to come or still sold. */
  comingCount: z.int(),
  nextStart: z.nullable(instant),
  /** What buyers read of an event whose sessions have begun, are over or were called off; otherwise null. */
  lastStatus: z.nullable(z.enum(EVENT_STATUSES)),
  firstDate: z.nullable(calendarDate),
  lastDate: z.nullable(calendarDate),
  /** The lowest price of a ticket with fees; null if nothing has a price. */
  fromMinor: z.nullable(minorAmount),
  currency: z.string(),
})
export type OfficeEventRow = z.output<typeof eventRow>

export const EVENTS_PAGE = 50
export const EVENT_SORTS = ['created', 'name', 'next'] as const
export type OfficeEventSort = (typeof EVENT_SORTS)[number]

/** Where the next page of a list begins, as the page before says it. */
export const cursor = text(600)
/** A flag in an address. */
export const flag = z.enum(['true', 'false'])

export const eventParams = z.object({ eventId: uuid })
export const reading = {
  method: 'GET',
  access: staffWho('catalog.read'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const
export const changing = {
  access: staffWho('catalog.change'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const

export const officeCatalog = {
  listOfficeEvents: endpoint({
    ...reading,
    path: '/api/admin/events',
    reads: 'recent',
    summary: 'Events of the organizer in every state, a page of them',
    query: z.object({
      /** Words of the name; each has to be in it. */
      q: z.optional(text(100, 0)),
      /** Without one, all but archived events. */
      state: z.optional(z.enum(EVENT_STATE_NAMES)),
      /** 'created' by default: the newest first. */
      sort: z.optional(z.enum(EVENT_SORTS)),
      isDescending: z.optional(flag),
      /** `next` of the page before. */
      after: z.optional(cursor),
    }),
    output: z.object({
      events: z.array(eventRow).check(z.maxLength(EVENTS_PAGE)),
      next: z.nullable(z.string()),
    }),
    errors: [...STAFF_ERRORS, 'validation_failed'],
  }),
  /** Apart from the list, because it reads every session of the events. */
  countSold: endpoint({
    ...reading,
    path: '/api/admin/events/sold',
    reads: 'recent',
    summary: 'How many places of events are sold, and how many there are',
    query: z.object({
      /** At most a page of ids, separated by commas. */
      eventIds: z
        .string()
        .check(z.regex(/^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,49}$/, 'Must be ids of events')),
    }),
    output: z.object({
      events: z.array(
        z.object({
          id: uuid,
          /** Places, of which a ticket may take several. */
          sold: z.int(),
          /** In places, over all sessions; null if one of them has no limit. */
          capacity: z.nullable(z.int()),
        }),
      ),
    }),
    errors: [...STAFF_ERRORS, 'validation_failed'],
  }),
  getOfficeEvent: endpoint({
    ...reading,
    path: '/api/admin/events/:eventId',
    summary: 'An event with all that is edited of it',
    params: eventParams,
    output: officeEventSchema,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  createOfficeEvent: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/events',
    summary: 'Creates an event as a draft',
    status: 201,
    body: z.object({
      name: eventDetails.shape.name,
      venueId: uuid,
      category: eventDetails.shape.category,
      isTimedEntry: z.boolean(),
    }),
    output: officeEventSchema,
    errors: [...STAFF_ERRORS, 'venue_not_found', 'validation_failed'],
  }),
  changeOfficeEvent: endpoint({
    ...changing,
    method: 'PUT',
    path: '/api/admin/events/:eventId',
    summary: 'Changes the details of an event',
    params: eventParams,
    body: z.extend(eventDetails, { version }),
    output: officeEventSchema,
    errors: [
      ...STAFF_ERRORS,
      'event_not_found',
      'venue_not_found',
      'venue_in_use',
      'currency_in_use',
      'fee_set_not_found',
      'changed_meanwhile',
      'validation_failed',
    ],
  }),
  moveOfficeEvent: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/events/:eventId/move',
    summary: 'Publishes, unpublishes, archives or restores an event',
    params: eventParams,
    body: z.object({ move: z.enum(EVENT_MOVE_NAMES) }),
    output: officeEventSchema,
    errors: [...STAFF_ERRORS, 'event_not_found', 'event_state_changed'],
  }),
  duplicateOfficeEvent: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/events/:eventId/duplicate',
    summary: 'Makes a draft with the same details, tickets and add-ons, and without sessions',
    status: 201,
    params: eventParams,
    body: z.object({ name: eventDetails.shape.name }),
    output: officeEventSchema,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  deleteOfficeEvent: endpoint({
    ...changing,
    method: 'DELETE',
    path: '/api/admin/events/:eventId',
    summary: 'Deletes a draft of which nothing was ever held or sold',
    params: eventParams,
    output: z.object({ deleted: z.literal(true) }),
    errors: [...STAFF_ERRORS, 'event_not_found', 'event_in_use'],
  }),
} as const
