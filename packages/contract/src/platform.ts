import { INCIDENT_KINDS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { READ, SEARCH } from './limits.ts'
import { sitePageSchema, spanSchema } from './site-pages.ts'

const instant = z.iso.datetime({ offset: true })
/** From 0 to 1; null if nothing was measured. */
const share = z.nullable(z.number())

/** Times of answers within a period, in milliseconds; null without answers. */
const latencySchema = z.object({
  answers: z.int(),
  /**
   * Answers with a status of 500 or more, among them holds and payments that were refused under load,
   * without reads that were.
   */
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

/** A run of text in one style. Links are absolute, or begin with / or #. */
const runSchema = z.extend(spanSchema, { code: z.optional(z.literal(true)) })
export type GuideRun = z.output<typeof runSchema>

const runs = z.array(runSchema)

/** The blocks of a guide. No markup crosses the wire. */
const guideBlockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3), z.literal(4)]),
    /** Unique within the guide; links point to it. */
    id: z.string(),
    text: z.string(),
  }),
  z.object({ kind: z.literal('paragraph'), runs }),
  z.object({
    kind: z.literal('list'),
    isOrdered: z.boolean(),
    /** Depth 0 is the list itself, 1 a list in one of its items. */
    items: z.array(z.object({ depth: z.int(), runs })),
  }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('table'), head: z.array(runs), rows: z.array(z.array(runs)) }),
  z.object({ kind: z.literal('quote'), runs }),
  z.object({
    kind: z.literal('picture'),
    src: z.string(),
    alt: z.string(),
    width: z.int(),
    height: z.int(),
  }),
])
export type GuideBlock = z.output<typeof guideBlockSchema>

const guideLinkSchema = z.object({ slug: z.string(), title: z.string(), summary: z.string() })

export const guideListSchema = z.object({
  groups: z.array(z.object({ title: z.string(), guides: z.array(guideLinkSchema) })),
})
export type GuideList = z.output<typeof guideListSchema>

export const guideSchema = z.object({
  ...guideLinkSchema.shape,
  group: z.string(),
  blocks: z.array(guideBlockSchema),
})
export type GuideView = z.output<typeof guideSchema>

export const guideSearchSchema = z.object({
  results: z.array(
    z.object({
      slug: z.string(),
      /** The guide's title. */
      title: z.string(),
      /** The heading above the text that was found; '' above the first one. */
      heading: z.string(),
      /** The heading's id; '' above the first one. */
      id: z.string(),
      /** The text around the first match, in parts. */
      excerpt: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
    }),
  ),
})
export type GuideSearchView = z.output<typeof guideSearchSchema>

/** No search is longer. */
export const MOST_GUIDE_SEARCH = 100

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
  listGuides: endpoint({
    method: 'GET',
    path: '/api/platform/guides',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'The guides of the documentation, in groups',
    output: guideListSchema,
    errors: ['not_found'],
  }),
  getGuide: endpoint({
    method: 'GET',
    path: '/api/platform/guides/:slug',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'A guide of the documentation',
    params: z.object({ slug: z.string().check(z.maxLength(80)) }),
    output: guideSchema,
    errors: ['not_found'],
  }),
  searchGuides: endpoint({
    method: 'GET',
    path: '/api/platform/guide-search',
    access: PUBLIC,
    admission: 'read',
    limits: SEARCH,
    summary: 'Where the documentation speaks of something; forgives typing errors',
    query: z.object({ q: z.string().check(z.maxLength(MOST_GUIDE_SEARCH)) }),
    output: guideSearchSchema,
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
