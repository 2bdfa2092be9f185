import {
  ACCOUNT_STAGES,
  DISPUTE_STAGES,
  MOST_PLATFORM_FEE,
  OPERATOR_ACTION_NAMES,
  ORGANIZER_STATES,
  PAYMENT_MODES,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { OPERATOR, OPERATOR_ERRORS, RECENT_OPERATOR, RECENT_OPERATOR_ERRORS } from './access.ts'
import { auditValues } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import { currency, instant, minorAmount, text, uuid, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import { statusSchema } from './platform.ts'

/**
 * What the platform's operators see and do: organizers with what they sell and owe, their terms, and how
 * the installation runs. No answer says anything about a buyer. All calls are the platform's: on a
 * tenant's host they are `not_found`.
 */

/** Figures of a time, in one currency. Up to the last minutes, as `countedAt` of the organizer says. */
const soldSchema = z.object({
  currency,
  tickets: z.int(),
  chargedMinor: minorAmount,
  refundedMinor: minorAmount,
  /** What the platform kept of it. */
  platformFeeMinor: minorAmount,
})
export type SoldFigures = z.output<typeof soldSchema>

/** Something that an organizer owes, as far as it is known here. */
const owedSchema = z.object({
  /** `balance`: its account is below 0. `dispute`: banks have taken charges back for now. */
  kind: z.enum(['balance', 'dispute']),
  currency,
  amountMinor: minorAmount,
})

const organizerRowSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** The shop's canonical URL. */
  siteUrl: z.string(),
  state: z.enum(ORGANIZER_STATES),
  /** Null: no trial. */
  trialUntil: z.nullable(instant),
  /** Of its account; `none`: it has not connected one. Null where payments are made with the operator's keys. */
  account: z.nullable(z.enum([...ACCOUNT_STAGES, 'none'])),
  /** By currency. */
  last30Days: z.array(soldSchema),
  total: z.array(soldSchema),
  owes: z.array(owedSchema),
})
export type OperatedOrganizerRow = z.output<typeof organizerRowSchema>

const termsSchema = z.object({
  suspension: z.nullable(z.object({ at: instant, reason: z.string() })),
  trialUntil: z.nullable(instant),
  /** What the platform takes of each payment; null: the installation's default. */
  fee: z.nullable(z.object({ ppm: z.int(), fixedMinor: minorAmount })),
  version,
})
export type OrganizerTerms = z.output<typeof termsSchema>

const organizerSchema = z.extend(organizerRowSchema, {
  currency,
  supportEmail: z.string(),
  /** Who answers for it: the owners of its team, by name. */
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  terms: termsSchema,
  paymentMode: z.enum(PAYMENT_MODES),
  /** What organizers without a fee of their own pay. */
  defaultFee: z.object({ ppm: z.int(), fixedMinor: minorAmount }),
  /** The account that payments are made on; null without one. */
  accountDetails: z.nullable(
    z.object({
      id: z.string(),
      wanted: z.array(z.string()),
      wantedBy: z.nullable(instant),
      checkedAt: instant,
      /** Below 0 if it owes; null: not known yet. */
      balances: z.nullable(z.array(z.object({ currency, amountMinor: minorAmount }))),
    }),
  ),
  /** The newest first. */
  disputes: z.array(
    z.object({
      id: z.string(),
      state: z.enum(DISPUTE_STAGES),
      amountMinor: minorAmount,
      currency,
    }),
  ),
  /** The last 30 days (UTC) with their tickets, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), tickets: z.int() })),
  /** Up to when its sales are counted; null: not yet. */
  countedAt: z.nullable(instant),
})
export type OperatedOrganizer = z.output<typeof organizerSchema>

/** A check of the installation: what was found, and what to do if it is not well. */
const checkSchema = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'failed']),
  what: z.string(),
  /** Null if nothing is to be done. */
  todo: z.nullable(z.string()),
})
export type HealthCheck = z.output<typeof checkSchema>

const logEntrySchema = z.object({
  id: uuid,
  at: instant,
  /** Null: a command on the machine. */
  person: z.nullable(z.object({ id: uuid, name: z.string(), email: z.string() })),
  actionType: z.enum(OPERATOR_ACTION_NAMES),
  /** The organizer that it is about; null: it is about an operator. */
  slug: z.nullable(z.string()),
  entityName: z.string(),
  metadata: z.object({ before: z.nullable(auditValues), after: z.nullable(auditValues) }),
})
export type OperatorLogEntry = z.output<typeof logEntrySchema>

export const OPERATED_PAGE = 50
export const OPERATOR_LOG_PAGE = 50

/** One filter of the list: a state, or organizers that buyers cannot pay. */
export const OPERATED_FILTERS = [...ORGANIZER_STATES, 'not_connected'] as const

const PATH = '/api/platform/operator'
const organizerParams = z.object({ slug: text(63) })
const reading = {
  method: 'GET',
  access: OPERATOR,
  admission: 'finish',
  limits: BACK_OFFICE,
} as const
const changing = {
  access: RECENT_OPERATOR,
  admission: 'finish',
  limits: BACK_OFFICE,
  params: organizerParams,
  output: organizerSchema,
  errors: [...RECENT_OPERATOR_ERRORS, 'organizer_not_found', 'changed_meanwhile'],
} as const

export const operator = {
  listOperatedOrganizers: endpoint({
    ...reading,
    path: `${PATH}/organizers`,
    summary: 'The organizers of this installation with what they sell and owe, by name',
    query: z.object({
      /** A part of a name, of the address of the shop, or of its support address. */
      q: z.optional(text(100, 0)),
      state: z.optional(z.enum(OPERATED_FILTERS)),
      /** `next` of the page before. */
      after: z.optional(text(63)),
    }),
    output: z.object({
      organizers: z.array(organizerRowSchema).check(z.maxLength(OPERATED_PAGE)),
      /** How many there are with this filter. */
      count: z.int(),
      /** Leads to the next page; null on the last one. */
      next: z.nullable(z.string()),
    }),
    errors: [...OPERATOR_ERRORS],
  }),
  getOperatedOrganizer: endpoint({
    ...reading,
    path: `${PATH}/organizers/:slug`,
    summary: 'One organizer: its terms, what it sells and owes, and its account',
    params: organizerParams,
    output: organizerSchema,
    errors: [...OPERATOR_ERRORS, 'organizer_not_found'],
  }),
  setPlatformFee: endpoint({
    ...changing,
    method: 'PUT',
    path: `${PATH}/organizers/:slug/fee`,
    summary: "Sets what the platform takes of the organizer's payments from now on",
    body: z.object({
      /** Null: the installation's default. */
      fee: z.nullable(
        z.object({
          ppm: z.int().check(z.gte(0), z.lte(MOST_PLATFORM_FEE.ppm)),
          fixedMinor: z.int().check(z.gte(0), z.lte(MOST_PLATFORM_FEE.fixedMinor)),
        }),
      ),
      version,
    }),
  }),
  setTrial: endpoint({
    ...changing,
    method: 'PUT',
    path: `${PATH}/organizers/:slug/trial`,
    summary: 'Sets until when the organizer may sell; without an end is the yes to its live sales',
    body: z.object({
      /** Null: without end. In the past: its shop stops at once. */
      trialUntil: z.nullable(instant),
      version,
    }),
  }),
  suspendOrganizer: endpoint({
    ...changing,
    method: 'POST',
    path: `${PATH}/organizers/:slug/suspend`,
    summary:
      'Stops new sales of the organizer. What is held can be paid, and orders can be changed as before',
    body: z.object({
      /** Its team reads it; buyers do not. */
      reason: text(500),
      version,
    }),
  }),
  resumeOrganizer: endpoint({
    ...changing,
    method: 'POST',
    path: `${PATH}/organizers/:slug/resume`,
    summary: 'Lets a suspended organizer sell again',
    body: z.object({ version }),
  }),
  getHealth: endpoint({
    ...reading,
    path: `${PATH}/health`,
    summary: 'How this installation runs: what /status shows, and the work that waits or failed',
    output: z.object({ status: statusSchema, checks: z.array(checkSchema) }),
    errors: [...OPERATOR_ERRORS],
  }),
  listOperatorLog: endpoint({
    ...reading,
    path: `${PATH}/log`,
    summary: 'Who of the operators changed what and when, the newest first',
    query: z.object({
      /** Of this organizer alone. */
      slug: z.optional(text(63)),
      /** `next` of the page before. */
      after: z.optional(uuid),
    }),
    output: z.object({
      entries: z.array(logEntrySchema).check(z.maxLength(OPERATOR_LOG_PAGE)),
      next: z.nullable(uuid),
    }),
    errors: [...OPERATOR_ERRORS, 'organizer_not_found'],
  }),
} as const
