import { SITE_PAGE_SLUGS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { READ } from './limits.ts'

/** A run of text in one style. Links are https:, http:, mailto:, tel: or a path of the site. */
export const spanSchema = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  em: z.optional(z.literal(true)),
  href: z.optional(z.string()),
})
export type TextSpan = z.output<typeof spanSchema>

const spans = z.array(spanSchema)

/** The blocks of a page. No markup crosses the wire, so none can be injected. */
const blockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heading'),
    /** 2 is a section of the page, 3 a subsection. */
    level: z.union([z.literal(2), z.literal(3)]),
    /** Unique within the page; links point to it. */
    id: z.string(),
    text: z.string(),
  }),
  z.object({ kind: z.literal('paragraph'), spans }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(spans) }),
])
export type PageBlock = z.output<typeof blockSchema>

export const sitePageSchema = z.object({
  slug: z.enum(SITE_PAGE_SLUGS),
  title: z.string(),
  /** The beginning of the page in one line, for search engines. */
  summary: z.string(),
  blocks: z.array(blockSchema),
  /** When the organizer last changed it; null if it is the product's default text. */
  updatedAt: z.nullable(z.iso.datetime({ offset: true })),
})
export type SitePageView = z.output<typeof sitePageSchema>

export const sitePages = {
  getSitePage: endpoint({
    method: 'GET',
    path: '/api/pages/:slug',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'A page of the organizer: about, help, refunds, terms, privacy and the like',
    params: z.object({ slug: z.string().check(z.maxLength(40)) }),
    output: sitePageSchema,
    errors: ['not_found'],
  }),
} as const
