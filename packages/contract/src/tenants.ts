import { SOCIAL_NETWORKS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency } from './fields.ts'
import { READ } from './limits.ts'

export const tenantSchema = z.object({
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  /** OKLCH hue of the accent, degrees. */
  hue: z.number(),
  currency,
  locale: z.string(),
  supportEmail: z.string(),
  /** Shown under the name in the footer; if empty, the tagline is shown. */
  footerText: z.string(),
  /** The tenant's social profiles: URLs by network. */
  socialLinks: z.partialRecord(z.enum(SOCIAL_NETWORKS), z.string()),
  /**
   * URLs are below the tenant's base and change with the content; null: the product's mark is
   * shown.
   */
  logo: z.nullable(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  /** The shop's canonical URL, without a trailing slash, for links that must outlive a visit. */
  siteUrl: z.string(),
  /** True if at least one coupon code is active, so that buyers may enter one. */
  hasCoupons: z.boolean(),
  /** False: the organizer cannot be paid yet, so only what costs nothing can be had. */
  takesPayments: z.boolean(),
  /** The URL where organizers sign in. */
  organizerAdminUrl: z.string(),
  /** The stylesheet with the tenant's colours; its URL changes with its content. */
  brandCssUrl: z.string(),
  /**
   * What messengers show of a link to a page without an event, below the tenant's pages: 1200 x 630.
   */
  previewPath: z.string(),
  /**
   * Days of the trial of an organizer that registers; on the platform's own pages alone, and only while
   * anybody may register.
   */
  trialDays: z.optional(z.int()),
  /** What the checkout asks buyers to accept; absent if it never asked for anything. */
  consents: z.optional(
    z.object({
      /** The version of the terms that has to be ticked; absent: none. */
      termsVersion: z.optional(z.int()),
      /** What the box about news says; absent: no box. */
      marketing: z.optional(z.string()),
    }),
  ),
})
export type TenantView = z.output<typeof tenantSchema>

export const tenants = {
  getTenant: endpoint({
    method: 'GET',
    path: '/api/tenant',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'The tenant this request belongs to: name, locale, currency and colours',
    output: tenantSchema,
    errors: [],
  }),
} as const
