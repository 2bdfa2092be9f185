import { SALES_PHASES, UNTIL_END_CUTOFF_MINUTES } from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, text, uuid, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** When one may buy, as the team of an organizer sets it. Times are instants; the venue's zone shows them. */

/** How long before a session its sales may end: a year. */
export const MAX_CUTOFF_MINUTES = 525_600
/** Codes that are created in one go. */
export const MOST_NEW_CODES = 5000
export const CODES_PAGE = 100
const MOST_TICKETS = 1000

const count = z.int().check(z.gte(1), z.lte(MOST_TICKETS))
/** Minutes before the start of a session at which its sales end; below 0 after it, until its end at the latest. */
const cutoffMinutes = z.int().check(z.gte(UNTIL_END_CUTOFF_MINUTES), z.lte(MAX_CUTOFF_MINUTES))
const opensAt = z.nullable(instant)
const closesAt = z.nullable(instant)

const window = { opensAt, closesAt } as const

const eventRules = z.object({
  ...window,
  cutoffMinutes,
  minPerOrder: z.nullable(count),
  maxPerOrder: z.nullable(count),
  maxPerCustomer: z.nullable(count),
})

const typeRules = z.object({
  ...window,
  isHidden: z.boolean(),
  minQuantity: count,
  maxQuantity: count,
  quantityStep: count,
  maxPerCustomer: z.nullable(count),
})

const sessionRules = z.object({
  ...window,
  /** Null: the event's. */
  cutoffMinutes: z.nullable(cutoffMinutes),
})

const eventSalesSchema = z.object({
  eventId: uuid,
  eventName: z.string(),
  /** The zone of the venue, in which the times are shown and entered. */
  timeZone: z.string(),
  isPublished: z.boolean(),
  /** Null: no session is to come. */
  state: z.nullable(z.enum(SALES_PHASES)),
  /** What buyers see now, and what changes by itself. */
  summary: z.object({
    now: z.array(z.string()),
    next: z.array(z.object({ at: instant, text: z.string() })),
  }),
  rules: eventRules,
  /** Of the event's own rules. */
  version,
  pause: z.nullable(z.object({ at: instant, note: z.nullable(z.string()) })),
  /** Tickets that buyers hold now: a pause leaves them. */
  heldTickets: z.int(),
  /** In the organizer's order, archived ones left out. */
  types: z.array(z.object({ id: uuid, name: z.string(), rules: typeRules, version })),
  /** Sessions to come that have a window or a cut-off of their own. */
  ownSessions: z.int(),
  codes: z.object({ working: z.int(), all: z.int() }),
})
export type OfficeEventSales = z.output<typeof eventSalesSchema>

const sessionRow = z.object({
  id: uuid,
  name: z.string(),
  startsAt: instant,
  isClosed: z.boolean(),
  rules: sessionRules,
  version,
})
export type OfficeSessionSales = z.output<typeof sessionRow>

export const CODE_STATES = ['working', 'not_started', 'ended', 'used_up', 'revoked'] as const

const codeRow = z.object({
  id: uuid,
  code: z.string(),
  label: z.string(),
  state: z.enum(CODE_STATES),
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  opensEarly: z.boolean(),
  typeIds: z.array(uuid),
  maxUses: z.nullable(z.int()),
  /** Orders that were bought with it. */
  spentUses: z.int(),
  /** Carts that hold something with it now. */
  heldUses: z.int(),
})
export type OfficeAccessCode = z.output<typeof codeRow>

/** What all codes that are created in one go have in common. */
const newCodes = {
  label: text(80, 0),
  startsAt: opensAt,
  endsAt: closesAt,
  opensEarly: z.boolean(),
  typeIds: z.array(uuid).check(z.maxLength(100)),
  maxUses: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
} as const

/** Letters, digits and hyphens; buyers may type it in any case. */
const spelledCode = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.regex(/^[A-Z0-9][A-Z0-9-]{2,31}$/, {
    error: 'Must have 3 to 32 letters, digits and hyphens',
  }),
)

const prefix = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.regex(/^([A-Z0-9][A-Z0-9-]{0,15})?$/, {
    error: 'Must have at most 16 letters, digits and hyphens',
  }),
)

const ofEvent = z.object({ eventId: uuid })
const change = {
  access: staffWho('catalog.change'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const
const read = { access: staffWho('catalog.read'), admission: 'finish', limits: BACK_OFFICE } as const
const BASE = '/api/admin/events/:eventId/sales'

export const officeSales = {
  getEventSales: endpoint({
    ...read,
    method: 'GET',
    path: BASE,
    summary: 'When an event may be bought, and what buyers see of it now',
    params: ofEvent,
    output: eventSalesSchema,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  changeEventSales: endpoint({
    ...change,
    method: 'PUT',
    path: BASE,
    summary: 'Changes the window, the cut-off and the limits of an event',
    params: ofEvent,
    body: z.extend(eventRules, { version }),
    output: eventSalesSchema,
    errors: [...STAFF_ERRORS, 'event_not_found', 'changed_meanwhile', 'validation_failed'],
  }),
  changeTypeSales: endpoint({
    ...change,
    method: 'PUT',
    path: `${BASE}/types/:typeId`,
    summary: 'Changes the window, the limits and the visibility of a ticket type',
    params: z.extend(ofEvent, { typeId: uuid }),
    body: z.extend(typeRules, { version }),
    output: eventSalesSchema,
    errors: [
      ...STAFF_ERRORS,
      'event_not_found',
      'ticket_type_not_found',
      'changed_meanwhile',
      'validation_failed',
    ],
  }),
  listSessionSales: endpoint({
    ...read,
    method: 'GET',
    path: `${BASE}/sessions`,
    reads: 'recent',
    summary: 'The sessions to come of an event, with the windows that they have of their own',
    params: ofEvent,
    query: z.object({
      /** Only those with a window or a cut-off of their own. */
      own: z.optional(z.literal('true')),
      /** From this instant on. */
      from: z.optional(instant),
      /** `next` of the page before. */
      after: z.optional(uuid),
    }),
    output: z.object({ sessions: z.array(sessionRow), next: z.nullable(uuid) }),
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  changeSessionSales: endpoint({
    ...change,
    method: 'PUT',
    path: `${BASE}/sessions/:sessionId`,
    summary: 'Gives a session a window or a cut-off of its own, or takes them away',
    params: z.extend(ofEvent, { sessionId: uuid }),
    body: z.extend(sessionRules, { version }),
    output: sessionRow,
    errors: [
      ...STAFF_ERRORS,
      'event_not_found',
      'session_not_found',
      'changed_meanwhile',
      'validation_failed',
    ],
  }),
  pauseSales: endpoint({
    ...change,
    method: 'POST',
    path: `${BASE}/pause`,
    summary: 'Pauses the sales of an event: nothing new is held, and what is held can be paid',
    params: ofEvent,
    body: z.object({
      /** What buyers read about it; null: only that sales are paused. */
      note: z.nullable(text(300)),
    }),
    output: eventSalesSchema,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  resumeSales: endpoint({
    ...change,
    method: 'POST',
    path: `${BASE}/resume`,
    summary: 'Ends the pause of an event',
    params: ofEvent,
    output: eventSalesSchema,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  listAccessCodes: endpoint({
    ...read,
    method: 'GET',
    path: `${BASE}/codes`,
    reads: 'recent',
    summary: 'The access codes of an event, the newest first',
    params: ofEvent,
    query: z.object({
      /** The beginning of a code or a label. */
      q: z.optional(text(80)),
      state: z.optional(z.enum(CODE_STATES)),
      /** `next` of the page before. */
      after: z.optional(uuid),
    }),
    output: z.object({
      codes: z.array(codeRow).check(z.maxLength(CODES_PAGE)),
      next: z.nullable(uuid),
    }),
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  createAccessCode: endpoint({
    ...change,
    method: 'POST',
    path: `${BASE}/codes`,
    summary: 'Creates one access code',
    status: 201,
    params: ofEvent,
    body: z.object({ code: spelledCode, ...newCodes }),
    output: z.object({ codes: z.array(z.string()) }),
    errors: [
      ...STAFF_ERRORS,
      'event_not_found',
      'ticket_type_not_found',
      'access_code_taken',
      'validation_failed',
    ],
  }),
  createAccessCodes: endpoint({
    ...change,
    method: 'POST',
    path: `${BASE}/codes/bulk`,
    summary: 'Creates many access codes that nobody can guess, all alike',
    status: 201,
    params: ofEvent,
    body: z.object({
      /** What each code begins with; empty: nothing. */
      prefix,
      count: z.int().check(z.gte(1), z.lte(MOST_NEW_CODES)),
      ...newCodes,
    }),
    output: z.object({ codes: z.array(z.string()) }),
    errors: [...STAFF_ERRORS, 'event_not_found', 'ticket_type_not_found', 'validation_failed'],
  }),
  revokeAccessCode: endpoint({
    ...change,
    method: 'POST',
    path: `${BASE}/codes/:codeId/revoke`,
    summary: 'Ends an access code at once; what is held with it can be paid',
    params: z.extend(ofEvent, { codeId: uuid }),
    output: codeRow,
    errors: [...STAFF_ERRORS, 'event_not_found', 'access_code_not_found'],
  }),
} as const
