import { INCIDENT_KINDS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { READ } from './limits.ts'
import { sitePageSchema } from './site-pages.ts'

const instant = z.iso.datetime({ offset: true })
/** From 0 to 1; null if nothing was measured. */
const share = z.nullable(z.number())

/** Times of answers within a period, in milliseconds; null without answers. */
const latencySchema = z.object({
  answers: z.int(),
  /** Answers with a status of 500 or more, among them refusals under overload. */
  errors: z.int(),
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  p99Ms: z.nullable(z.number()),
  holds: z.int(),
  holdP99Ms: z.nullable(z.number()),
})
export type StatusLatency = z.output<typeof latencySchema>

export const statusSchema = z.object({
  /**
   * `unmeasured`: no process has measured in the last minutes, or none ever has. `down`: no process
   * that measures is ready to sell. `incident`: the books disagree, errors are frequent, or a note
   * of the operator is open.
   */
  state: z.enum(['operational', 'incident', 'down', 'unmeasured']),
  /** When this was read. */
  at: instant,
  /** The first minute that was measured and is still stored; null if there is none. */
  since: z.nullable(instant),
  /** Up to when the days below are added up. */
  measuredUntil: z.nullable(instant),
  /** Over all measured days. */
  uptime: share,
  measuredMinutes: z.int(),
  downMinutes: z.int(),
  /** 90 days (UTC), the oldest first. A day before the first measurement has no measured minutes. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      uptime: share,
      measuredMinutes: z.int(),
      downMinutes: z.int(),
    }),
  ),
  latency: z.object({ today: latencySchema, week: latencySchema, all: latencySchema }),
  /** The last result of the audit; null if it has never run. */
  audit: z.nullable(z.object({ at: instant, differences: z.int(), oversold: z.int() })),
  /** The newest first. */
  incidents: z.array(
    z.object({
      kind: z.enum(INCIDENT_KINDS),
      beganAt: instant,
      /** Null while it lasts. */
      endedAt: z.nullable(instant),
      note: z.string(),
    }),
  ),
})
export type StatusView = z.output<typeof statusSchema>

/** The calls of the platform's own pages. On a tenant's host they are `not_found`. */
export const platform = {
  getPlatformPage: endpoint({
    method: 'GET',
    path: '/api/platform/pages/:slug',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'A text of the platform itself: terms or privacy',
    params: z.object({ slug: z.string().check(z.maxLength(40)) }),
    output: sitePageSchema,
    errors: ['not_found'],
  }),
  getStatus: endpoint({
    method: 'GET',
    path: '/status.json',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'How this installation runs: uptime, latency, audit and incidents of 90 days',
    output: statusSchema,
    errors: ['not_found'],
  }),
} as const
