import { SITE_PAGE_SLUGS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { READ } from './limits.ts'

/** A run of text in one dress. Addresses are https:, http:, mailto:, tel: or a path of the site. */
const spanSchema = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  em: z.optional(z.literal(true)),
  href: z.optional(z.string()),
})
export type TextSpan = z.output<typeof spanSchema>

const spans = z.array(spanSchema)

/** What a page is made of: no markup crosses the wire, so none can be smuggled in. */
const blockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heading'),
    /** 2: a section of the page; 3: a part of it. */
    level: z.union([z.literal(2), z.literal(3)]),
    /** Unique in the page, for links to it. */
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
  /** Its beginning in one line, for search engines. */
  summary: z.string(),
  blocks: z.array(blockSchema),
  /** When the organizer wrote it; null: the words of the product. */
  updatedAt: z.nullable(z.iso.datetime({ offset: true })),
})
export type SitePageView = z.output<typeof sitePageSchema>

export const sitePages = {
  getSitePage: endpoint({
    method: 'GET',
    path: '/api/pages/:slug',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'A page of the organizer: about, help, refunds, terms, privacy and the like',
    params: z.object({ slug: z.string().check(z.maxLength(40)) }),
    output: sitePageSchema,
    errors: ['not_found'],
  }),
} as const
